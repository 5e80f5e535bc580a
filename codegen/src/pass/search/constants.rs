//! The constants of a network: found by their image in the prime field, and told apart by their exact values.
//!
//! The prime is a public one, and a model can have constants that differ by a multiple of it. So an image only finds a constant; the
//! exact values say whether it is the one that is sought. How a constant was made is kept with it, so that this is not asked again.

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

/// Where a constant comes from; the sign is dropped.
#[derive(Clone, Debug)]
enum Recipe {
    Given(Number),
    Made(Making),
}

/// How a constant is computed from others of the table. They are taken as positive, and so is what is made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Making {
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
    /// The exact value, once it was asked for.
    value: Option<Number>,
    /// The constant before it that has the same image and another value.
    same_image: Option<Id>,
    /// How many makings were known before it.
    makings: usize,
}

/// The table.
#[derive(Clone, Debug)]
pub(super) struct ConstantTable {
    list: Vec<TableConstant>,
    /// The last constant of every image.
    known: FxHashMap<Fp, Id>,
    /// What was made, and which constant that is.
    made: FxHashMap<Making, Id>,
    /// The same makings, in the order in which they were made.
    makings: Vec<Making>,
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
            made: FxHashMap::default(),
            makings: Vec::new(),
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
        let (number, bits) = (number.abs(), number.bits());
        let negative = float < 0.0;
        let (field, float) = match negative {
            true => (-field, -float),
            false => (field, float),
        };
        if let Some(known) = self.find(field, &number) {
            return self.is_near(known, float).then_some(SignedConstant {
                id: known,
                negative,
            });
        }
        let id = self.push(Recipe::Given(number), field, float, bits, open)?;
        Some(SignedConstant { id, negative })
    }

    /// a + b.
    pub(super) fn sum(&mut self, a: SignedConstant, b: SignedConstant) -> Option<SignedConstant> {
        let (first, second) = (a.id.min(b.id), a.id.max(b.id));
        if a.negative == b.negative {
            let sum = self.make(Making::Sum(first, second))?;
            return Some(SignedConstant::positive(sum).signed(a.negative));
        }
        if a.id == b.id {
            return Some(SignedConstant::ZERO);
        }
        let [x, y] = [a.id, b.id].map(|id| self.list[id as usize].float);
        if (x - y).abs() < CANCELLATION * x.max(y) {
            return None;
        }
        // a − b = −(b − a)
        let opposite = x < y;
        let difference = self.make(match opposite {
            true => Making::Difference(b.id, a.id),
            false => Making::Difference(a.id, b.id),
        })?;
        Some(SignedConstant::positive(difference).signed(a.negative ^ opposite))
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
        if [a.id, b.id].contains(&SignedConstant::ZERO.id) {
            return Some(SignedConstant::ZERO);
        }
        let product = self.make(Making::Product(a.id.min(b.id), a.id.max(b.id)))?;
        Some(SignedConstant::positive(product).signed(negative))
    }

    /// 1 / a; `None` for 0 and for what may be 0 at run time.
    pub(super) fn inverse(&mut self, a: SignedConstant) -> Option<SignedConstant> {
        if a.id == SignedConstant::ZERO.id || self.list[a.id as usize].open {
            return None;
        }
        let inverse = self.make(Making::Inverse(a.id))?;
        Some(SignedConstant::positive(inverse).signed(a.negative))
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
        let Some(makings) = self.list.get(len).map(|first| first.makings) else {
            return;
        };
        let stays = |id: Id| (id as usize) < len;
        let mut kept = makings;
        for index in makings..self.makings.len() {
            let making = self.makings[index];
            let of = making.ingredients();
            if of.into_iter().flatten().all(stays)
                && self.made.get(&making).is_some_and(|&id| stays(id))
            {
                self.makings[kept] = making;
                kept += 1;
            } else {
                self.made.remove(&making);
            }
        }
        self.makings.truncate(kept);
        // The last constant of an image comes first.
        for constant in self.list.drain(len..).rev() {
            match constant.same_image {
                Some(before) => self.known.insert(constant.field, before),
                None => self.known.remove(&constant.field),
            };
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
                for id in self.list[index].ingredients() {
                    needed[id as usize] = true;
                }
            }
        }
        let mut values: FxHashMap<Id, Number> = FxHashMap::default();
        for (index, constant) in self.list.iter().enumerate().filter(|(i, _)| needed[*i]) {
            let value = match (&constant.value, &constant.recipe) {
                (Some(number), _) | (None, Recipe::Given(number)) => number.clone(),
                (None, Recipe::Made(making)) => making.of(|id| values.get(&id)),
            };
            if let Ok(id) = Id::try_from(index) {
                values.insert(id, value);
            }
        }
        values
    }

    /// The constant that is made like this. `None` beyond the bounds.
    fn make(&mut self, making: Making) -> Option<Id> {
        if let Some(&known) = self.made.get(&making) {
            return Some(known);
        }
        let of = |id: Id| &self.list[id as usize];
        let (field, float, bits) = match making {
            Making::Sum(a, b) => (
                of(a).field + of(b).field,
                of(a).float + of(b).float,
                of(a).bits + of(b).bits + 1,
            ),
            Making::Difference(a, b) => (
                of(a).field - of(b).field,
                of(a).float - of(b).float,
                of(a).bits + of(b).bits + 1,
            ),
            Making::Product(a, b) => (
                of(a).field * of(b).field,
                of(a).float * of(b).float,
                of(a).bits + of(b).bits,
            ),
            Making::Inverse(a) => (Fp::one() / of(a).field, 1.0 / of(a).float, of(a).bits),
        };
        if field.is_undefined() {
            return None;
        }
        let known = match self.known.contains_key(&field) {
            true => {
                let value = self.made_value(making);
                self.find(field, &value)
            }
            false => None,
        };
        let id = match known {
            Some(known) if !self.is_near(known, float) => return None,
            Some(known) => known,
            None if bits > self.most_bits || !(self.least..=self.most).contains(&float) => {
                return None;
            }
            None => {
                let mut of = making.ingredients().into_iter().flatten();
                let open = of.any(|id| self.list[id as usize].open);
                self.push(Recipe::Made(making), field, float, bits, open)?
            }
        };
        self.made.insert(making, id);
        self.makings.push(making);
        Some(id)
    }

    /// Whether the floating-point image of a constant is what it is elsewhere: it is far off after cancellations.
    fn is_near(&self, id: Id, float: f64) -> bool {
        let known = self.list[id as usize].float;
        (known - float).abs() <= 1e-3 * known
    }

    /// The constant that has this image and this value.
    fn find(&mut self, field: Fp, value: &Number) -> Option<Id> {
        let mut next = self.known.get(&field).copied();
        while let Some(id) = next {
            if self.value(id) == value {
                return Some(id);
            }
            next = self.list[id as usize].same_image;
        }
        None
    }

    fn push(
        &mut self,
        recipe: Recipe,
        field: Fp,
        float: f64,
        bits: usize,
        open: bool,
    ) -> Option<Id> {
        let id = Id::try_from(self.list.len()).ok()?;
        self.list.push(TableConstant {
            recipe,
            field,
            float,
            bits,
            open,
            value: None,
            same_image: self.known.insert(field, id),
            makings: self.makings.len(),
        });
        Some(id)
    }

    /// The exact value of what is made like this.
    fn made_value(&mut self, making: Making) -> Number {
        for id in making.ingredients().into_iter().flatten() {
            self.value(id);
        }
        making.of(|id| self.list[id as usize].value.as_ref())
    }

    /// The exact value of a constant.
    fn value(&mut self, id: Id) -> &Number {
        if self.list[id as usize].value.is_none() {
            self.evaluate(id);
        }
        self.list[id as usize].value.get_or_insert(Number::ZERO)
    }

    /// Computes the exact value of a constant. What it is made of may go back far: the walk keeps its own stack.
    fn evaluate(&mut self, id: Id) {
        let mut stack = vec![id];
        while let Some(&id) = stack.last() {
            let constant = &self.list[id as usize];
            let before = stack.len();
            let is_open = |id: &Id| self.list[*id as usize].value.is_none();
            stack.extend(constant.ingredients().filter(is_open));
            if stack.len() > before {
                continue;
            }
            stack.pop();
            let value = match &constant.recipe {
                Recipe::Given(number) => number.clone(),
                Recipe::Made(making) => making.of(|id| self.list[id as usize].value.as_ref()),
            };
            self.list[id as usize].value = Some(value);
        }
    }
}

impl TableConstant {
    /// The constants that it is made of.
    fn ingredients(&self) -> impl Iterator<Item = Id> + use<> {
        let of = match self.recipe {
            Recipe::Given(_) => [None, None],
            Recipe::Made(making) => making.ingredients(),
        };
        of.into_iter().flatten()
    }
}

impl Making {
    fn ingredients(self) -> [Option<Id>; 2] {
        match self {
            Self::Sum(a, b) | Self::Difference(a, b) | Self::Product(a, b) => [Some(a), Some(b)],
            Self::Inverse(a) => [Some(a), None],
        }
    }

    /// The value, of values that are known.
    fn of<'v>(self, known: impl Fn(Id) -> Option<&'v Number>) -> Number {
        let two = |a, b| known(a).zip(known(b));
        let value = match self {
            Self::Sum(a, b) => two(a, b).map(|(a, b)| a + b),
            Self::Difference(a, b) => two(a, b).map(|(a, b)| a - b),
            Self::Product(a, b) => two(a, b).map(|(a, b)| a * b),
            Self::Inverse(a) => known(a).and_then(Number::inverse),
        };
        debug_assert!(
            value.is_some(),
            "what a constant is made of comes before it"
        );
        value.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use dashu_int::IBig;

    use super::*;
    use crate::exact::field::P;

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

    /// 2⁶¹ − 1 divides what these differ by, and the floats do not tell them apart either.
    #[test]
    fn numbers_of_one_image_and_one_float_are_two_constants() {
        let mut table = ConstantTable::new();
        let three = Number::from(3);
        let step = Number::dyadic(IBig::from(P), 120);
        let other = &three + &step;
        assert_eq!(
            (Fp::of(&three), three.to_f64()),
            (Fp::of(&other), other.to_f64())
        );
        let [a, b, seven] = [&three, &other, &Number::from(7)]
            .map(|number| table.given(number).expect("a constant"));
        assert_ne!(a, b);
        assert_eq!(
            [table.given(&other), table.given(&-&three)],
            [Some(b), Some(a.signed(true))]
        );
        // What is made of them is two constants as well, before and after others were forgotten.
        for _ in 0..2 {
            let len = table.len();
            let products = [a, b].map(|one| table.product(one, seven).expect("a constant"));
            assert_ne!(products[0], products[1]);
            assert_eq!(table.quotient(products[1], seven), Some(b));
            assert_eq!(table.quotient(products[0], seven), Some(a));
            let exact = table.exact(products.iter().map(|one| one.id));
            let seven = Number::from(7);
            assert_eq!(
                products.map(|one| exact[&one.id].clone()),
                [&three * &seven, &other * &seven]
            );
            table.truncate(len);
        }
        assert_eq!(table.sum(a, b.signed(true)), None, "it would be noise");
        assert_eq!(table.sum(b, b.signed(true)), Some(SignedConstant::ZERO));
    }

    #[test]
    fn a_constant_is_found_again_however_it_is_made() {
        let mut table = ConstantTable::new();
        let [two, three] =
            [2, 3].map(|value| table.given(&Number::from(value)).expect("a constant"));
        let five = table.sum(two, three).expect("a constant");
        let len = table.len();
        let minus = table.sum(two, three.signed(true)).expect("a constant");
        assert_eq!(minus, SignedConstant::ONE.signed(true));
        assert_eq!(table.sum(five.signed(true), three), Some(two.signed(true)));
        assert_eq!(
            table.product(two, SignedConstant::ZERO),
            Some(SignedConstant::ZERO)
        );
        assert_eq!(table.len(), len);
    }

    /// What was forgotten leaves nothing behind, whatever takes its place.
    #[test]
    fn constants_in_places_of_others_are_not_taken_for_them() {
        let mut table = ConstantTable::new();
        let [two, three, five] =
            [2, 3, 5].map(|value| table.given(&Number::from(value)).expect("a constant"));
        let len = table.len();
        let values = [(two, three), (two, five), (three, five)].map(|(a, b)| {
            let product = table.product(a, b).expect("a constant");
            let inverse = table.inverse(product).expect("a constant");
            let back = table.product(inverse, b).expect("a constant");
            let exact = table.exact([product.id, inverse.id, back.id].into_iter());
            table.truncate(len);
            [product, inverse, back].map(|one| exact[&one.id].to_f64())
        });
        assert_eq!(values[0], [6.0, 1.0 / 6.0, 0.5]);
        assert_eq!(values[1], [10.0, 0.1, 0.5]);
        assert_eq!(values[2], [15.0, 1.0 / 15.0, 1.0 / 3.0]);
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
