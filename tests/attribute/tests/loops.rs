//! The attribute on a mechanism with a loop.

use denoc::Status;

/// Five bars, both cranks driven.
#[denoc::multibody(
    model = "../../models/loops/five_bar.toml",
    functions = ["inverse_dynamics", "forward_dynamics", "dependent_rates", "closure"]
)]
pub struct FiveBar;

#[test]
fn forward_dynamics_and_inverse_dynamics_of_a_five_bar_are_inverse() -> Result<(), Status> {
    let q = FiveBar::ASSEMBLED;
    for gap in FiveBar::closure(&q) {
        assert!(gap.abs() < 1e-12);
    }
    let qd = FiveBar::dependent_rates(&q, &[0.4, -0.7])?;
    let tau = [3.0, -2.0];
    let (qdd, independent) = FiveBar::forward_dynamics(&q, &qd, &tau)?;
    assert_eq!([qdd[0], qdd[2]], independent);
    for (found, given) in FiveBar::inverse_dynamics(&q, &qd, &qdd)?
        .into_iter()
        .zip(tau)
    {
        assert!((found - given).abs() < 1e-11, "{found} {given}");
    }
    Ok(())
}

/// Where `Result` is one of the user.
mod aliased {
    type Result<T> = core::result::Result<T, &'static str>;

    #[denoc::multibody(model = "../../models/loops/five_bar.toml", functions = ["dependent_rates"])]
    pub(super) struct Bars;

    #[test]
    fn names_of_the_user_do_not_matter() -> Result<()> {
        let rates = Bars::dependent_rates(&Bars::ASSEMBLED, &[0.0, 0.0]);
        assert_eq!(rates.map_err(|_| "singular")?, [0.0; 4]);
        Ok(())
    }
}

#[test]
fn couplers_in_a_line_are_a_status() {
    // Cranks and couplers all along x: nothing holds the end point across.
    let (q, zero) = ([0.0; 4], [0.0; 4]);
    assert_eq!(
        FiveBar::dependent_rates(&q, &[1.0, 0.0]),
        Err(Status::Singular)
    );
    assert_eq!(
        FiveBar::inverse_dynamics(&q, &zero, &zero),
        Err(Status::Singular)
    );
}
