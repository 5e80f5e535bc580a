//! Masses and inertias that no body can have.

use crate::exact::number::Number;
use crate::mechanism::Sym3;
use crate::model::faults::Faults;
use crate::model::raw::RawRigid;

/// Reports a negative mass (an error) and an impossible inertia (a warning).
pub(super) fn check(rigid: &RawRigid, kind: &str, faults: &mut Faults) {
    let name = &rigid.name.value;
    if rigid.mass.value.is_negative() {
        let message = format!(
            "{kind} \"{name}\" has negative mass {}",
            rigid.mass.value.to_f64()
        );
        faults.error(&rigid.mass.at, message, "mass is in kg and must be >= 0");
    }
    let inertia = &rigid.inertia.value;
    let inertia = Sym3::from_fn(|i, j| inertia.at(i, j).at_defaults());
    if let Some((what, help)) = impossible(&inertia) {
        faults.warning(
            &rigid.inertia.at,
            format!("the inertia of {kind} \"{name}\" {what}"),
            help,
        );
    }
}

/// The fault of an inertia about the mass centre. Equalities hold with a tolerance of 1e-9 of the trace: a rod or
/// a lamina is legal (Saha's Stanford arm has links with ixx + izz = iyy).
fn impossible(inertia: &Sym3) -> Option<(&'static str, &'static str)> {
    let diagonal = [&inertia.xx, &inertia.yy, &inertia.zz];
    if diagonal.iter().any(|entry| entry.is_negative()) {
        return Some((
            "has a negative moment",
            "xx, yy and zz are integrals of squares",
        ));
    }
    if !is_positive(inertia) {
        return Some((
            "is not positive semidefinite",
            "check the products xy, xz, yz: they are tensor entries, -∫xy dm",
        ));
    }
    // Σ = ½ tr(I) 1 − I is the second moment of mass ∫ r rᵀ dm; its positivity is the triangle inequality in every frame.
    let half = (&inertia.xx + &inertia.yy + &inertia.zz) / Number::from(2);
    let moment = Sym3::from_fn(|i, j| {
        let diagonal = if i == j { half.clone() } else { Number::ZERO };
        diagonal - inertia.at(i, j)
    });
    if !is_positive(&moment) {
        return Some((
            "violates the triangle inequality",
            "each principal moment is at most the sum of the other two; is it about the mass centre, in kg m²?",
        ));
    }
    None
}

/// Whether a symmetric matrix with trace ≥ 0 is positive semidefinite up to 1e-9 of its trace: the leading minors of
/// the matrix with that much added to its diagonal are positive.
fn is_positive(m: &Sym3) -> bool {
    let shift = (&m.xx + &m.yy + &m.zz) / Number::from(1_000_000_000);
    let (x, y, z) = (&m.xx + &shift, &m.yy + &shift, &m.zz + &shift);
    let minor = &x * &y - &m.xy * &m.xy;
    let determinant = &minor * &z + Number::from(2) * &m.xy * &m.yz * &m.xz
        - &x * &m.yz * &m.yz
        - &y * &m.xz * &m.xz;
    if shift.is_zero() {
        return *m == Sym3::default();
    }
    Number::ZERO < x && Number::ZERO < minor && Number::ZERO < determinant
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tensor(entries: [&str; 6]) -> Sym3 {
        let [xx, yy, zz, xy, xz, yz] = entries.map(|text| Number::parse(text).expect(text));
        Sym3 {
            xx,
            yy,
            zz,
            xy,
            xz,
            yz,
        }
    }

    #[test]
    fn equality_in_the_triangle_inequality_is_legal() {
        for entries in [
            ["0.01", "0.02", "0.01", "0", "0", "0"],
            ["1", "1", "0", "0", "0", "0"],
            ["0", "0", "0", "0", "0", "0"],
            ["0.5", "0.5", "1", "-0.5", "0", "0"],
        ] {
            assert_eq!(impossible(&tensor(entries)), None, "{entries:?}");
        }
    }

    #[test]
    fn impossible_inertias_are_distinguished() {
        let fault = |entries| impossible(&tensor(entries)).map(|(what, _)| what);
        assert_eq!(
            fault(["-1", "1", "1", "0", "0", "0"]),
            Some("has a negative moment")
        );
        assert_eq!(
            fault(["1", "1", "1", "2", "0", "0"]),
            Some("is not positive semidefinite")
        );
        assert_eq!(
            fault(["0", "0", "0", "0", "0", "1"]),
            Some("is not positive semidefinite")
        );
        assert_eq!(
            fault(["1", "1", "2.1", "0", "0", "0"]),
            Some("violates the triangle inequality")
        );
    }
}
