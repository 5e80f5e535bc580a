//! The attribute with another basis of base parameters.

/// By second moments.
#[denoc::multibody(
    model = "../../models/puma.toml",
    functions = ["base_regressor"],
    basis = "euler-zz"
)]
pub struct Puma;

#[test]
fn base_parameters_are_second_moments() {
    let names = Puma::BASE_PARAMETER_NAMES;
    assert_eq!(names.len(), 36);
    for second in ["Kxx2", "Kxy2", "Kxz2", "Kyy2", "Kyz2"] {
        assert!(names.contains(&second), "{second} is not in {names:?}");
    }
    assert!(names.iter().all(|name| !name.starts_with('J')), "{names:?}");
}
