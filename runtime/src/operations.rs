//! The cost of a generated function: counts → a table that prints one line a function.

use core::fmt;

/// Floating-point operations one call of a generated function executes.
///
/// The rules of counting: products of constants are folded and free, 2x is one operation, code that no output needs
/// is not there. What happens inside [`sincos`](crate::sincos()) is not counted, its arguments are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Operations {
    /// Multiplications, constant times variable included.
    pub mul: u32,
    /// Additions and subtractions, those that form an angle included.
    pub add: u32,
    /// Divisions and reciprocals. The literature hides them in `mul`; here they never are.
    pub div: u32,
    /// Sign changes that no subtraction absorbed.
    pub neg: u32,
    /// Square roots.
    pub sqrt: u32,
    /// Distinct sine and cosine *values* used: one joint that needs both counts 2.
    pub trig: u32,
    /// Fused multiplications and additions, each of them one operation: only in code that was generated with `fma`.
    pub fma: u32,
}

impl Operations {
    /// Each count with its name.
    const fn named(self) -> [(&'static str, u32); 7] {
        [
            ("mul", self.mul),
            ("add", self.add),
            ("div", self.div),
            ("neg", self.neg),
            ("sqrt", self.sqrt),
            ("trig", self.trig),
            ("fma", self.fma),
        ]
    }

    /// M + A, the figure by which formulations are compared; a fused operation is one of them.
    #[must_use]
    pub const fn total(self) -> u32 {
        (self.mul.saturating_add(self.add)).saturating_add(self.fma)
    }
}

/// Operations of all generated functions of one model, in the order of the source.
///
/// Prints one line a function, its columns aligned, so that `insta::assert_snapshot!(Puma::OPERATIONS)` guards a model's
/// price:
///
/// ```text
/// inverse_dynamics  160 mul  120 add  0 div  2 neg  0 sqrt  12 trig
/// gravity            14 mul    6 add  0 div  1 neg  0 sqrt   7 trig
/// ```
///
/// Serialises (feature `serde`) as a map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OperationTable(pub &'static [(&'static str, Operations)]);

impl OperationTable {
    /// Operations of the function called `name`, such as `"inverse_dynamics"`.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<Operations> {
        let row = self.0.iter().find(|(function, _)| *function == name)?;
        Some(row.1)
    }
}

impl fmt::Display for OperationTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.0.iter().map(|(function, _)| function.len());
        let names = names.max().unwrap_or(0);
        let is_fused = self.0.iter().any(|(_, operations)| operations.fma > 0);
        let named = |operations: Operations| {
            let named = operations.named().into_iter();
            named.filter(move |&(name, _)| is_fused || name != "fma")
        };
        let mut digits = [1; 7];
        for (_, operations) in self.0 {
            for (digits, (_, count)) in digits.iter_mut().zip(named(*operations)) {
                *digits = width(count).max(*digits);
            }
        }
        for (row, (function, operations)) in self.0.iter().enumerate() {
            let end = if row == 0 { "" } else { "\n" };
            write!(f, "{end}{function:names$}")?;
            for (digits, (name, count)) in digits.into_iter().zip(named(*operations)) {
                write!(f, "  {count:digits$} {name}")?;
            }
        }
        Ok(())
    }
}

/// Number of decimal digits.
fn width(count: u32) -> usize {
    count.checked_ilog10().map_or(1, |last| last as usize + 1)
}

#[cfg(feature = "serde")]
mod serialize {
    use super::{OperationTable, Operations};
    use serde::ser::{Serialize, SerializeStruct, Serializer};

    impl Serialize for Operations {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut fields =
                serializer.serialize_struct("Operations", 6 + usize::from(self.fma > 0))?;
            fields.serialize_field("mul", &self.mul)?;
            fields.serialize_field("add", &self.add)?;
            fields.serialize_field("div", &self.div)?;
            fields.serialize_field("neg", &self.neg)?;
            fields.serialize_field("sqrt", &self.sqrt)?;
            fields.serialize_field("trig", &self.trig)?;
            if self.fma > 0 {
                fields.serialize_field("fma", &self.fma)?;
            }
            fields.end()
        }
    }

    impl Serialize for OperationTable {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_map(self.0.iter().copied())
        }
    }
}
