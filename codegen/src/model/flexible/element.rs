//! Finite elements along a beam whose strain is a polynomial: displacements at a point for a unit of each strain coefficient.
//!
//! In an element of length h the strain (the curvature w'' in bending, the twist rate ψ' or the stretch u') is Σ a_k P_k(ξ) with
//! Legendre's polynomials on ξ = −1 … 1 and k up to [`DEGREE`]; two integrations give slope and displacement in bending, one
//! in torsion and axially. With a linear curvature these would be Hermite's cubics. Coefficients of strain as unknowns have no
//! conditions between elements, so that rigidities may jump there, and make the energy a sum of squares:
//! ½ Σ EI a_k² h/(2k+1).

use super::quadrature::rule;
use super::section::Section;

/// The degree of the strain.
const DEGREE: usize = 7;

/// Coefficients of an element.
pub(super) const COEFFICIENTS: usize = DEGREE + 1;

/// An element.
#[derive(Clone, Copy, Debug)]
pub(super) struct Element {
    /// Its section, from the clamped end.
    pub(super) section: usize,
    /// Where it begins, m.
    pub(super) start: f64,
    /// m.
    pub(super) length: f64,
}

/// A point of integration.
#[derive(Clone, Copy, Debug)]
pub(super) struct Point {
    /// Its section.
    pub(super) section: usize,
    /// m.
    pub(super) x: f64,
    /// dx, m.
    pub(super) weight: f64,
}

/// The displacement and the slope at a point for a unit of every coefficient.
pub(super) struct Basis {
    pub(super) value: Vec<f64>,
    /// In bending the derivative of the displacement; else 0.
    pub(super) slope: Vec<f64>,
}

/// The elements of a beam, `counts` in each section.
pub(super) fn mesh(sections: &[Section], counts: &[usize]) -> Vec<Element> {
    let mut elements = Vec::new();
    let mut start = 0.0;
    for (section, (piece, &count)) in sections.iter().zip(counts).enumerate() {
        let length = piece.length.to_f64();
        elements.extend((0..count).map(|k| Element {
            section,
            start: start + length * k as f64 / count as f64,
            length: length / count as f64,
        }));
        start += length;
    }
    elements
}

/// The points of Gauss's rule in all elements: integrals of products of two displacements, or slopes, and a square are exact.
pub(super) fn points(elements: &[Element]) -> Vec<Point> {
    let of_element = |element: &Element| {
        let Element {
            section,
            start,
            length,
        } = *element;
        rule().map(|(ξ, weight)| Point {
            section,
            x: start + 0.5 * (ξ + 1.0) * length,
            weight: 0.5 * length * weight,
        })
    };
    elements.iter().flat_map(of_element).collect()
}

/// Displacement and slope at `x` of a beam that is held at its start, for a unit of every coefficient.
pub(super) fn basis(elements: &[Element], bends: bool, x: f64) -> Basis {
    let mut value = vec![0.0; elements.len() * COEFFICIENTS];
    let mut slope = value.clone();
    let of_elements = value
        .chunks_mut(COEFFICIENTS)
        .zip(slope.chunks_mut(COEFFICIENTS));
    for (element, (value, slope)) in elements.iter().zip(of_elements) {
        let (h, beyond) = (element.length, x - element.start - element.length);
        if x <= element.start {
            break;
        }
        let ξ = if beyond < 0.0 {
            1.0 + 2.0 * beyond / h
        } else {
            1.0
        };
        let (once, twice) = integrated(ξ);
        for k in 0..COEFFICIENTS {
            let first = 0.5 * h * once[k];
            if bends {
                slope[k] = first;
                value[k] = 0.25 * h * h * twice[k] + first * beyond.max(0.0);
            } else {
                value[k] = first;
            }
        }
    }
    Basis { value, slope }
}

/// ∫ P_k and ∬ P_k from −1 to ξ.
fn integrated(ξ: f64) -> ([f64; COEFFICIENTS], [f64; COEFFICIENTS]) {
    let mut legendre = [1.0; DEGREE + 3];
    legendre[1] = ξ;
    for k in 2..legendre.len() {
        let n = k as f64;
        legendre[k] = ((2.0 * n - 1.0) * ξ * legendre[k - 1] - (n - 1.0) * legendre[k - 2]) / n;
    }
    // ∫ P_k = (P_{k+1} − P_{k−1})/(2k + 1), which is 0 at −1.
    let once: [f64; DEGREE + 2] = core::array::from_fn(|k| match k {
        0 => ξ + 1.0,
        _ => (legendre[k + 1] - legendre[k - 1]) / (2 * k + 1) as f64,
    });
    let twice = core::array::from_fn(|k| match k {
        0 => 0.5 * (ξ + 1.0) * (ξ + 1.0),
        _ => (once[k + 1] - once[k - 1]) / (2 * k + 1) as f64,
    });
    (core::array::from_fn(|k| once[k]), twice)
}

/// The energy of strain, twice, of a unit of coefficient `k` in an element of this rigidity.
pub(super) fn energy(element: &Element, k: usize, rigidity: f64) -> f64 {
    rigidity * element.length / (2 * k + 1) as f64
}

/// The strain at the start of the beam for its coefficients: Σ a_k P_k(−1) of the first element.
pub(super) fn first_strain(strains: &[f64]) -> f64 {
    let terms = strains.iter().take(COEFFICIENTS).enumerate();
    terms.map(|(k, a)| if k % 2 == 0 { *a } else { -a }).sum()
}
