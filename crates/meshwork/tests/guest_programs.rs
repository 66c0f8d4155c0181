//! Short programs of inputs that broke other translators, on the CPU drivers against the interpreter, whose own tests say what they do
//! by the manual.

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::{Ended, command, folder, has_driver, has_layer, meshwork};

struct Program {
    name: &'static str,
    lanes: u32,
    code: &'static [u32],
}

const PROGRAMS: &[Program] = &[
    Program {
        name: "mbcnt_over_64_lanes",
        lanes: 64,
        code: &[
            0xd765_0001,
            0x0001_00c1, // v_mbcnt_lo_u32_b32 v1, -1, 0
            0xd766_0001,
            0x0002_02c1, // v_mbcnt_hi_u32_b32 v1, -1, v1
            0xf800_08cf,
            0x0101_0101, // exp pos0 v1, v1, v1, v1 done
            0xbf81_0000, // s_endpgm
        ],
    },
    Program {
        name: "vccz_of_lane_40",
        lanes: 64,
        code: &[
            0xbeea_0380, // s_mov_b32 vcc_lo, 0
            0xb06b_0100, // s_movk_i32 vcc_hi, 0x100
            0xbe80_0380, // s_mov_b32 s0, 0
            0xbf86_0001, // s_cbranch_vccz 1
            0xbe80_0387, // s_mov_b32 s0, 7
            0xd765_0001,
            0x0001_00c1, // v_mbcnt_lo_u32_b32 v1, -1, 0
            0xd766_0001,
            0x0002_02c1, // v_mbcnt_hi_u32_b32 v1, -1, v1
            0x7d84_02a8, // v_cmp_eq_u32_e32 vcc, 40, v1
            0xbe81_0380, // s_mov_b32 s1, 0
            0xbf86_0001, // s_cbranch_vccz 1
            0xbe81_0387, // s_mov_b32 s1, 7
            0x7d84_02c0, // v_cmp_eq_u32_e32 vcc, 64, v1
            0xbe84_0380, // s_mov_b32 s4, 0
            0xbf86_0001, // s_cbranch_vccz 1
            0xbe84_0387, // s_mov_b32 s4, 7
            0x7e04_0200, // v_mov_b32_e32 v2, s0
            0x7e06_0201, // v_mov_b32_e32 v3, s1
            0x7e08_0204, // v_mov_b32_e32 v4, s4
            0xf800_08cf,
            0x0104_0302, // exp pos0 v2, v3, v4, v1 done
            0xbf81_0000, // s_endpgm
        ],
    },
    Program {
        name: "readlane_of_inactive_lanes",
        lanes: 64,
        code: &[
            0xd765_0001,
            0x0001_00c1, // v_mbcnt_lo_u32_b32 v1, -1, 0
            0xd766_0001,
            0x0002_02c1, // v_mbcnt_hi_u32_b32 v1, -1, v1
            0xbe82_03bf, // s_mov_b32 s2, 63
            0xbefe_0481, // s_mov_b64 exec, 1
            0xd760_0005,
            0x0000_0501, // v_readlane_b32 s5, v1, s2
            0xd760_0006,
            0x0001_5101, // v_readlane_b32 s6, v1, 40
            0xbefe_04c1, // s_mov_b64 exec, -1
            0x7e04_0205, // v_mov_b32_e32 v2, s5
            0x7e06_0206, // v_mov_b32_e32 v3, s6
            0xf800_08cf,
            0x0101_0302, // exp pos0 v2, v3, v1, v1 done
            0xbf81_0000, // s_endpgm
        ],
    },
    Program {
        name: "readlane_beyond_the_wave",
        lanes: 32,
        code: &[
            0xd765_0001,
            0x0001_00c1, // v_mbcnt_lo_u32_b32 v1, -1, 0
            0xbe82_03bf, // s_mov_b32 s2, 63
            0xbefe_0381, // s_mov_b32 exec_lo, 1
            0xd760_0005,
            0x0000_0501, // v_readlane_b32 s5, v1, s2
            0xbefe_03c1, // s_mov_b32 exec_lo, -1
            0x7e04_0205, // v_mov_b32_e32 v2, s5
            0xf800_08cf,
            0x0101_0102, // exp pos0 v2, v1, v1, v1 done
            0xbf81_0000, // s_endpgm
        ],
    },
    Program {
        name: "readfirstlane_without_lanes",
        lanes: 32,
        code: &[
            0xd765_0001,
            0x0001_00c1, // v_mbcnt_lo_u32_b32 v1, -1, 0
            0x4a02_0289, // v_add_nc_u32_e32 v1, 9, v1
            0xbefe_0380, // s_mov_b32 exec_lo, 0
            0x7e0a_0501, // v_readfirstlane_b32 s5, v1
            0xb07e_00f0, // s_movk_i32 exec_lo, 0xf0
            0x7e0c_0501, // v_readfirstlane_b32 s6, v1
            0xbefe_03c1, // s_mov_b32 exec_lo, -1
            0x7e04_0205, // v_mov_b32_e32 v2, s5
            0x7e06_0206, // v_mov_b32_e32 v3, s6
            0xf800_08cf,
            0x0101_0302, // exp pos0 v2, v3, v1, v1 done
            0xbf81_0000, // s_endpgm
        ],
    },
    Program {
        name: "lds_items_that_begin_between_words",
        lanes: 32,
        code: &[
            0xd765_0001,
            0x0001_00c1, // v_mbcnt_lo_u32_b32 v1, -1, 0
            0xd76f_0002,
            0x0205_0301, // v_lshl_or_b32 v2, v1, 1, 1
            0x3404_0481, // v_lshlrev_b32_e32 v2, 1, v2
            0x4a06_02ff,
            0x0000_0068, // v_add_nc_u32_e32 v3, 0x68, v1
            0x340e_0282, // v_lshlrev_b32_e32 v7, 2, v1
            0x7e10_0280, // v_mov_b32_e32 v8, 0
            0xd834_0080,
            0x0000_0807, // ds_write_b32 v7, v8 offset:128
            0xd834_0000,
            0x0000_0302, // ds_write_b32 v2, v3
            0xd8f0_0002,
            0x0400_0002, // ds_read_u16 v4, v2 offset:2
            0xd8d8_0000,
            0x0500_0002, // ds_read_b32 v5, v2
            0xd87c_0002,
            0x0000_0102, // ds_write_b16 v2, v1 offset:2
            0xd8d8_0000,
            0x0600_0002, // ds_read_b32 v6, v2
            0xf800_08cf,
            0x0106_0504, // exp pos0 v4, v5, v6, v1 done
            0xbf81_0000, // s_endpgm
        ],
    },
    Program {
        name: "shorts_of_lds_at_odd_bytes",
        lanes: 32,
        code: &[
            0xd765_0001,
            0x0001_00c1, // v_mbcnt_lo_u32_b32 v1, -1, 0
            0x1604_0294, // v_mul_u32_u24_e32 v2, 20, v1
            0x1606_02ff,
            0x0000_1357, // v_mul_u32_u24_e32 v3, 0x1357, v1
            0xd934_0000,
            0x0000_0202, // ds_write_b64 v2, v[2:3]
            0xd87c_0003,
            0x0000_0302, // ds_write_b16 v2, v3 offset:3
            0xd9d8_0000,
            0x0400_0002, // ds_read_b64 v[4:5], v2
            0xd8f0_0003,
            0x0600_0002, // ds_read_u16 v6, v2 offset:3
            0xd8ec_0001,
            0x0700_0002, // ds_read_i16 v7, v2 offset:1
            0xf800_08cf,
            0x0706_0504, // exp pos0 v4, v5, v6, v7 done
            0xbf81_0000, // s_endpgm
        ],
    },
    Program {
        name: "ds_or_then_ds_read",
        lanes: 32,
        code: &[
            0xd765_0001,
            0x0001_00c1, // v_mbcnt_lo_u32_b32 v1, -1, 0
            0xd51a_0002,
            0x0001_0301, // v_lshlrev_b32_e64 v2, v1, 1
            0x7e00_0290, // v_mov_b32_e32 v0, 16
            0xd828_0000,
            0x0000_0200, // ds_or_b32 v0, v2
            0xd8d8_0000,
            0x0300_0000, // ds_read_b32 v3, v0
            0xf800_08cf,
            0x0101_0203, // exp pos0 v3, v2, v1, v1 done
            0xbf81_0000, // s_endpgm
        ],
    },
    Program {
        name: "saveexec_operand_order",
        lanes: 32,
        code: &[
            0xbe82_0383, // s_mov_b32 s2, 3
            0xbefe_0386, // s_mov_b32 exec_lo, 6
            0xbe84_4402, // s_andn1_saveexec_b32 s4, s2
            0xbe85_037e, // s_mov_b32 s5, exec_lo
            0xbefe_0386, // s_mov_b32 exec_lo, 6
            0xbe86_3f02, // s_andn2_saveexec_b32 s6, s2
            0xbe87_037e, // s_mov_b32 s7, exec_lo
            0xbefe_0386, // s_mov_b32 exec_lo, 6
            0xbe88_4602, // s_andn1_wrexec_b32 s8, s2
            0xbe89_037e, // s_mov_b32 s9, exec_lo
            0xbefe_0386, // s_mov_b32 exec_lo, 6
            0xbe8a_4702, // s_andn2_wrexec_b32 s10, s2
            0xbe8b_037e, // s_mov_b32 s11, exec_lo
            0xbefe_03c1, // s_mov_b32 exec_lo, -1
            0x7e02_0204, // v_mov_b32_e32 v1, s4
            0x7e04_0205, // v_mov_b32_e32 v2, s5
            0x7e06_0206, // v_mov_b32_e32 v3, s6
            0x7e08_0207, // v_mov_b32_e32 v4, s7
            0xf800_00cf,
            0x0403_0201, // exp pos0 v1, v2, v3, v4
            0x7e02_0208, // v_mov_b32_e32 v1, s8
            0x7e04_0209, // v_mov_b32_e32 v2, s9
            0x7e06_020a, // v_mov_b32_e32 v3, s10
            0x7e08_020b, // v_mov_b32_e32 v4, s11
            0xf800_08df,
            0x0403_0201, // exp pos1 v1, v2, v3, v4 done
            0xbf81_0000, // s_endpgm
        ],
    },
    Program {
        name: "vcc_as_scalar_address",
        lanes: 32,
        code: &[
            0xbeea_1f00, // s_getpc_b64 vcc
            0xf400_0135,
            0xfa00_0004, // s_load_dword s4, vcc, 0x4
            0xf404_01b5,
            0xfa00_0000, // s_load_dwordx2 s[6:7], vcc, null
            0x7e02_0204, // v_mov_b32_e32 v1, s4
            0x7e04_0206, // v_mov_b32_e32 v2, s6
            0x7e06_0207, // v_mov_b32_e32 v3, s7
            0xf800_08cf,
            0x0303_0201, // exp pos0 v1, v2, v3, v3 done
            0xbf81_0000, // s_endpgm
        ],
    },
    Program {
        name: "null_primitives_with_garbage",
        lanes: 32,
        code: &[
            0xd765_0001,
            0x0001_00c1, // v_mbcnt_lo_u32_b32 v1, -1, 0
            0x4c04_0285, // v_sub_nc_u32_e32 v2, 5, v1
            0x3804_04ff,
            0x8000_0000, // v_or_b32_e32 v2, 0x80000000, v2
            0xf800_0941,
            0x0000_0002, // exp prim v2, off, off, off done
            0xf800_08cf,
            0x0101_0101, // exp pos0 v1, v1, v1, v1 done
            0xbf81_0000, // s_endpgm
        ],
    },
    Program {
        name: "allocation_of_256_primitives",
        lanes: 32,
        code: &[
            0xbefc_03ff,
            0x0010_00ff, // s_mov_b32 m0, 0x1000ff
            0xbf90_0009, // s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
            0xf800_08cf,
            0x0505_0505, // exp pos0 v5, v5, v5, v5 done
            0xbf81_0000, // s_endpgm
        ],
    },
    Program {
        name: "scratch_short_in_two_dwords",
        lanes: 64,
        code: &[
            0x7e04_0283, // v_mov_b32_e32 v2, 3
            0x7e06_0280, // v_mov_b32_e32 v3, 0
            0x7e0c_02ff,
            0x1234_5679, // v_mov_b32_e32 v6, 0x12345679
            0xdc68_4000,
            0x007d_0602, // scratch_store_short v2, v6, off
            0xdc30_4000,
            0x047d_0003, // scratch_load_dword v4, v3, off
            0xdc30_4004,
            0x057d_0003, // scratch_load_dword v5, v3, off offset:4
            0xdc28_4000,
            0x077d_0002, // scratch_load_ushort v7, v2, off
            0xf800_08cf,
            0x0607_0504, // exp pos0 v4, v5, v7, v6 done
            0xbf81_0000, // s_endpgm
        ],
    },
    Program {
        name: "barrier_behind_execz",
        lanes: 32,
        code: &[
            0xd765_0001,
            0x0001_00c1, // v_mbcnt_lo_u32_b32 v1, -1, 0
            0xbefe_0381, // s_mov_b32 exec_lo, 1
            0xbf88_0001, // s_cbranch_execz 1
            0xbf8a_0000, // s_barrier
            0xbefe_03c1, // s_mov_b32 exec_lo, -1
            0xf800_08cf,
            0x0101_0101, // exp pos0 v1, v1, v1, v1 done
            0xbf81_0000, // s_endpgm
        ],
    },
    // Lanes that are off, and others that see them; halves; masks as numbers and as lanes' bits; a carry.
    Program {
        name: "lanes_that_are_off_in_a_wave_of_32",
        lanes: 32,
        code: &[
            0xd765_0001,
            0x0001_00c1, // v_mbcnt_lo_u32_b32 v1, -1, 0
            0x7e04_0285, // v_mov_b32_e32 v2, 5
            0x7e10_02ff,
            0x3c00_3c00, // v_mov_b32_e32 v8, 0x3c003c00
            0xb07e_70ff, // s_movk_i32 exec_lo, 0x70ff
            0x7e04_0289, // v_mov_b32_e32 v2, 9
            0x4a06_0501, // v_add_nc_u32_e32 v3, v1, v2
            0x6410_1108, // v_add_f16_e32 v8, v8, v8
            0x7d88_0501, // v_cmp_gt_u32_e32 vcc_lo, v1, v2
            0x7e08_026a, // v_mov_b32_e32 v4, vcc_lo
            0x020a_0501, // v_cndmask_b32_e32 v5, v1, v2, vcc_lo
            0xbefe_03c1, // s_mov_b32 exec_lo, -1
            0x4a0c_0302, // v_add_nc_u32_e32 v6, v2, v1
            0xd760_0000,
            0x0001_0703, // v_readlane_b32 s0, v3, 3
            0xd760_0001,
            0x0001_2903, // v_readlane_b32 s1, v3, 20
            0x7e0e_02fa,
            0xff00_1b02, // v_mov_b32_dpp v7, v2 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
            0x7da2_029b, // v_cmpx_lt_u32_e32 27, v1
            0x4a0c_1106, // v_add_nc_u32_e32 v6, v6, v8
            0x3a08_0800, // v_xor_b32_e32 v4, s0, v4
            0xbefe_03c1, // s_mov_b32 exec_lo, -1
            0xd70f_6a09,
            0x0001_9306, // v_add_co_u32 v9, vcc_lo, v6, -9
            0x5014_0702, // v_add_co_ci_u32_e32 v10, vcc_lo, v2, v3, vcc_lo
            0x3a0c_0f06, // v_xor_b32_e32 v6, v6, v7
            0x3a0a_1305, // v_xor_b32_e32 v5, v5, v9
            0x4a08_0801, // v_add_nc_u32_e32 v4, s1, v4
            0xf800_08cf,
            0x0a05_0406, // exp pos0 v6, v4, v5, v10 done
            0xbf81_0000, // s_endpgm
        ],
    },
    // Lanes that are off, and others that see them; halves; masks as numbers and as lanes' bits; a carry.
    Program {
        name: "lanes_that_are_off_in_a_wave_of_64",
        lanes: 64,
        code: &[
            0xd765_0001,
            0x0001_00c1, // v_mbcnt_lo_u32_b32 v1, -1, 0
            0xd766_0001,
            0x0002_02c1, // v_mbcnt_hi_u32_b32 v1, -1, v1
            0x7e04_0285, // v_mov_b32_e32 v2, 5
            0x7e10_02ff,
            0x3c00_3c00, // v_mov_b32_e32 v8, 0x3c003c00
            0xb07e_00ff, // s_movk_i32 exec_lo, 0xff
            0xb07f_00f0, // s_movk_i32 exec_hi, 0xf0
            0x7e04_0289, // v_mov_b32_e32 v2, 9
            0x4a06_0501, // v_add_nc_u32_e32 v3, v1, v2
            0x6410_1108, // v_add_f16_e32 v8, v8, v8
            0x7d88_0501, // v_cmp_gt_u32_e32 vcc, v1, v2
            0x7e08_026b, // v_mov_b32_e32 v4, vcc_hi
            0x020a_0501, // v_cndmask_b32_e32 v5, v1, v2, vcc
            0xbefe_04c1, // s_mov_b64 exec, -1
            0x4a0c_0302, // v_add_nc_u32_e32 v6, v2, v1
            0xd760_0000,
            0x0001_0703, // v_readlane_b32 s0, v3, 3
            0xd760_0001,
            0x0001_5103, // v_readlane_b32 s1, v3, 40
            0x7e0e_02fa,
            0xff00_1b02, // v_mov_b32_dpp v7, v2 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
            0x7da2_02b2, // v_cmpx_lt_u32_e32 50, v1
            0x4a0c_1106, // v_add_nc_u32_e32 v6, v6, v8
            0x3a08_0800, // v_xor_b32_e32 v4, s0, v4
            0xbefe_04c1, // s_mov_b64 exec, -1
            0xd70f_6a09,
            0x0001_9306, // v_add_co_u32 v9, vcc, v6, -9
            0x5014_0702, // v_add_co_ci_u32_e32 v10, vcc, v2, v3, vcc
            0x3a0c_0f06, // v_xor_b32_e32 v6, v6, v7
            0x3a0a_1305, // v_xor_b32_e32 v5, v5, v9
            0x4a08_0801, // v_add_nc_u32_e32 v4, s1, v4
            0xf800_08cf,
            0x0a05_0406, // exp pos0 v6, v4, v5, v10 done
            0xbf81_0000, // s_endpgm
        ],
    },
];

/// Nothing is read but v5, and what the program makes itself.
const PIPELINE: &str = "{}";

fn metadata(lanes: u32) -> String {
    format!(
        r#"{{"wave_size": {lanes}, "stage": "VS", "ngg": {{"culling": false, "passthrough": true, "max_es_verts": 128,
        "max_gs_prims": 128, "max_out_verts": 128, "max_workgroup_size": 128, "max_waves": 4}},
        "lds": {{"alloc_bytes": 512}}, "scratch_bytes_per_wave": 1024, "float_mode": 192, "topology": "TRIANGLE_LIST",
        "exports": {{"params": 0, "param_map": {{}}, "clip_mask": 0, "cull_mask": 0, "point_size": false, "layer": false,
        "viewport": false}}, "sgprs": {{"s2": "gs_tg_info", "s3": "merged_wave_info"}}}}"#
    )
}

/// A case folder with the program as its only variant.
fn write_case(program: &Program, folder: &Path) -> PathBuf {
    let case = folder.join(program.name);
    let variant = case.join("code");
    fs::create_dir_all(&variant).expect("a folder for the case");
    let bytes: Vec<u8> = program.code.iter().flat_map(|word| word.to_le_bytes()).collect();
    fs::write(variant.join("code.bin"), bytes).expect("code.bin is written");
    fs::write(variant.join("meta.json"), metadata(program.lanes)).expect("meta.json is written");
    fs::write(case.join("pipe.json"), PIPELINE).expect("pipe.json is written");
    case
}

#[test]
fn programs_that_broke_others() {
    let folder = folder("guest-programs");
    let cases: Vec<PathBuf> = PROGRAMS.iter().map(|program| write_case(program, &folder)).collect();
    for driver in ["lavapipe", "swiftshader"] {
        if !has_driver("programs_that_broke_others", driver) {
            continue;
        }
        for waves in ["1", "2"] {
            for mode in ["lane", "wave"] {
                let mut arguments = vec!["check-guest", "--json", "--driver", driver, "--waves", waves, "--mode", mode];
                arguments.extend(cases.iter().map(|case| case.to_str().expect("a path of text")));
                let report = meshwork(arguments).expect(0).json();
                assert_eq!(report["equal"], PROGRAMS.len(), "{driver}, {waves} waves by {mode}: {report}");
            }
        }
    }
}

/// A program that is not translated is a finding, unless the caller says that it is none.
#[test]
fn refused_programs_are_a_finding() {
    let program = Program {
        name: "quads",
        lanes: 32,
        code: &[
            0xbe80_0901, // s_wqm_b32 s0, s1
            0xbf81_0000, // s_endpgm
        ],
    };
    if !has_driver("refused_programs_are_a_finding", "swiftshader") {
        return;
    }
    let case = write_case(&program, &folder("guest-refused"));
    let case = case.to_str().expect("a path of text");
    let check = ["check-guest", "--json", "--driver=swiftshader", case];
    let report = meshwork(check).expect(1).json();
    assert!(
        report["refused"][0]["reason"].as_str().is_some_and(|reason| reason.contains("S_WQM_B32: its translation")),
        "{report}"
    );
    meshwork(check.into_iter().chain(["--allow-refused"])).expect(0);
}

/// The unlinked program of a case of the corpus, a word of it another, and a pipeline of one's own if there is one.
fn changed_case(name: &str, to: &Path, [from_word, to_word]: [u32; 2], pipeline: Option<&str>) {
    let original = Path::new(env!("CARGO_MANIFEST_DIR")).join("../meshwork-rdna2/corpus").join(name);
    let (from, variant) = (original.join("w32-noopt"), to.join("w32-noopt"));
    fs::create_dir_all(&variant).expect("a folder for the variant");
    for name in ["pipe.json", "vert.spv", "frag.spv"] {
        fs::copy(original.join(name), to.join(name)).expect("a file of the case");
    }
    if let Some(pipeline) = pipeline {
        fs::write(to.join("pipe.json"), pipeline).expect("pipe.json is written");
    }
    fs::copy(from.join("meta.json"), variant.join("meta.json")).expect("meta.json");
    let bytes = fs::read(from.join("code.bin")).expect("code.bin");
    let words: Vec<u32> = bytes.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().expect("4"))).collect();
    assert_eq!(words.iter().filter(|word| **word == from_word).count(), 1, "the program has the word once");
    let changed = words.into_iter().map(|word| if word == from_word { to_word } else { word });
    fs::write(variant.join("code.bin"), changed.flat_map(u32::to_le_bytes).collect::<Vec<u8>>())
        .expect("code.bin is written");
}

fn draw(case: &Path) -> Ended {
    let mut draw = command();
    draw.args(["render", "--path=both", "--driver=lavapipe", "--validate", "--json", "--size=128x128", "--seed=1"]);
    Ended::from(draw.arg("--guest").arg(case).arg("-o").arg(case.join("picture.png")).output().expect("it starts"))
}

/// Hardware later than the corpus' needs no GS_ALLOC_REQ of a program that passes its primitives through: without it the picture is
/// the same.
#[test]
fn passthrough_without_allocation() {
    const SENDMSG: u32 = 0xbf90_0009;
    const NOP: u32 = 0xbf80_0000;
    let test = "passthrough_without_allocation";
    if !has_layer(test) || !has_driver(test, "lavapipe") {
        return;
    }
    let case = folder("guest-passthrough").join("triangle");
    changed_case("triangle", &case, [SENDMSG, NOP], None);
    let report = draw(&case).expect(0).json();
    assert!(report["pixels_drawn"].as_u64().expect("a number") > 1_000, "{report}");
    for way in ["native", "fallback"] {
        assert_eq!(report[way]["pixels_different"], 0, "{way}");
    }
}

/// A primitive with a vertex beyond those that the program asked for is not drawn: of ten triangles, six vertices leave as many as a
/// program draws that asks for two primitives.
#[test]
fn primitives_without_their_vertices_are_not_drawn() {
    /// Literals of `s_bfe_u32` from `gs_tg_info`, the bits' number and first: both counts, and the lowest bits of each.
    const VERTICES: [u32; 2] = [0x9_000c, 0x3_000c];
    const PRIMITIVES: [u32; 2] = [0x9_0016, 0x2_0016];
    let test = "primitives_without_their_vertices_are_not_drawn";
    if !has_layer(test) || !has_driver(test, "lavapipe") {
        return;
    }
    let original = Path::new(env!("CARGO_MANIFEST_DIR")).join("../meshwork-rdna2/corpus/distances/pipe.json");
    let mut pipeline: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(original).expect("pipe.json")).expect("JSON");
    pipeline["draw"] = serde_json::json!({ "vertices": 30 });
    let pipeline = pipeline.to_string();
    let folder = folder("guest-few");
    let cases = [("vertices", VERTICES), ("primitives", PRIMITIVES)].map(|(name, words)| {
        let case = folder.join(name);
        changed_case("distances", &case, words, Some(&pipeline));
        // The GLSL draws all ten.
        draw(&case).expect(1);
        case
    });
    for way in ["native", "fallback"] {
        let [vertices, primitives] =
            cases.each_ref().map(|case| fs::read(case.join(format!("picture.{way}.png"))).expect("a picture"));
        assert!(vertices == primitives, "{way}");
    }
}
