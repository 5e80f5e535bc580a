//! The attribute on robots of URDFs, against golden data (state 0 of `tests/golden/urdf`).

/// A URDF as it is.
#[allow(deprecated, reason = "the damping of its joints is off")]
#[denoc::multibody(model = "../golden/urdf/double_pendulum_continuous.urdf")]
pub struct Pendulum;

/// A TOML that starts from one; one of the fingers follows the other.
#[denoc::multibody(
    model = "../models/urdf/panda_mimic.toml",
    allow_path = "../golden",
    functions = ["inverse_dynamics"]
)]
pub struct Panda;

fn assert_close<const N: usize>(found: [f64; N], expected: [f64; N]) {
    let largest = expected.iter().fold(0.0_f64, |a, b| a.max(b.abs()));
    for (a, b) in found.iter().zip(expected) {
        assert!((a - b).abs() <= 1e-12 * largest, "{found:?}, {expected:?}");
    }
}

#[test]
fn a_urdf_gives_the_golden_torques() {
    let q = [0.9225861341570569, 1.0299395557244253];
    let qd = [-0.7584328626191028, 0.4189457237316544];
    let qdd = [3.0418114134289453, 1.1391695539890623];
    let tau = [-0.5951300572283547, -0.27929695698426926];
    assert_close(Pendulum::inverse_dynamics(&q, &qd, &qdd), tau);
    // The other functions of the default are there.
    let zero = [0.0; Pendulum::NV];
    assert_close(Pendulum::bias(&q, &zero), Pendulum::gravity(&q));
}

#[test]
fn a_toml_that_starts_from_a_urdf_gives_the_golden_torques() {
    let q = [
        1.7652172402999184,
        -0.9782415066256758,
        -2.592160316405418,
        -1.6903072900864466,
        -1.1497789610758058,
        2.275310056872649,
        0.7429831385333769,
        -0.03639144777895498,
    ];
    let qd = [
        -1.293499326056308,
        -0.1495946630238518,
        -0.8271515636808466,
        -2.267952512226299,
        -3.0673892604833775,
        1.0769227754361688,
        -1.5443794626215208,
        2.339372618250429,
    ];
    let qdd = [
        6.3720435475249175,
        -1.4659896292329568,
        4.25478398993754,
        -1.729829477340369,
        5.970407540135284,
        2.2768264172493966,
        -5.325725795795749,
        -1.7742982615607379,
    ];
    let tau = [
        28.210711105484414,
        41.754077631948114,
        34.75441880261504,
        3.6938748106547146,
        0.785256006389751,
        3.6737528795681413,
        -0.10616733809759143,
        -0.03850091802531466,
    ];
    assert_close(Panda::inverse_dynamics(&q, &qd, &qdd), tau);
}
