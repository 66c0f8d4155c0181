//! Float arithmetic of vectors: MODE, modifiers, NaN.

use super::*;
use crate::interpret::Tiny;

/// 3.4 and 6.2.3: FP_DENORM flushes what comes in and what goes out.
#[test]
fn denormals_by_mode() {
    let denormal = 0x0040_0000;
    let state = run(
        vectors(&[denormal, denormal]),
        &[
            0xbfa5_0003, // s_denorm_mode 3
            0x0604_0300, // v_add_f32_e32 v2, v0, v1
            0xbfa5_0000, // s_denorm_mode 0
            0x0606_0300, // v_add_f32_e32 v3, v0, v1
        ],
    );
    assert_eq!([v(&state, 2), v(&state, 3)], [0x0080_0000, 0]);
}

/// What is so near below the least normal number that it rounds up to it: it stays, or it is 0 as everything below.
#[test]
fn results_at_the_edge_of_denormals() {
    let product = [0x1004_0300]; // v_mul_f32_e32 v2, v0, v1
    let of = |a: u32, b: u32, tiny: Tiny| {
        let mut state = vectors(&[a, b]);
        state.mode.tiny = tiny;
        v(&run(state, &product), 2)
    };
    let least = f(f32::MIN_POSITIVE);
    let below_one = f(1.0) - 1;
    assert_eq!(of(least, below_one, Tiny::Rounded), least, "halfway between denormals, to the even one");
    assert_eq!(of(least, below_one, Tiny::Unbounded), 0);
    // Both round this one to the least normal number: (1 + 2⁻²³)(1 - 2⁻²³) is below 1 by less than half a place.
    assert_eq!(of(least + 1, below_one - 1, Tiny::Rounded), least);
    assert_eq!(of(least + 1, below_one - 1, Tiny::Unbounded), least);
    assert_eq!(of(least | 0x8000_0000, f(0.5), Tiny::Unbounded), 0x8000_0000);
    assert_eq!(of(least, f(1.0), Tiny::Unbounded), least);
}

/// 3.4: FP_ROUND, of 1 + 2⁻²⁴ and its neighbours.
#[test]
fn rounding_by_mode() {
    let state = run(
        vectors(&[f(1.0), f(2f32.powi(-25))]),
        &[
            0xbfa4_0001,
            0x0604_0300, // s_round_mode 0x1; v_add_f32_e32 v2, v0, v1
            0xbfa4_0002,
            0x0606_0300, // s_round_mode 0x2; v_add_f32_e32 v3, v0, v1
            0xbfa4_0003,
            0x0608_0300, // s_round_mode 0x3; v_add_f32_e32 v4, v0, v1
        ],
    );
    assert_eq!([v(&state, 2), v(&state, 3), v(&state, 4)], [f(1.0) + 1, f(1.0), f(1.0)]);
}

/// 6.2.3: CLAMP to 0…1 behind OMOD; a NaN is 0 with DX10_CLAMP and stays without.
#[test]
fn clamp_and_omod() {
    let code = [
        0xd503_8002,
        0x0002_0300, // v_add_f32_e64 v2, v0, v1 clamp
        0xd508_0003,
        0x0802_0300, // v_mul_f32_e64 v3, v0, v1 mul:2
    ];
    let state = run(vectors(&[f(3.0), f(0.5)]), &code);
    assert_eq!([v(&state, 2), v(&state, 3)], [f(1.0), f(3.0)]);
    let mut state = vectors(&[f32::NAN.to_bits(), f(1.0)]);
    assert_eq!(v(&run(state.clone(), &code), 2), 0);
    state.mode.bits &= !(1 << 8);
    assert!(f32::from_bits(v(&run(state, &code), 2)).is_nan());
}

/// 12.8, V_MIN_F32 and V_MAX_F32: a number wins over a NaN, and the sign of zero counts.
#[test]
fn minima() {
    let code = [
        0x1e08_0300, // v_min_f32_e32 v4, v0, v1
        0x200a_0300, // v_max_f32_e32 v5, v0, v1
    ];
    let of = |a: u32, b: u32| {
        let state = run(vectors(&[a, b]), &code);
        [v(&state, 4), v(&state, 5)]
    };
    assert_eq!(of(f32::NAN.to_bits(), f(2.0)), [f(2.0), f(2.0)]);
    assert_eq!(of(f(2.0), f32::NAN.to_bits()), [f(2.0), f(2.0)]);
    assert_eq!(of(f(0.0), f(-0.0)), [f(-0.0), f(0.0)]);
    assert_eq!(of(f(-0.0), f(0.0)), [f(-0.0), f(0.0)]);
}

/// 12.12, V_MED3_F32: with a NaN, the least of the others.
#[test]
fn medians() {
    let code = [0xd557_0003, 0x040a_0300]; // v_med3_f32 v3, v0, v1, v2
    assert_eq!(v(&run(vectors(&[f(3.0), f(1.0), f(2.0)]), &code), 3), f(2.0));
    assert_eq!(v(&run(vectors(&[f32::NAN.to_bits(), f(1.0), f(2.0)]), &code), 3), f(1.0));
}

/// 12.11: comparisons with N are true where an operand is a NaN; V_CMPX writes EXEC.
#[test]
fn unordered() {
    let mut state = vectors(&[f(1.0), f(2.0)]);
    state.vgpr_mut(Vgpr(1))[1] = f32::NAN.to_bits();
    let state = run(
        state,
        &[
            0x7c1c_0300, // v_cmp_nlt_f32_e32 vcc_lo, v0, v1
            0x7c22_0300, // v_cmpx_lt_f32_e32 v0, v1
        ],
    );
    assert_eq!((state.vcc(), state.exec()), (0b10, 0xffff_fffd));
}

/// 12.7: conversions saturate; a NaN is 0. 12.8, V_CVT_PKRTZ_F16_F32: toward zero, never to infinity.
#[test]
fn conversions() {
    let code = [
        0x7e04_1100, // v_cvt_i32_f32_e32 v2, v0
        0x7e06_0f00, // v_cvt_u32_f32_e32 v3, v0
        0x5e08_0100, // v_cvt_pkrtz_f16_f32_e32 v4, v0, v0
        0x7e0a_1500, // v_cvt_f16_f32_e32 v5, v0
    ];
    let of = |value: f32| {
        let state = run(vectors(&[f(value)]), &code);
        [2, 3, 4, 5].map(|register| v(&state, register))
    };
    assert_eq!(of(1e20), [0x7fff_ffff, u32::MAX, 0x7bff_7bff, 0x7c00]);
    assert_eq!(of(-1.75), [u32::MAX, 0, 0xbf00_bf00, 0xbf00]);
    assert_eq!(of(f32::NAN)[..2], [0, 0]);
    assert_eq!(of(65519.0)[2..], [0x7bff_7bff, 0x7bff]);
    assert_eq!(of(65520.0)[2..], [0x7bff_7bff, 0x7c00]);
}

/// 12.7: sines take revolutions; roots and reciprocals of zeros keep their sign; 32 bits flush denormals.
#[test]
fn transcendentals() {
    let code = [
        0x7e04_6b00, // v_sin_f32_e32 v2, v0
        0x7e06_6d00, // v_cos_f32_e32 v3, v0
        0x7e08_5500, // v_rcp_f32_e32 v4, v0
        0x7e0a_5d00, // v_rsq_f32_e32 v5, v0
        0x7e0c_6700, // v_sqrt_f32_e32 v6, v0
        0x7e0e_4f00, // v_log_f32_e32 v7, v0
        0x7e10_4b00, // v_exp_f32_e32 v8, v0
    ];
    let of = |value: f32| {
        let state = run(vectors(&[f(value)]), &code);
        [2, 3, 4, 5, 6, 7, 8].map(|register| f32::from_bits(v(&state, register)))
    };
    assert_eq!(of(0.25), [1.0, 0.0, 4.0, 2.0, 0.5, -2.0, 2f32.powf(0.25)]);
    assert_eq!(of(256.5)[..2], [0.0, 1.0], "beyond the domain");
    let zero = of(-0.0);
    assert_eq!(zero[2..6], [-f32::INFINITY, -f32::INFINITY, -0.0, -f32::INFINITY]);
    assert!(zero[4].is_sign_negative());
    assert_eq!(of(f32::from_bits(1))[2], f32::INFINITY);
    assert!(of(-1.0)[3].is_nan() && of(-1.0)[4].is_nan() && of(-1.0)[5].is_nan());
}

/// 12.12, V_DIV_SCALE_F32: a denormal denominator is scaled up; a quotient out of range sets VCC. V_DIV_FIXUP_F32: special cases.
#[test]
fn divisions() {
    let code = [
        0xd56d_6a02,
        0x0402_0301, // v_div_scale_f32 v2, vcc_lo, v1, v1, v0
        0xd55f_0003,
        0x0402_0304, // v_div_fixup_f32 v3, v4, v1, v0
    ];
    let of = |numerator: f32, denominator: f32, quotient: f32| {
        let state = run(vectors(&[f(numerator), f(denominator), 0, 0, f(quotient)]), &code);
        (f32::from_bits(v(&state, 2)), f32::from_bits(v(&state, 3)), state.vcc() & 1 != 0)
    };
    assert_eq!(of(1.0, 3.0, 0.25), (3.0, 0.25, false));
    assert_eq!(of(1.0, -3.0, 0.25), (-3.0, -0.25, false));
    assert_eq!(of(1e30, 1e-10, 9.0), (1e-10 * 2f32.powi(64), 9.0, true));
    assert_eq!(of(-1.0, 0.0, 7.0).1, -f32::INFINITY);
    assert!(of(0.0, 0.0, 7.0).1.is_nan());
    assert_eq!(of(1.0, f32::INFINITY, 7.0).1, 0.0);
}

/// 6.2.2: halves are chosen by OP_SEL, and a 16-bit result leaves the other half.
#[test]
fn halves() {
    let state = run(
        vectors(&[0x4000_3c00, 0x4200_3c00, 0xffff_ffff, 0xffff_ffff, 0, f(0.5)]),
        &[
            0x6404_0300, // v_add_f16_e32 v2, v0, v1
            0xd74b_4803,
            0x0406_0300, // v_fma_f16 v3, v0, v1, v1 op_sel:[1,0,0,1]
            0xcc0f_4804,
            0x1002_0300, // v_pk_add_f16 v4, v0, v1 op_sel:[1,0] op_sel_hi:[0,1]
            0xcc20_0005,
            0x1c06_0300, // v_fma_mix_f32 v5, v0, v1, v1 op_sel_hi:[1,1,0]
        ],
    );
    assert_eq!(v(&state, 2), 0xffff_4000);
    assert_eq!(v(&state, 3), 0x4200_ffff, "2 · 1 + 1 in the upper half");
    assert_eq!(v(&state, 4), 0x4400_4200, "2 + 1, and 1 + 3");
    assert_eq!(v(&state, 5), f(1.0 + f32::from_bits(0x4200_3c00)));
}

/// 12.12, V_CUBEID_F32 … V_CUBEMA_F32: the face of the greatest magnitude, z before y before x.
#[test]
fn cube_faces() {
    let code = [
        0xd544_0003,
        0x040a_0300, // v_cubeid_f32 v3, v0, v1, v2
        0xd545_0004,
        0x040a_0300, // v_cubesc_f32 v4, v0, v1, v2
        0xd546_0005,
        0x040a_0300, // v_cubetc_f32 v5, v0, v1, v2
        0xd547_0006,
        0x040a_0300, // v_cubema_f32 v6, v0, v1, v2
    ];
    let of = |x: f32, y: f32, z: f32| {
        let state = run(vectors(&[f(x), f(y), f(z)]), &code);
        [3, 4, 5, 6].map(|register| f32::from_bits(v(&state, register)))
    };
    assert_eq!(of(3.0, 1.0, 2.0), [0.0, -2.0, -1.0, 6.0]);
    assert_eq!(of(-3.0, 1.0, 2.0), [1.0, 2.0, -1.0, -6.0]);
    assert_eq!(of(1.0, 3.0, 2.0), [2.0, 1.0, 2.0, 6.0]);
    assert_eq!(of(1.0, -3.0, 2.0), [3.0, 1.0, -2.0, -6.0]);
    assert_eq!(of(2.0, 2.0, 2.0), [4.0, 2.0, -2.0, 4.0]);
    assert_eq!(of(1.0, 2.0, -3.0), [5.0, -1.0, -2.0, -6.0]);
}

/// 12.7: a mantissa of 0.5 to 1 and its exponent; what is not finite keeps itself and has exponent 0. V_FRACT_F32 stays below 1.
#[test]
fn parts_of_floats() {
    let code = [
        0x7e04_8100, // v_frexp_mant_f32_e32 v2, v0
        0x7e06_7f00, // v_frexp_exp_i32_f32_e32 v3, v0
        0xd762_0004,
        0x0002_0300, // v_ldexp_f32 v4, v0, v1
        0x7e0a_4100, // v_fract_f32_e32 v5, v0
    ];
    let of = |x: f32, exponent: i32| run(vectors(&[f(x), exponent as u32]), &code);
    let state = of(-6.0, 3);
    assert_eq!([v(&state, 2), v(&state, 3), v(&state, 4), v(&state, 5)], [f(-0.75), 3, f(-48.0), f(0.0)]);
    let state = of(f32::INFINITY, 3);
    assert_eq!([v(&state, 2), v(&state, 3)], [f(f32::INFINITY), 0]);
    assert!(f32::from_bits(v(&state, 5)).is_nan());
    let state = of(-1e-20, -200);
    assert_eq!([v(&state, 4), v(&state, 5)], [f(-0.0), 0x3f7f_ffff]);
    assert_eq!(v(&of(1.0, i32::MAX), 4), f(f32::INFINITY));
}

/// 64 bits: denormals are kept by FLOAT_MODE 0xc0, and a fused product has one rounding.
#[test]
fn doubles() {
    let of = |a: f64, b: f64, words: &[u32]| {
        let split = |x: f64| [x.to_bits() as u32, (x.to_bits() >> 32) as u32];
        let state = run(vectors(&[split(a), split(b)].concat()), words);
        f64::from_bits(u64::from(v(&state, 4)) | u64::from(v(&state, 5)) << 32)
    };
    let add = [0xd564_0004, 0x0002_0500]; // v_add_f64 v[4:5], v[0:1], v[2:3]
    assert_eq!(of(1e-310, 1e-310, &add), 2e-310);
    let fma = [0xd54c_0004, 0x040a_0500]; // v_fma_f64 v[4:5], v[0:1], v[2:3], v[2:3]
    let (a, b) = (1.0 + f64::EPSILON, -1.0 + f64::EPSILON);
    assert_eq!(of(a, b, &fma), a.mul_add(b, b));
}

/// 12.8, V_MUL_LEGACY_F32: 0 times anything is 0.
#[test]
fn legacy_product() {
    let code = [0x0e04_0300]; // v_mul_legacy_f32_e32 v2, v0, v1
    assert_eq!(v(&run(vectors(&[f(-0.0), f32::NAN.to_bits()]), &code), 2), 0);
    assert_eq!(v(&run(vectors(&[f(2.0), f(3.0)]), &code), 2), f(6.0));
}

/// 12.11, V_CMP_CLASS_F32: a bit for each class of the first operand in the second; denormals are seen whatever MODE says.
#[test]
fn classes() {
    let code = [0x7d10_0300]; // v_cmp_class_f32_e32 vcc_lo, v0, v1
    let classes = [0xff80_0000, f(-1.0), 0x8000_0001, f(-0.0), f(0.0), 1, f(1.0), f(f32::INFINITY)];
    for (place, value) in classes.into_iter().enumerate() {
        assert_eq!(run(vectors(&[value, 4 << place]), &code).vcc(), 0xffff_ffff, "{value:x}");
        assert_eq!(run(vectors(&[value, 0x3ff & !(4 << place)]), &code).vcc(), 0, "{value:x}");
    }
    assert_eq!(run(vectors(&[0x7f80_0001, 1]), &code).vcc(), 0xffff_ffff, "a signaling NaN");
    assert_eq!(run(vectors(&[0x7fc0_0000, 2]), &code).vcc(), 0xffff_ffff, "a quiet NaN");
}
