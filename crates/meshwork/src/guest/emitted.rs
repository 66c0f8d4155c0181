//! The opcodes of primitive shaders as a driver's compiler makes them (RADV of Mesa 25.0 for RX 6800).

use meshwork_rdna2::Opcode;

/// In the assembler's spelling.
const NAMES: &str = "
    buffer_atomic_add buffer_atomic_umax buffer_load_dword buffer_load_dwordx2 buffer_load_dwordx3
    buffer_load_dwordx4 buffer_load_format_x buffer_load_format_xyzw buffer_load_ubyte buffer_load_ushort
    buffer_store_byte buffer_store_dwordx4 buffer_store_short ds_add_u32 ds_bpermute_b32 ds_read2_b32 ds_read_b32
    ds_read_b64 ds_read_u8 ds_read_u8_d16 ds_swizzle_b32 ds_write2_b32 ds_write_b32 ds_write_b8 exp global_atomic_add
    global_atomic_cmpswap global_atomic_smin global_load_dword global_load_dwordx4 global_store_dword
    global_store_dwordx2 global_store_dwordx4 image_atomic_add image_atomic_swap image_gather4_c_lz image_gather4_lz
    image_load image_load_mip image_sample_c_lz image_sample_d image_sample_l image_sample_lz image_sample_lz_o
    image_store s_abs_i32 s_add_u32 s_addc_u32 s_addk_i32 s_and_b32 s_and_b64 s_and_saveexec_b32 s_and_saveexec_b64
    s_andn2_b32 s_andn2_b64 s_andn2_wrexec_b32 s_andn2_wrexec_b64 s_ashr_i32 s_barrier s_bcnt1_i32_b32
    s_bcnt1_i32_b64 s_bfe_i32 s_bfe_u32 s_bfe_u64 s_bfm_b32 s_bfm_b64 s_bitcmp1_b32 s_bitreplicate_b64_b32 s_branch
    s_brev_b32 s_buffer_load_dword s_buffer_load_dwordx16 s_buffer_load_dwordx4 s_buffer_load_dwordx8 s_cbranch_execz
    s_cbranch_scc0 s_cbranch_scc1 s_clause s_cmp_eq_i32 s_cmp_ge_i32 s_cmp_ge_u32 s_cmp_lg_i32 s_cmp_lt_i32
    s_cmp_lt_u32 s_cmpk_ge_u32 s_cselect_b32 s_cselect_b64 s_endpgm s_ff1_i32_b32 s_ff1_i32_b64 s_flbit_i32_b32
    s_flbit_i32_b64 s_getpc_b64 s_inst_prefetch s_load_dword s_load_dwordx2 s_load_dwordx4 s_load_dwordx8
    s_lshl2_add_u32 s_lshl_b32 s_lshl_b64 s_lshr_b32 s_max_i32 s_max_u32 s_min_i32 s_mov_b32 s_mov_b64 s_movk_i32
    s_mul_hi_i32 s_mul_hi_u32 s_mul_i32 s_mulk_i32 s_nand_b32 s_nand_b64 s_nop s_nor_b32 s_nor_b64 s_not_b32
    s_not_b64 s_or_b32 s_or_b64 s_or_saveexec_b32 s_or_saveexec_b64 s_orn2_b32 s_orn2_b64 s_pack_ll_b32_b16 s_sendmsg
    s_setprio s_setreg_b32 s_sub_i32 s_sub_u32 s_waitcnt s_xnor_b32 s_xnor_b64 s_xor_b32 s_xor_b64
    scratch_load_dwordx4 scratch_store_dwordx4 tbuffer_load_format_x tbuffer_load_format_xy tbuffer_load_format_xyz
    tbuffer_load_format_xyzw v_add3_u32 v_add_co_ci_u32 v_add_co_u32 v_add_f16 v_add_f32 v_add_f64 v_add_lshl_u32
    v_add_nc_u16 v_add_nc_u32 v_alignbyte_b32 v_and_b32 v_and_or_b32 v_ashrrev_i16 v_ashrrev_i32 v_ashrrev_i64
    v_bcnt_u32_b32 v_bfe_i32 v_bfe_u32 v_bfi_b32 v_bfrev_b32 v_ceil_f32 v_cmp_eq_f32 v_cmp_eq_f64 v_cmp_eq_i16
    v_cmp_eq_i32 v_cmp_ge_f32 v_cmp_ge_i32 v_cmp_ge_u32 v_cmp_gt_f32 v_cmp_gt_f64 v_cmp_gt_i32 v_cmp_le_f32
    v_cmp_le_i32 v_cmp_le_u32 v_cmp_lt_f32 v_cmp_lt_i32 v_cmp_lt_i64 v_cmp_lt_u64 v_cmp_ne_i32 v_cmp_ne_u32
    v_cmp_neq_f32 v_cmp_neq_f64 v_cmp_nge_f32 v_cmp_ngt_f32 v_cmp_nlt_f32 v_cmpx_eq_i32 v_cmpx_ge_f32 v_cmpx_ge_i32
    v_cmpx_ge_u32 v_cmpx_gt_i32 v_cmpx_le_u32 v_cmpx_lt_f32 v_cmpx_lt_i32 v_cmpx_ne_i32 v_cmpx_nge_f32 v_cmpx_nlt_f32
    v_cndmask_b32 v_cos_f32 v_cubeid_f32 v_cubema_f32 v_cubesc_f32 v_cubetc_f32 v_cvt_f16_f32 v_cvt_f32_f16
    v_cvt_f32_f64 v_cvt_f32_i32 v_cvt_f32_u32 v_cvt_f32_ubyte0 v_cvt_f32_ubyte1 v_cvt_f32_ubyte2 v_cvt_f32_ubyte3
    v_cvt_f64_f32 v_cvt_i32_f32 v_cvt_pknorm_i16_f32 v_cvt_pkrtz_f16_f32 v_cvt_u32_f32 v_dot4_u32_u8 v_exp_f16
    v_exp_f32 v_ffbh_i32 v_ffbh_u32 v_ffbl_b32 v_floor_f32 v_floor_f64 v_fma_f16 v_fma_f32 v_fma_f64 v_fma_mix_f32
    v_fmaak_f32 v_fmac_f32 v_fmamk_f32 v_frexp_exp_i32_f32 v_frexp_mant_f32 v_ldexp_f32 v_log_f32 v_lshl_add_u32
    v_lshl_or_b32 v_lshlrev_b16 v_lshlrev_b32 v_lshlrev_b64 v_lshrrev_b16 v_lshrrev_b32 v_lshrrev_b64 v_mad_i32_i24
    v_mad_u16 v_mad_u32_u16 v_mad_u32_u24 v_max3_f32 v_max_f16 v_max_f32 v_max_i16 v_max_i32 v_max_u16 v_max_u32
    v_mbcnt_hi_u32_b32 v_mbcnt_lo_u32_b32 v_med3_f16 v_med3_f32 v_med3_i32 v_min3_f32 v_min_f16 v_min_f32 v_min_f64
    v_min_i16 v_min_i32 v_min_u16 v_min_u32 v_mov_b32 v_mul_f16 v_mul_f32 v_mul_f64 v_mul_hi_i32 v_mul_hi_u32
    v_mul_legacy_f32 v_mul_lo_u16 v_mul_lo_u32 v_mul_u32_u24 v_not_b32 v_or3_b32 v_or_b32 v_pack_b32_f16
    v_permlane16_b32 v_permlanex16_b32 v_pk_add_f16 v_pk_fma_f16 v_pk_max_f16 v_pk_min_f16 v_pk_min_i16 v_pk_mul_f16
    v_pk_mul_lo_u16 v_pk_sub_u16 v_rcp_f32 v_readfirstlane_b32 v_readlane_b32 v_rndne_f32 v_rsq_f32 v_sin_f32
    v_sqrt_f16 v_sqrt_f32 v_sub_co_ci_u32 v_sub_co_u32 v_sub_f32 v_sub_nc_u16 v_sub_nc_u32 v_subrev_co_ci_u32
    v_subrev_f32 v_swap_b32 v_trunc_f32 v_xor3_b32 v_xor_b32
";

/// By encoding and number.
pub fn opcodes() -> impl Iterator<Item = Opcode> {
    Opcode::all().filter(|opcode| NAMES.split_whitespace().any(|name| name.eq_ignore_ascii_case(opcode.name())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_an_opcode() {
        assert_eq!(opcodes().count(), NAMES.split_whitespace().count());
    }
}
