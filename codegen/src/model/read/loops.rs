//! Loops: the joints that close them, a guess at which they close, and how their equations are solved.

use toml::de::DeValue;

use super::table::{self, TomlTable, Value};
use super::value::ModelReader;
use super::{body, coupling, joint, placement};
use crate::exact::number::Number;
use crate::joint::Spherical;
use crate::model::raw::{At, RawClosures, RawEnd, RawJoint, RawLock, RawLoop};

/// Everything about loops.
pub(super) fn closures(model: &mut TomlTable, reader: &mut ModelReader) -> RawClosures {
    RawClosures {
        loops: table::elements(model.get("loop"), "loop", closure, reader),
        assembly: assembly(model, reader),
        minimum_norm: minimum_norm(model, reader),
        stabilisation: stabilisation(model, reader),
    }
}

fn closure(mut table: TomlTable, index: usize, reader: &mut ModelReader) -> RawLoop {
    let name = body::name("loop", index, &mut table, reader);
    let joint = joint::cut(&mut table, reader).unwrap_or_else(|| RawJoint::own(Spherical));
    let cut = joint::name("cut", &mut table, reader);
    let ends = ["from", "to"].map(|key| end(key, &mut table, reader));
    table.finish(reader);
    RawLoop {
        name,
        joint,
        cut,
        ends,
    }
}

fn end(key: &'static str, owner: &mut TomlTable, reader: &mut ModelReader) -> RawEnd {
    let example = "{ body = \"coupler\", placement = { xyz = [0.4, 0, 0] } }";
    let read = owner.require(key, &format!("{key} = {example}"), reader);
    let read = read.and_then(|value| {
        let mut table = reader.table(value, owner.describe(key), example)?;
        let body = body::reference("body", "body = \"base\"", &mut table, reader);
        let placement = placement::placement(&mut table, reader);
        table.finish(reader);
        Some(RawEnd { body, placement })
    });
    read.unwrap_or(RawEnd {
        body: None,
        placement: Default::default(),
    })
}

/// `[assembly]`: joints with where they are.
fn assembly(model: &mut TomlTable, reader: &mut ModelReader) -> Vec<RawLock> {
    let Some(value) = model.get("assembly") else {
        return Vec::new();
    };
    let DeValue::Table(entries) = value.get_ref() else {
        let help = "write `[assembly]` with lines like `crank = 0.5`: where joints are, nearly, when the loops are closed";
        let message = "`assembly` is not a table".to_owned();
        reader.faults.error(&value.span(), message, help);
        return Vec::new();
    };
    coupling::positions(entries, "`assembly`", reader)
}

/// `minimum_norm = true`, or a relative cut-off.
fn minimum_norm(model: &mut TomlTable, reader: &mut ModelReader) -> Option<At<Option<Number>>> {
    let value = model.get("minimum_norm")?;
    let at = value.span();
    if let DeValue::Boolean(wanted) = value.get_ref() {
        return wanted.then_some(At { value: None, at });
    }
    let cutoff = reader.fixed_number(value, "`minimum_norm`")?;
    if cutoff.is_negative() || cutoff.is_zero() || cutoff >= Number::ONE {
        let message = format!("`minimum_norm` is {:?}", cutoff.to_f64());
        let help = "write true, or a relative cut-off between 0 and 1, like 1e-9";
        reader.faults.error(&at, message, help);
        return None;
    }
    Some(At {
        value: Some(cutoff),
        at,
    })
}

/// `stabilisation = [alpha, beta]`.
fn stabilisation(model: &mut TomlTable, reader: &mut ModelReader) -> Option<At<[Number; 2]>> {
    let value = model.get("stabilisation")?;
    let number = |reader: &mut ModelReader, value: &Value, what: &str| reader.number(value, what);
    let gains = reader.array(value, "`stabilisation`", "[10.0, 10.0]", number)?;
    Some(At {
        value: gains,
        at: value.span(),
    })
}
