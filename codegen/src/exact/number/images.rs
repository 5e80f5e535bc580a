//! The values of a number in two prime fields, at parameters drawn once and for all: whether formulas are equal.
//!
//! One field is public, that of 2⁶¹ − 1, and so are the parameters in it: what is chosen by this image is the same in every
//! process, and generated code with it. But constants can be prepared for what is public: p (x − 1) is 0 in the field of p
//! wherever x is. So the other field, and what stands for parameters, cosines and sines in it, is drawn from the randomness of
//! the operating system, another one in every process, and nothing is taken for equal but what is equal in both.

use core::ops::{Add, Div, Mul, Neg, Sub};
use std::hash::{BuildHasher, RandomState};
use std::sync::LazyLock;

use super::Number;
use crate::exact::element::{FieldElement, PrimeField, scramble};
use crate::exact::field::Fp;
use crate::exact::residue::{Field, Residue};
use crate::scalar::Scalar;

/// The values in both fields; undefined in one when its prime divides a denominator.
#[derive(Clone, Copy, Debug)]
pub(super) struct Images {
    pub(super) public: Fp,
    hidden: Residue,
}

/// A field that nobody knows beforehand.
struct Hidden {
    field: Field,
    seed: u64,
}

static HIDDEN: LazyLock<Hidden> = LazyLock::new(|| {
    let random = RandomState::new();
    Hidden {
        field: Field::drawn(random.hash_one(0_u8)),
        seed: random.hash_one(1_u8),
    }
});

impl Images {
    /// Those of the parameter at a place of a model's list.
    pub(super) fn of_parameter(place: usize) -> Self {
        let bits = scramble(HIDDEN.seed, &[place as u64]);
        Self {
            public: Fp::scrambled(0, &[place as u64]),
            hidden: HIDDEN.field.element(bits),
        }
    }

    /// Those of a number without parameters.
    pub(super) fn of_rational(value: &Number) -> Self {
        Self {
            public: Fp::of_rational(value),
            hidden: HIDDEN.field.of(value),
        }
    }

    /// What stands for cosine and sine of an angle with these images, rad.
    pub(super) fn circle(self) -> (Self, Self) {
        let (public, hidden) = (
            self.public.scrambled_circle(),
            self.hidden.scrambled_circle(),
        );
        let [cosine, sine] = [(public.0, hidden.0), (public.1, hidden.1)]
            .map(|(public, hidden)| Self { public, hidden });
        (cosine, sine)
    }

    /// Whether these are those of equal numbers. A value that is undefined in the hidden field is none; in the public one, where that
    /// can be prepared, it is as good as any other: the hidden values decide.
    pub(super) fn agree(&self, other: &Self) -> bool {
        self.public == other.public && (self.hidden - other.hidden).is_zero()
    }

    /// Whether these are those of a small number. Where the public image is undefined, the hidden one decides.
    pub(super) fn are(&self, value: i8) -> bool {
        (self.public.is_undefined() || self.public == Scalar::literal(value))
            && (self.hidden - Scalar::literal(value)).is_zero()
    }

    fn with(
        self,
        other: Self,
        public: impl FnOnce(Fp, Fp) -> Fp,
        hidden: impl FnOnce(Residue, Residue) -> Residue,
    ) -> Self {
        Self {
            public: public(self.public, other.public),
            hidden: hidden(self.hidden, other.hidden),
        }
    }
}

macro_rules! operator {
    ($trait:ident, $method:ident) => {
        impl $trait for Images {
            type Output = Self;
            fn $method(self, other: Self) -> Self {
                self.with(other, Fp::$method, Residue::$method)
            }
        }
    };
}
operator!(Add, add);
operator!(Sub, sub);
operator!(Mul, mul);
operator!(Div, div);

impl Neg for Images {
    type Output = Self;
    fn neg(self) -> Self {
        Self {
            public: -self.public,
            hidden: -self.hidden,
        }
    }
}

#[cfg(test)]
mod tests {
    use rustc_hash::FxHashMap;

    use crate::exact::angle::Angle;
    use crate::exact::element::{FieldElement, scramble};
    use crate::exact::field::P;
    use crate::exact::number::{Atoms, Memo, Number, Slopes};

    fn parameters() -> [Number; 2] {
        [0, 1].map(|place| Number::parameter(place, &Number::from(2)))
    }

    /// A number that is 0 in the public field.
    fn vanishing() -> Number {
        Number::from(i64::try_from(P).expect("61 bits")) / Number::from(1_000_000_000)
    }

    /// Parameters in floats.
    struct Floats([f64; 2]);

    impl Atoms for Floats {
        type S = f64;
        fn rational(&self, value: &Number) -> f64 {
            value.to_f64()
        }
        fn parameter(&self, place: usize) -> f64 {
            self.0[place]
        }
        fn circle(&self, angle: f64) -> (f64, f64) {
            (angle.cos(), angle.sin())
        }
    }

    #[test]
    fn a_multiple_of_the_public_prime_makes_no_formula_zero_or_one() {
        let [x, _] = parameters();
        let product = &x * &vanishing();
        assert!(product.is_formula() && !product.is_zero());
        let sum = Number::ONE + &product;
        assert!(sum.is_formula() && !sum.is_one());
        assert_ne!(&x + &product, x);
        assert_eq!(&(&x + &product) - &product, x);
    }

    #[test]
    fn formulas_that_differ_in_a_multiple_of_the_public_prime_have_values_of_their_own() {
        let [x, y] = parameters();
        let other = &x + &(&y * &vanishing());
        let (mut memo, point) = (Memo::default(), Floats([3.0, 5.0]));
        assert_eq!(x.evaluate(&point, &mut memo), 3.0);
        let value = 3.0 + 5.0 * vanishing().to_f64();
        assert_eq!(other.evaluate(&point, &mut memo), value);
        let mut slopes = Slopes::by_parameter(1);
        assert!(slopes.of(&x).is_zero());
        assert_eq!(slopes.of(&other), vanishing());
    }

    /// By a multiple of the public prime nothing can be divided in its field.
    #[test]
    fn formulas_without_a_public_image_are_not_equal_for_that() {
        let [x, y] = parameters();
        let (a, b) = (&x / &vanishing(), &y / &vanishing());
        assert!(a.image().is_undefined() && b.image().is_undefined());
        assert_ne!(a, b);
        assert_eq!(a, &x / &vanishing());
        assert!((&a - &(&x / &vanishing())).is_zero());
        assert!((&a / &(&x / &vanishing())).is_one());
        assert!(!(&a - &b).is_zero());
        let (mut memo, point) = (Memo::default(), Floats([3.0, 5.0]));
        let values = [&a, &b].map(|one| one.evaluate(&point, &mut memo));
        assert_eq!(values, [3.0, 5.0].map(|x| x / vanishing().to_f64()));
    }

    /// 1 / (x − x) is undefined in every field.
    #[test]
    fn a_formula_without_images_is_equal_to_itself_alone() {
        let [x, y] = parameters();
        let nothing = [&x / &Number::ZERO, &y / &Number::ZERO];
        assert_ne!(nothing[0], nothing[1]);
        assert_eq!(nothing[0], nothing[0].clone());
        let mut memo = Memo::default();
        let values = nothing.map(|one| one.evaluate(&Floats([3.0, -5.0]), &mut memo));
        assert_eq!(values, [f64::INFINITY, f64::NEG_INFINITY]);
    }

    /// An angle may be a formula whose value is known: 2x / x.
    #[test]
    fn cosines_have_no_values_known_beforehand() {
        let [x, _] = parameters();
        let two = &(&x + &x) / &x;
        let cosine = Angle::of_radians(two).circle().cos;
        let tangent = Number::from((scramble(1, &[2]) >> 3) as i64);
        let square = &tangent * &tangent;
        let known = (Number::ONE - square.clone()) / (Number::ONE + square);
        assert_eq!(cosine.image(), known.image());
        assert!(!(&cosine - &known).is_zero());
    }

    #[test]
    fn equal_formulas_are_one_key_of_a_table() {
        let [x, y] = parameters();
        let mut table = FxHashMap::default();
        table.insert(&(&x + &y) * &(&x - &y), 1);
        assert_eq!(table.get(&(&(&x * &x) - &(&y * &y))), Some(&1));
        assert_eq!(table.get(&(&(&x * &x) + &(&y * &y))), None);
    }
}
