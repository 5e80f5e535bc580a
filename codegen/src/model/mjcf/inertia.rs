//! `<inertial>`, or the geoms of a body → its mass, mass centre and inertia, within the bounds of `<compiler>`.

use core::ops::Range;

use super::compiler::{Compiler, InertiaSource};
use super::element::{Element, is_orientation};
use super::geom::{self, Lump};
use super::orientation;
use super::reader::{MjcfReader, described};
use crate::exact::number::Number;
use crate::exact::turns::Placement;
use crate::mechanism::Sym3;
use crate::model::magnitude;

/// The attributes of an `<inertial>`.
const INERTIAL: [&str; 9] = [
    "pos",
    "quat",
    "axisangle",
    "xyaxes",
    "zaxis",
    "euler",
    "mass",
    "diaginertia",
    "fullinertia",
];

/// A geom, and the frame in the body's that it is written in.
pub(super) struct GeomElement {
    /// With what its class gives.
    pub(super) element: Element,
    pub(super) frame: Placement,
}

/// A body's inertia with its place.
pub(super) struct BodyInertia {
    pub(super) lump: Lump,
    pub(super) at: Range<usize>,
}

/// The inertia of a body; nothing where it has none, and after a fault. `inertial` is its element, if there is one, `matters` whether
/// anything depends on it.
pub(super) fn of_body(
    body: &Element,
    inertial: Option<&Element>,
    geoms: &[GeomElement],
    matters: bool,
    reader: &mut MjcfReader,
) -> BodyInertia {
    let written = inertial.filter(|_| reader.compiler.source != InertiaSource::Geoms);
    let at = written.map_or_else(|| body.at.clone(), |element| element.at.clone());
    let lump = match written {
        Some(element) => own(element, reader),
        None if !matters || reader.compiler.source == InertiaSource::Inertial => None,
        None => {
            let lumps = geoms.iter();
            let lumps = lumps.filter_map(|one| geom::lump(&one.element, &one.frame, reader));
            sum(lumps.collect())
        }
    };
    let nothing = Lump {
        mass: Number::ZERO,
        com: Default::default(),
        inertia: Sym3::default(),
    };
    if let Some(lump) = &lump {
        report_vast(lump, body, &at, reader);
    }
    let lump = bounded(lump.unwrap_or(nothing), body, &at, reader);
    BodyInertia { lump, at }
}

/// Reports masses and moments that products of the numbers of the file make too large.
fn report_vast(lump: &Lump, body: &Element, at: &Range<usize>, reader: &mut MjcfReader) {
    let entries = [
        &lump.mass,
        &lump.inertia.xx,
        &lump.inertia.yy,
        &lump.inertia.zz,
    ];
    let vast = entries.iter().filter(|entry| entry.abs() > Number::ONE);
    if let Some((fault, help)) = vast.into_iter().find_map(|entry| magnitude::fault(entry)) {
        let message = format!("the mass or inertia of {} {fault}", body.what());
        reader.faults.error(at, message, help);
    }
}

/// What an `<inertial>` says; `None` after a fault.
fn own(element: &Element, reader: &mut MjcfReader) -> Option<Lump> {
    reader.report_unknown(element, &[&INERTIAL]);
    for key in ["pos", "mass"] {
        if element.attribute(key).is_none() {
            let message = format!("{} has no `{key}`", element.what());
            let example = if key == "pos" {
                "pos=\"0 0 0\""
            } else {
                "mass=\"1.5\""
            };
            reader.error(element, message, format!("add {example}"));
        }
    }
    let pose = orientation::placement(element, reader);
    let mass = reader.number(element, "mass")?;
    let diagonal = reader.vector::<3>(element, "diaginertia");
    let full = reader.vector::<6>(element, "fullinertia");
    let turned = element
        .attributes
        .iter()
        .any(|one| is_orientation(&one.name));
    let fault = match (&diagonal, &full) {
        (Some(_), Some(_)) => Some("`diaginertia`"),
        (None, Some(_)) if turned => Some("an orientation"),
        _ => None,
    };
    if let (Some(second), Some(given)) = (fault, element.attribute("fullinertia")) {
        let message = format!(
            "{} goes without {second}",
            described(element, "fullinertia")
        );
        reader.faults.error(&given.at, message, "keep one of them");
        return None;
    }
    let zero = || Number::ZERO;
    let tensor = match (diagonal, full) {
        (_, Some([xx, yy, zz, xy, xz, yz])) => Sym3 {
            xx,
            yy,
            zz,
            xy,
            xz,
            yz,
        },
        (Some([xx, yy, zz]), None) => Sym3 {
            xx,
            yy,
            zz,
            xy: zero(),
            xz: zero(),
            yz: zero(),
        },
        (None, None) => Sym3::default(),
    };
    Some(Lump {
        mass: mass.value,
        com: pose.xyz,
        inertia: tensor.turned(&pose.turns.rotation()),
    })
}

/// Several lumps as one; `None` without a mass.
fn sum(lumps: Vec<Lump>) -> Option<Lump> {
    let mass = lumps.iter().fold(Number::ZERO, |sum, one| sum + &one.mass);
    let part = mass.inverse()?;
    let com: [Number; 3] = std::array::from_fn(|i| {
        let moment = |sum: Number, one: &Lump| sum + &one.mass * &one.com[i];
        lumps.iter().fold(Number::ZERO, moment) * &part
    });
    let inertia = lumps.iter().map(|one| about(one, &com));
    let inertia = inertia.fold(Sym3::default(), |sum, one| {
        Sym3::from_fn(|i, j| sum.at(i, j) + one.at(i, j))
    });
    Some(Lump { mass, com, inertia })
}

/// The inertia of a lump about another point than its mass centre: I + m (|d|² 1 − d dᵀ).
fn about(lump: &Lump, point: &[Number; 3]) -> Sym3 {
    let d: [Number; 3] = std::array::from_fn(|i| &lump.com[i] - &point[i]);
    let squared = d.iter().fold(Number::ZERO, |sum, x| sum + x * x);
    Sym3::from_fn(|i, j| {
        let on = if i == j {
            squared.clone()
        } else {
            Number::ZERO
        };
        lump.inertia.at(i, j) + &lump.mass * (on - &d[i] * &d[j])
    })
}

/// A lump with what `<compiler>` says of all bodies: at least `boundmass`, principal moments of at least `boundinertia`, and balanced.
fn bounded(mut lump: Lump, body: &Element, at: &Range<usize>, reader: &mut MjcfReader) -> Lump {
    let Compiler {
        least_mass,
        least_moment,
        balance,
        ..
    } = &reader.compiler;
    // A negative mass is a fault, which is reported later.
    if !lump.mass.is_negative() && lump.mass < *least_mass {
        lump.mass = least_mass.clone();
    }
    let balance = *balance;
    if let Some(least) = least_moment.clone().map(|least| least.value) {
        let above = minus_on_diagonal(&lump.inertia, &least);
        let skew = [&lump.inertia.xy, &lump.inertia.xz, &lump.inertia.yz];
        if is_semidefinite(&above) {
            // Every principal moment is at least that.
        } else if skew.iter().all(|entry| entry.is_zero()) {
            for moment in [
                &mut lump.inertia.xx,
                &mut lump.inertia.yy,
                &mut lump.inertia.zz,
            ] {
                if *moment < least {
                    *moment = least.clone();
                }
            }
        } else {
            let why = "a principal moment of its inertia is below `boundinertia`, and its axes are not those of the body";
            let help = "write an <inertial> for it, or take `boundinertia` out of <compiler>";
            reader.refuse(at, &body.what(), why, help);
        }
    }
    if balance {
        lump.inertia = balanced(lump.inertia);
    }
    lump
}

/// The tensor, or its mean on the diagonal where two principal moments together are less than the third.
fn balanced(tensor: Sym3) -> Sym3 {
    let trace = &tensor.xx + &tensor.yy + &tensor.zz;
    let half = &trace / &Number::from(2);
    let of_masses = Sym3::from_fn(|i, j| {
        if i == j {
            &half - tensor.at(i, j)
        } else {
            -tensor.at(i, j)
        }
    });
    if is_semidefinite(&of_masses) {
        return tensor;
    }
    let mean = trace / Number::from(3);
    Sym3::from_fn(|i, j| if i == j { mean.clone() } else { Number::ZERO })
}

fn minus_on_diagonal(tensor: &Sym3, least: &Number) -> Sym3 {
    Sym3::from_fn(|i, j| {
        if i == j {
            tensor.at(i, j) - least
        } else {
            tensor.at(i, j).clone()
        }
    })
}

/// Whether no principal moment is negative: no principal minor is.
fn is_semidefinite(m: &Sym3) -> bool {
    let minor = |i: usize, j: usize| m.at(i, i) * m.at(j, j) - m.at(i, j) * m.at(i, j);
    let determinant = &m.xx * minor(1, 2) - &m.xy * (&m.xy * &m.zz - &m.yz * &m.xz)
        + &m.xz * (&m.xy * &m.yz - &m.yy * &m.xz);
    let minors = [
        m.xx.clone(),
        m.yy.clone(),
        m.zz.clone(),
        minor(0, 1),
        minor(0, 2),
        minor(1, 2),
        determinant,
    ];
    minors.iter().all(|minor| !minor.is_negative())
}

/// Scales all bodies to the mass that `<compiler>` says.
pub(super) fn scale<'b>(lumps: impl Iterator<Item = &'b mut Lump>, compiler: &Compiler) {
    let Some(total) = &compiler.total_mass else {
        return;
    };
    let lumps: Vec<&mut Lump> = lumps.collect();
    let mass = lumps
        .iter()
        .fold(Number::ZERO, |sum, lump| sum + &lump.mass);
    let Some(inverse) = mass.inverse() else {
        return;
    };
    let factor = total * &inverse;
    for lump in lumps {
        lump.mass = &lump.mass * &factor;
        lump.inertia = Sym3::from_fn(|i, j| lump.inertia.at(i, j) * &factor);
    }
}
