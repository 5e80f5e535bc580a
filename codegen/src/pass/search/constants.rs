//! The constants of a network: compared by their image in the prime field, computed exactly only when one survives.

use rustc_hash::FxHashMap;

use crate::exact::element::FieldElement;
use crate::exact::field::Fp;
use crate::exact::number::Number;
use crate::scalar::Scalar;

/// Place of a constant in the table; all constants are positive, or 0.
pub(super) type Id = u32;

/// A constant with a sign.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SignedConstant {
    pub(super) id: Id,
    pub(super) negative: bool,
}

impl SignedConstant {
    pub(super) const ZERO: Self = Self::positive(0);
    pub(super) const ONE: Self = Self::positive(1);

    pub(super) const fn positive(id: Id) -> Self {
        Self {
            id,
            negative: false,
        }
    }

    pub(super) fn signed(self, negative: bool) -> Self {
        Self {
            negative: self.negative ^ negative,
            ..self
        }
    }
}

/// How a constant is computed from those before it; the sign is dropped.
#[derive(Clone, Debug)]
enum Recipe {
    Given(Number),
    Sum(Id, Id),
    Difference(Id, Id),
    Product(Id, Id),
    Inverse(Id),
}

#[derive(Clone, Debug)]
struct TableConstant {
    recipe: Recipe,
    field: Fp,
    float: f64,
    /// An upper bound on the bits of the exact value.
    bits: usize,
    /// Whether it depends on parameters of the model: it may be 0 at run time, so nothing is divided by it.
    open: bool,
    inverse: Option<Id>,
}

/// The table.
#[derive(Clone, Debug)]
pub(super) struct ConstantTable {
    list: Vec<TableConstant>,
    known: FxHashMap<Fp, Id>,
    most_bits: usize,
    least: f64,
    most: f64,
}

/// By how much new constants may leave the range of those given: far from overflow, also in single precision.
const MARGIN: f64 = 1_048_576.0;
/// A sum of constants that loses more digits than this is not formed: its floating-point image would be noise.
const CANCELLATION: f64 = 1e-6;

impl ConstantTable {
    /// A table that holds 0 and 1.
    pub(super) fn new() -> Self {
        let mut table = Self {
            list: Vec::new(),
            known: FxHashMap::default(),
            most_bits: 0,
            least: 1.0 / MARGIN,
            most: MARGIN,
        };
        for number in [Number::ZERO, Number::ONE] {
            let _ = table.given(&number);
        }
        table
    }

    /// A constant of the program. `None` when it has no image in the field or is beyond f64.
    pub(super) fn given(&mut self, number: &Number) -> Option<SignedConstant> {
        let (field, float) = (Fp::of(number), number.to_f64());
        let open = number.is_formula();
        // The size of what depends on parameters is a guess anyway.
        let float = if open && float == 0.0 { 1.0 } else { float };
        if field.is_undefined() || !float.is_finite() || (float == 0.0) != number.is_zero() {
            return None;
        }
        self.most_bits = self.most_bits.max(2 * number.bits() + 512);
        if float != 0.0 {
            self.least = self.least.min(float.abs() / MARGIN);
            self.most = self.most.max(float.abs() * MARGIN);
        }
        self.intern(Recipe::Given(number.abs()), field, float, number.bits())
    }

    /// a + b.
    pub(super) fn sum(&mut self, a: SignedConstant, b: SignedConstant) -> Option<SignedConstant> {
        let (x, y) = (&self.list[a.id as usize], &self.list[b.id as usize]);
        let bits = x.bits + y.bits + 1;
        let sum = if a.negative == b.negative {
            let (field, float) = (x.field + y.field, x.float + y.float);
            self.intern(Recipe::Sum(a.id, b.id), field, float, bits)?
        } else {
            let (field, float) = (x.field - y.field, x.float - y.float);
            if field == Fp::zero() {
                return Some(SignedConstant::ZERO);
            }
            if float.abs() < CANCELLATION * x.float.max(y.float) {
                return None;
            }
            self.intern(Recipe::Difference(a.id, b.id), field, float, bits)?
        };
        Some(sum.signed(a.negative))
    }

    /// a · b.
    pub(super) fn product(
        &mut self,
        a: SignedConstant,
        b: SignedConstant,
    ) -> Option<SignedConstant> {
        let negative = a.negative ^ b.negative;
        if a.id == SignedConstant::ONE.id {
            return Some(b.signed(a.negative));
        }
        if b.id == SignedConstant::ONE.id {
            return Some(a.signed(b.negative));
        }
        let (x, y) = (&self.list[a.id as usize], &self.list[b.id as usize]);
        let (field, float) = (x.field * y.field, x.float * y.float);
        let bits = x.bits + y.bits;
        let product = self.intern(Recipe::Product(a.id, b.id), field, float, bits)?;
        Some(product.signed(negative))
    }

    /// 1 / a; `None` for 0 and for what may be 0 at run time.
    pub(super) fn inverse(&mut self, a: SignedConstant) -> Option<SignedConstant> {
        let known = &self.list[a.id as usize];
        if a.id == SignedConstant::ZERO.id || known.open {
            return None;
        }
        // A memo is a guess: `truncate` may have forgotten the inverse.
        if let Some(id) = known.inverse
            && let Some(inverse) = self.list.get(id as usize)
            && inverse.field * known.field == Fp::one()
        {
            return Some(SignedConstant::positive(id).signed(a.negative));
        }
        let (field, float) = (Fp::one() / known.field, 1.0 / known.float);
        let inverse = self.intern(Recipe::Inverse(a.id), field, float, known.bits)?;
        self.list[a.id as usize].inverse = Some(inverse.id);
        Some(inverse.signed(a.negative))
    }

    /// a / b.
    pub(super) fn quotient(
        &mut self,
        a: SignedConstant,
        b: SignedConstant,
    ) -> Option<SignedConstant> {
        let inverse = self.inverse(b)?;
        self.product(a, inverse)
    }

    /// The image in the field.
    #[cfg(test)]
    pub(super) fn field(&self, id: Id) -> Fp {
        self.list[id as usize].field
    }

    /// Number of constants.
    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// Forgets all constants after the first `len`: nothing may refer to them.
    pub(super) fn truncate(&mut self, len: usize) {
        for constant in self.list.drain(len.min(self.list.len())..) {
            self.known.remove(&constant.field);
        }
    }

    /// The exact values of some constants.
    pub(super) fn exact(&self, wanted: impl Iterator<Item = Id>) -> FxHashMap<Id, Number> {
        let mut needed = vec![false; self.list.len()];
        for id in wanted {
            needed[id as usize] = true;
        }
        for index in (0..self.list.len()).rev() {
            if needed[index] {
                for id in self.list[index].recipe.ingredients().into_iter().flatten() {
                    needed[id as usize] = true;
                }
            }
        }
        let mut values: FxHashMap<Id, Number> = FxHashMap::default();
        for (index, constant) in self.list.iter().enumerate().filter(|(i, _)| needed[*i]) {
            let of = |id: &Id| &values[id];
            let value = match &constant.recipe {
                Recipe::Given(number) => number.clone(),
                Recipe::Sum(a, b) => of(a) + of(b),
                Recipe::Difference(a, b) => {
                    let difference = of(a) - of(b);
                    // The sign was dropped from the image.
                    if Fp::of(&difference) == constant.field {
                        difference
                    } else {
                        -difference
                    }
                }
                Recipe::Product(a, b) => of(a) * of(b),
                Recipe::Inverse(a) => of(a).inverse().unwrap_or_default(),
            };
            if let Ok(id) = Id::try_from(index) {
                values.insert(id, value);
            }
        }
        values
    }

    /// The constant with this value; its sign is that of `float`. `None` beyond the bounds.
    fn intern(
        &mut self,
        recipe: Recipe,
        field: Fp,
        float: f64,
        bits: usize,
    ) -> Option<SignedConstant> {
        let negative = float < 0.0;
        let (field, float) = if negative {
            (-field, -float)
        } else {
            (field, float)
        };
        if let Some(&id) = self.known.get(&field) {
            let known = self.list[id as usize].float;
            // Equal images of different numbers: as good as impossible, and seen here.
            return ((known - float).abs() <= 1e-3 * known)
                .then_some(SignedConstant { id, negative });
        }
        let given = matches!(recipe, Recipe::Given(_));
        let open = match &recipe {
            Recipe::Given(number) => number.is_formula(),
            _ => {
                let ingredients = recipe.ingredients().into_iter().flatten();
                ingredients
                    .into_iter()
                    .any(|id| self.list[id as usize].open)
            }
        };
        if !given && (bits > self.most_bits || !(self.least..=self.most).contains(&float)) {
            return None;
        }
        let id = Id::try_from(self.list.len()).ok()?;
        self.list.push(TableConstant {
            recipe,
            field,
            float,
            bits,
            open,
            inverse: None,
        });
        self.known.insert(field, id);
        Some(SignedConstant { id, negative })
    }
}

impl Recipe {
    fn ingredients(&self) -> [Option<Id>; 2] {
        match *self {
            Self::Given(_) => [None, None],
            Self::Sum(a, b) | Self::Difference(a, b) | Self::Product(a, b) => [Some(a), Some(b)],
            Self::Inverse(a) => [Some(a), None],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_may_leave_the_range_of_those_given_by_a_margin() {
        let mut table = ConstantTable::new();
        let [small, eighth, large] = [1e-9, 0.125, 1e9].map(|value| {
            let number = Number::from_f64(value).expect("a number");
            table.given(&number).expect("a constant")
        });
        assert!(table.product(small, eighth).is_some());
        assert!(table.product(large, large).is_none());
        assert!(table.product(small, small).is_none());
        assert!(table.quotient(large, eighth).is_some());
    }

    /// A parameter of the model may be 0 when the program runs, and so may what is computed from it.
    #[test]
    fn nothing_is_divided_by_what_may_be_zero() {
        let mut table = ConstantTable::new();
        let [two, parameter] = [Number::from(2), Number::parameter(0, &Number::from(3))]
            .map(|number| table.given(&number).expect("a constant"));
        assert!(table.inverse(two).is_some());
        assert_eq!(table.inverse(SignedConstant::ZERO), None);
        assert_eq!(table.inverse(parameter), None);
        assert_eq!(table.quotient(two, parameter), None);
        let product = table.product(two, parameter).expect("a constant");
        assert_eq!(table.inverse(product), None);
    }
}
