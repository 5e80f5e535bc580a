//! Mechanisms whose parameters have values for good.

use core::ops::{Add, Div, Mul, Neg, Sub};

use super::{Deformation, DofPhysics, Mechanism, SeriesSpring};
use crate::exact::angle::Angle;
use crate::exact::number::{Atoms, Memo, Number};

impl Mechanism {
    /// The same mechanism with the defaults of its parameters for good.
    #[must_use]
    pub fn at_defaults(&self) -> Self {
        self.closed(|number| *number = number.at_defaults())
    }

    /// The same mechanism with other values of its parameters, in their order, for good; its loops are not closed again. Where a value is the
    /// default in double precision, the default is meant. `None`: there are not as many values, one is not finite, or with them the model
    /// divides by 0.
    #[must_use]
    pub fn at_values(&self, values: &[f64]) -> Option<Self> {
        if values.len() != self.parameters.len() {
            return None;
        }
        let parameters = self.parameters.iter().zip(values);
        let given = parameters.map(|(parameter, &value)| {
            let default = &parameter.default;
            match default.to_f64() == value {
                true => Some(default.clone()),
                false => Number::from_f64(value),
            }
        });
        let values = Values(given.collect::<Option<_>>()?);
        let (mut memo, mut is_defined) = (Memo::default(), true);
        let closed = self.closed(|number| match number.evaluate(&values, &mut memo).0 {
            Some(value) => *number = value,
            None => is_defined = false,
        });
        is_defined.then_some(closed)
    }

    /// The same mechanism without parameters, every number that may depend on one changed.
    fn closed(&self, mut close: impl FnMut(&mut Number)) -> Self {
        let mut fixed = self.clone();
        fixed.parameters.clear();
        fixed.conditions.clear();
        fixed.gravity.iter_mut().for_each(&mut close);
        for frame in fixed.fixed_frames_mut() {
            frame.pose.numbers_mut().for_each(&mut close);
        }
        if let Some([alpha, beta]) = fixed
            .loops
            .as_mut()
            .and_then(|one| one.stabilisation.as_mut())
        {
            close(alpha);
            close(beta);
        }
        for body in &mut fixed.bodies {
            body.joint.number_mut().into_iter().for_each(&mut close);
            body.placement.numbers_mut().for_each(&mut close);
            body.user_frame.numbers_mut().for_each(&mut close);
            body.inertia.numbers_mut().for_each(&mut close);
            (body.deformation.iter_mut())
                .flat_map(Deformation::numbers_mut)
                .for_each(&mut close);
            body.physics
                .iter_mut()
                .flat_map(DofPhysics::numbers_mut)
                .for_each(&mut close);
            (body.spring.iter_mut())
                .flat_map(SeriesSpring::numbers_mut)
                .for_each(&mut close);
        }
        if let Some(coordinates) = &mut fixed.coordinates {
            let motors = coordinates.motors.iter_mut();
            motors
                .flat_map(DofPhysics::numbers_mut)
                .for_each(&mut close);
            for position in &mut coordinates.positions {
                close(&mut position.offset.radians);
            }
        }
        fixed
    }
}

/// The values of the parameters.
struct Values(Vec<Number>);

/// A number; `None`: something was divided by 0.
#[derive(Clone)]
struct Value(Option<Number>);

impl Atoms for Values {
    type S = Value;

    fn rational(&self, value: &Number) -> Value {
        Value(Some(value.clone()))
    }

    fn parameter(&self, place: usize) -> Value {
        Value(self.0.get(place).cloned())
    }

    fn circle(&self, angle: Value) -> (Value, Value) {
        let circle = angle.0.map(|angle| Angle::from_radians(angle).circle());
        let (cos, sin) = circle.map(|circle| (circle.cos, circle.sin)).unzip();
        (Value(cos), Value(sin))
    }
}

macro_rules! operation {
    ($trait:ident, $method:ident) => {
        impl $trait for Value {
            type Output = Self;
            fn $method(self, other: Self) -> Self {
                Self(self.0.zip(other.0).map(|(a, b)| a.$method(b)))
            }
        }
    };
}
operation!(Add, add);
operation!(Sub, sub);
operation!(Mul, mul);

impl Div for Value {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        let divisor = other.0.filter(|divisor| !divisor.is_zero());
        Self(self.0.zip(divisor).map(|(a, b)| a / b))
    }
}

impl Neg for Value {
    type Output = Self;
    fn neg(self) -> Self {
        Self(self.0.map(|value| -value))
    }
}

#[cfg(test)]
mod tests {
    use crate::exact::number::Number;
    use crate::mechanism::Mechanism;
    use crate::model;

    const ARM: &str = r#"name = "arm"
gravity = [0.0, 0.0, -9.81]
[parameters]
payload = 1.5
turn = 0.3
[[body]]
name = "rod"
parent = "base"
joint = { type = "revolute", axis = [0, 1, 0] }
placement = { xyz = ["1/payload", 0, 0], rpy = [0, 0, "turn"] }
mass = "2*payload"
com = ["0.1 - payload", 0, 0]
inertia = { xx = 0.1, yy = 0.1, zz = 0.1 }
"#;

    fn arm(text: &str) -> Mechanism {
        let loaded = model::parse("arm.toml", text).map_err(|faults| faults.to_string());
        loaded.expect("no fault").mechanism
    }

    fn numbers(mechanism: &Mechanism) -> Vec<Number> {
        let mut body = mechanism.bodies[0].clone();
        let inertia: Vec<Number> = body.inertia.numbers_mut().map(|one| one.clone()).collect();
        body.placement.numbers().cloned().chain(inertia).collect()
    }

    #[test]
    fn values_for_good_are_those_of_a_model_that_has_them() {
        let open = arm(ARM);
        for (payload, turn) in [("1.5", "0.3"), ("4.0", "-1.25")] {
            let values = [payload, turn].map(|text| text.parse().expect("a number"));
            let closed = open.at_values(&values).expect("it is defined");
            assert!(closed.parameters.is_empty() && closed.conditions.is_empty());
            let text = ARM.replace("payload = 1.5", &format!("payload = {payload}"));
            let text = text.replace("turn = 0.3", &format!("turn = {turn}"));
            assert_eq!(numbers(&closed), numbers(&arm(&text).at_defaults()));
        }
    }

    #[test]
    fn values_without_sense_make_no_mechanism() {
        let open = arm(ARM);
        for values in [&[1.5][..], &[1.5, f64::NAN], &[0.0, 0.3], &[1.5, 0.3, 1.0]] {
            assert!(open.at_values(values).is_none(), "{values:?}");
        }
    }
}
