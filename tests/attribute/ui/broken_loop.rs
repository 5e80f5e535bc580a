#[denoc::multibody(model = "ui/models/broken_loop.toml")]
pub struct FourBar;

fn motion() -> Result<f64, denoc::Status> {
    let q: [f64; FourBar::NQ] = FourBar::ASSEMBLED;
    let qd = FourBar::dependent_rates(&q, &[0.5])?;
    let (qdd, independent) = FourBar::forward_dynamics(&q, &qd, &[1.0])?;
    let tau = FourBar::inverse_dynamics(&q, &qd, &qdd)?;
    let forces = FourBar::constraint_forces(&q, &qd, &tau)?;
    let gap = FourBar::closure(&q);
    println!("{:?} {:?}", FourBar::LOOPS, FourBar::ACTUATED);
    Ok(independent[0] + forces[0][3] + gap[1] + FourBar::mass_matrix(&q)[2][2])
}

fn main() {
    println!("{:?}", motion());
}
