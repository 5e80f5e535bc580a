//! What a generated function costs: counts → a table that prints as a map.

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
}

impl Operations {
    /// M + A, the figure by which formulations are compared.
    #[must_use]
    pub const fn total(self) -> u32 {
        self.mul.saturating_add(self.add)
    }
}

/// Operations of all generated functions of one model, in the order of the source. Serialises (feature `serde`) as
/// a map, so `insta::assert_yaml_snapshot!(Puma::OPERATIONS)` guards a model's price.
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

#[cfg(feature = "serde")]
mod serialize {
    use super::{OperationTable, Operations};
    use serde::ser::{Serialize, SerializeStruct, Serializer};

    impl Serialize for Operations {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut fields = serializer.serialize_struct("Operations", 6)?;
            fields.serialize_field("mul", &self.mul)?;
            fields.serialize_field("add", &self.add)?;
            fields.serialize_field("div", &self.div)?;
            fields.serialize_field("neg", &self.neg)?;
            fields.serialize_field("sqrt", &self.sqrt)?;
            fields.serialize_field("trig", &self.trig)?;
            fields.end()
        }
    }

    impl Serialize for OperationTable {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_map(self.0.iter().copied())
        }
    }
}
