//! Flexible bodies: their modes as a table, and what is wrong with turning them fast.

use serde_json::{Value, json};

use super::outline::{outlines, places};
use super::table::{Section, Table};
use crate::mechanism::{Geometry, Mechanism, Vibration};

/// The part of the lowest frequency up to which a body may turn without stiffening. There its frequency has fallen by 13 %, as
/// √(1 − ¼), where that of a real beam has risen.
const SLOW: f64 = 0.5;

/// A row a mode; `None` when every body is rigid.
#[must_use]
pub fn table(mechanism: &Mechanism) -> Option<Section> {
    let outlines = outlines(mechanism);
    let mut table = Table::new(&[
        "body",
        ">kg",
        "geometry",
        "mode",
        ">q",
        ">v",
        ">Hz",
        ">damping",
        ">M",
        ">Cx",
        ">Cy",
        ">Cz",
        ">% of mass",
    ]);
    let mut last = "";
    for one in mechanism.vibrations() {
        let outline = outlines.iter().find(|row| row.name == one.mode.joint_name);
        let [q, v] = outline.map_or_else(Default::default, |row| [places(&row.q), places(&row.v)]);
        let body = match last == one.body.name {
            true => [String::new(), String::new(), String::new()],
            false => [
                one.body.name.clone(),
                short(one.body.inertia.mass.to_f64()),
                one.geometry.name().to_owned(),
            ],
        };
        last = &one.body.name;
        let [cx, cy, cz] = one.participation.map(short);
        let mode = [
            one.name().to_owned(),
            q,
            v,
            short(one.frequency()),
            short(one.damping_ratio()),
            short(one.mass),
            cx,
            cy,
            cz,
            format!("{:.1}", 100.0 * one.mass_fraction()),
        ];
        table.row(body.into_iter().chain(mode).collect::<Vec<_>>());
    }
    (!table.is_empty()).then(|| Section {
        title: "Flexible bodies".into(),
        table,
        notes: vec![
            "Frequencies and damping ratios with the body held and nothing attached. M: modal mass; C: participation, the integral \
             of the shape over the mass along x, y, z of the body; its square over M as a part of the mass of the body."
                .into(),
        ],
    })
}

/// Five digits at most.
pub(super) fn short(value: f64) -> String {
    let rounded: f64 = format!("{value:.4e}").parse().unwrap_or(value);
    if rounded == 0.0 || (1e-3..1e6).contains(&rounded.abs()) {
        rounded.to_string()
    } else {
        format!("{rounded:e}")
    }
}

/// The modes as JSON, as `docs/json.md` has them.
#[must_use]
pub fn json(mechanism: &Mechanism) -> Vec<Value> {
    let of_mode = |one: &Vibration| {
        json!({
            "body": one.body.name,
            "mode": one.mode.name,
            "geometry": one.geometry.name(),
            "frequency": one.frequency(),
            "damping_ratio": one.damping_ratio(),
            "modal_mass": one.mass,
            "participation": one.participation,
            "mass_fraction": one.mass_fraction(),
        })
    };
    mechanism.vibrations().iter().map(of_mode).collect()
}

/// Warnings for flexible bodies that turn at `rate`, rad/s, where their geometry has no stiffening: at the level `exact` the lowest
/// frequency ω then falls as √(ω² − rate²), and beyond ω the motion diverges.
#[must_use]
pub fn too_fast(mechanism: &Mechanism, rate: f64) -> Vec<String> {
    let all = mechanism.vibrations();
    let soft = all.iter().filter(|one| one.geometry != Geometry::Stiffened);
    let mut lowest: Vec<&Vibration> = Vec::new();
    for one in soft {
        match lowest
            .iter_mut()
            .find(|known| known.body.name == one.body.name)
        {
            Some(known) if one.rate() < known.rate() => *known = one,
            Some(_) => {}
            None => lowest.push(one),
        }
    }
    let fast = lowest.iter().filter(|one| rate > SLOW * one.rate());
    fast.map(|one| {
        format!(
            "\"{}\" at the level `{}` has no stiffening: {rate:.4} rad/s is {:.0} % of its lowest frequency, {:.4} rad/s, so its \
             stiffness is wrong at that rate; write geometry = \"stiffened\"",
            one.body.name,
            one.geometry.name(),
            100.0 * rate / one.rate(),
            one.rate()
        )
    })
    .collect()
}
