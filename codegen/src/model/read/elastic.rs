//! `elastic` of a joint: the spring behind which its motor is, and the motor.

use core::ops::Range;

use super::table::{TomlTable, Value};
use super::value::ModelReader;
use crate::exact::number::Number;
use crate::model::raw::{At, PerVelocity, RawElastic, RawPhysics};

/// What a user writes.
const EXAMPLE: &str = "{ stiffness = 1e4, damping = 5, motor_inertia = 2e-5, gear_ratio = 100 }";

/// What a number must be: the fault, and what to write.
type Rule = (fn(&Number) -> bool, &'static str);

const POSITIVE: Rule = (
    |one| one.is_zero() || one.is_negative(),
    "write a number above 0",
);
const NOT_NEGATIVE: Rule = (Number::is_negative, "write a number >= 0");
const GEAR: Rule = (
    Number::is_zero,
    "write the turns of the motor for a turn of the joint, like 100",
);
const RATE: Rule = (
    |one| one.is_zero() || one.is_negative(),
    "write the rate at which friction turns over, > 0, like 0.01",
);

/// The key `elastic` of a joint, if it has one. Faults are reported; a number at fault counts as 1, so that the names of the motor
/// and of the spring are known all the same.
pub(super) fn elastic(owner: &mut TomlTable, reader: &mut ModelReader) -> Option<At<RawElastic>> {
    let value = owner.get("elastic")?;
    let at = value.span();
    let unread = |at: Range<usize>| At {
        value: Number::ONE,
        at,
    };
    let Some(mut table) = reader.table(value, owner.describe("elastic"), EXAMPLE) else {
        return Some(At {
            value: RawElastic::of(Number::ONE, unread(at.clone())),
            at,
        });
    };
    let mut required = |key, example| {
        let given = table.require(key, example, reader);
        let number = given.map(|value| number(key, value, POSITIVE, &table, reader));
        number.unwrap_or_else(|| unread(at.clone()))
    };
    let stiffness = required("stiffness", "stiffness = 1e4").value;
    let inertia = required("motor_inertia", "motor_inertia = 2e-5");
    let mut optional = |key, rule| {
        let given = table.get(key)?;
        Some(number(key, given, rule, &table, reader))
    };
    let damping = optional("damping", NOT_NEGATIVE);
    let gear = optional("gear_ratio", GEAR);
    let resistance = optional("motor_damping", NOT_NEGATIVE);
    let friction = optional("motor_friction", NOT_NEGATIVE);
    let rate = optional("motor_friction_rate", RATE);
    if let (Some(rate), None) = (&rate, &friction) {
        let what = table.describe("motor_friction_rate");
        let message = format!("{what} has no effect without `motor_friction`");
        (reader.faults).error(&rate.at, message, "add `motor_friction`, or remove it");
    }
    table.finish(reader);
    let mut elastic = RawElastic::of(stiffness, inertia);
    elastic.damping = damping.map_or(Number::ZERO, |damping| damping.value);
    elastic.motor.gear = gear.map(same);
    elastic.motor.damping = resistance.map(same);
    elastic.motor.friction_rate = rate.filter(|_| friction.is_some()).map(same);
    elastic.motor.friction = friction.map(same);
    Some(At { value: elastic, at })
}

impl RawElastic {
    /// A spring without damping and a motor that nothing resists.
    fn of(stiffness: Number, inertia: At<Number>) -> Self {
        Self {
            stiffness,
            damping: Number::ZERO,
            motor: RawPhysics {
                rotor_inertia: Some(same(inertia)),
                ..RawPhysics::default()
            },
        }
    }
}

fn same(number: At<Number>) -> At<PerVelocity> {
    At {
        value: PerVelocity::Same(number.value),
        at: number.at,
    }
}

/// The number under a key; 1 where it does not follow the rule, which is reported.
fn number(
    key: &str,
    value: &Value,
    (wrong, help): Rule,
    table: &TomlTable,
    reader: &mut ModelReader,
) -> At<Number> {
    let (at, what) = (value.span(), table.describe(key));
    let mut read = reader.number(value, &what);
    if let Some(number) = read.as_ref().filter(|number| wrong(number)) {
        let message = format!("{what} is {:?}", number.to_f64());
        reader.faults.error(&at, message, help);
        read = None;
    }
    let value = read.unwrap_or(Number::ONE);
    At { value, at }
}
