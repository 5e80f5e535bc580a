//! The summary of a simulation: steps, modes of flexible bodies, energies, loops.

use core::f64::consts::TAU;

use denoc_codegen::simulate::{Balance, ClosureCorrection, Run, Settings, Stiffness};

/// The summary of a run.
pub(crate) fn summary(
    title: &str,
    settings: &Settings,
    run: &Run,
    stiffness: Option<&Stiffness>,
) -> String {
    let Run {
        instants,
        effort,
        balance,
        closing,
        ended,
    } = run;
    let rows = instants.len();
    let duration = match ended {
        Some(t) => format!("{t} s of {}", settings.duration),
        None => settings.duration.to_string(),
    };
    format!(
        "{title}\n\n\
         duration  {duration} s, {rows} rows\n\
         steps     {} taken, {} rejected, {} evaluations\n{}{}{}\n",
        effort.steps,
        effort.rejected,
        effort.evaluations,
        stiffness.map_or_else(String::new, |one| modes(one, settings)),
        energy(balance, settings),
        closing.as_ref().map_or_else(String::new, closed),
    )
}

/// The frequencies of the modes, and what they ask of the method.
fn modes(stiffness: &Stiffness, settings: &Settings) -> String {
    let [slowest, fastest] = [stiffness.slowest, stiffness.fastest].map(|rate| rate / TAU);
    let step = match stiffness.largest_step(settings.method) {
        Some(step) => format!("steps of this method are stable up to {step:.1e} s"),
        None => "every step of this method is stable".to_owned(),
    };
    format!("modes     {slowest:.4} to {fastest:.4} Hz, bodies held; {step}\n")
}

/// The balance of the energy, or why there is none.
fn energy(balance: &Balance, settings: &Settings) -> String {
    let exchange = &balance.exchange;
    let [work, dissipated] = [exchange.work, exchange.dissipated].map(short);
    let (Some(start), Some(end)) = (balance.start, balance.end) else {
        return format!(
            "energy    {work} J of work, {dissipated} J dissipated; no balance: the level `undeformed` of flexible bodies conserves \
             no energy\n"
        );
    };
    format!(
        "energy    {} J at the start, {} J at the end; {work} J of work, {dissipated} J dissipated\n\
         drift     {:.1e} J at most, at t = {} s (energy - work + dissipated, rtol {:e}, atol {:e})\n",
        short(start),
        short(end),
        balance.drift.abs(),
        balance.at,
        settings.rtol,
        settings.atol,
    )
}

/// The summary of the corrections that kept loops closed.
fn closed(closing: &ClosureCorrection) -> String {
    /// Changes below this, rad and m, are no news.
    const SAID: f64 = 1e-9;
    let mut lines = format!(
        "loops     open by {:.1e} (m, rad) at most after a step, at t = {} s; closed after every step\n",
        closing.gap, closing.at
    );
    for (change, what) in [
        (closing.moved, "coordinates were moved"),
        (closing.changed, "velocities were changed"),
    ] {
        if change > SAID {
            lines += &format!("start     {what} by up to {change:.3e} to close the loops\n");
        }
    }
    lines
}

/// A number for a person: seven digits or so.
fn short(value: f64) -> String {
    if value == 0.0 || (1e-3..1e6).contains(&value.abs()) {
        format!("{value:.6}")
    } else {
        format!("{value:.6e}")
    }
}
