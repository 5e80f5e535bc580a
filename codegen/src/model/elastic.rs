//! Elastic joints whose parts a model holds → joints without `elastic`. RawModel → RawModel; what cannot be elastic is reported.
//!
//! | `lock` names | and the joint is |
//! |---|---|
//! | `shoulder` | locked, with all that is in it |
//! | `shoulder/motor`, at θ₀ | one with a spring of the stiffness k about θ₀, and its damping d: the motor's brake is on |
//! | `shoulder/spring` | rigid, θ = q: rotor, damping and friction of the motor are its own |
//! | both of these | locked at θ₀ |

use crate::exact::number::Number;
use crate::model::faults::Faults;
use crate::model::raw::{At, Description, PerVelocity, RawElastic, RawLock, RawModel, RawPhysics};

/// Behind the name of a joint, the name of its motor's coordinate.
pub(crate) const MOTOR: &str = "/motor";

/// Behind the name of a joint, the name by which its spring is held.
const SPRING: &str = "/spring";

/// A joint as written, of either description.
struct Part<'a> {
    name: At<String>,
    /// Numbers of coordinates and velocities.
    sizes: (usize, usize),
    is_driven: bool,
    physics: &'a mut RawPhysics,
    elastic: &'a mut Option<At<RawElastic>>,
}

/// The model with elastic joints alone that move on their springs. Faults are reported.
pub(crate) fn released(raw: &RawModel, faults: &mut Faults) -> RawModel {
    let mut model = raw.clone();
    let mut is_clear = true;
    for mut part in parts(&mut model.form) {
        let Some(elastic) = part.elastic.clone() else {
            continue;
        };
        let name = part.name.value.clone();
        let is_locked = model.lock.iter().any(|lock| lock.joint.value == name);
        let motor = taken(&mut model.lock, &format!("{name}{MOTOR}"), faults);
        let spring = taken(&mut model.lock, &format!("{name}{SPRING}"), faults);
        let is_sound = part.check(&elastic, faults);
        is_clear &= is_sound;
        if !is_sound {
            // What is said of its rotor has been reported.
            (part.physics.rotor_inertia, part.physics.gear) = (None, None);
        }
        if is_locked || !is_sound {
            *part.elastic = None;
            continue;
        }
        match (motor, spring) {
            (None, None) => continue,
            (Some(motor), None) => part.brake(&elastic.value, &motor, faults),
            (None, Some(spring)) => part.stiffen(elastic.value, &spring, faults),
            (Some(motor), Some(_)) => model.lock.push(RawLock {
                joint: At {
                    value: name,
                    at: motor.joint.at,
                },
                position: motor.position,
            }),
        }
        *part.elastic = None;
    }
    if !is_clear {
        // What names its motor is not at fault.
        (model.order, model.actuated) = (None, None);
    }
    model
}

fn parts(form: &mut Description) -> Vec<Part<'_>> {
    match form {
        Description::Links(_, links) => (links.iter_mut())
            .map(|link| Part {
                name: link.joint_name.clone(),
                sizes: (1, 1),
                is_driven: false,
                physics: &mut link.physics,
                elastic: &mut link.elastic,
            })
            .collect(),
        Description::Bodies(bodies, _) => (bodies.iter_mut())
            .map(|body| Part {
                name: body.joint_name.clone(),
                sizes: body.joint.sizes(),
                is_driven: body.driven.is_some(),
                physics: &mut body.physics,
                elastic: &mut body.elastic,
            })
            .collect(),
    }
}

/// Takes the lock of that name out; a second one is reported.
fn taken(locks: &mut Vec<RawLock>, name: &str, faults: &mut Faults) -> Option<RawLock> {
    let mut found: Option<RawLock> = None;
    locks.retain(|lock| {
        let is_it = lock.joint.value == name;
        if is_it && found.is_some() {
            let message = format!("\"{name}\" is locked twice");
            faults.error(&lock.joint.at, message, "keep one position");
        } else if is_it {
            found = Some(lock.clone());
        }
        !is_it
    });
    found
}

impl Part<'_> {
    /// Whether the joint can be elastic; what is in the way is reported.
    fn check(&self, elastic: &At<RawElastic>, faults: &mut Faults) -> bool {
        let name = &self.name.value;
        let rotor = [
            ("rotor_inertia", &self.physics.rotor_inertia),
            ("gear", &self.physics.gear),
        ];
        let rotor = rotor
            .iter()
            .find_map(|(key, value)| Some((*key, value.as_ref()?)));
        let why = match self.sizes.0 {
            0 => Some("is fixed"),
            1 if self.is_driven => Some("is driven"),
            1 => None,
            _ => Some("has several coordinates"),
        };
        if let Some(why) = why {
            let message = format!("joint \"{name}\" {why}: it cannot be elastic");
            let help = "revolute, prismatic and helical joints that move by forces can be elastic";
            faults.error(&elastic.at, message, help);
        } else if let Some((key, value)) = rotor {
            let message = format!("`{key}` of joint \"{name}\" stands beside `elastic`");
            let help = "the motor is behind the spring: write `motor_inertia` and `gear_ratio` in `elastic`";
            faults.error(&value.at, message, help);
        }
        why.is_none() && rotor.is_none()
    }

    /// Holds the motor: the joint moves against a spring about its position.
    fn brake(&mut self, elastic: &RawElastic, lock: &RawLock, faults: &mut Faults) {
        let position = match &lock.position.value[..] {
            [] => Number::ZERO,
            [position] => position.to_number(),
            several => {
                let (name, count) = (&lock.joint.value, several.len());
                let message =
                    format!("joint \"{name}\" is locked at {count} coordinates and has 1");
                let help = "write one number for each coordinate";
                return faults.error(&lock.position.at, message, help);
            }
        };
        let physics = &mut *self.physics;
        let (own, rest) = (first(&physics.stiffness), first(&physics.rest));
        // k₁ (q − r₁) + k (q − θ₀) = (k₁ + k) (q − r) with r = (k₁ r₁ + k θ₀)/(k₁ + k).
        let about = match own.is_zero() || rest == position {
            true => position,
            false => {
                let total = &own + &elastic.stiffness;
                (own * rest + &elastic.stiffness * position) / total
            }
        };
        let here = |number: Number| At {
            value: PerVelocity::Same(number),
            at: lock.joint.at.clone(),
        };
        add(&mut physics.stiffness, here(elastic.stiffness.clone()));
        add(&mut physics.damping, here(elastic.damping.clone()));
        physics.rest = Some(here(about));
    }

    /// Holds the spring: the motor turns with the joint.
    fn stiffen(&mut self, elastic: RawElastic, lock: &RawLock, faults: &mut Faults) {
        if lock
            .position
            .value
            .iter()
            .any(|position| !position.is_zero())
        {
            let message = format!("\"{}\" is locked away from 0", lock.joint.value);
            let help = "a spring that is held is not stretched: lock it at 0";
            return faults.error(&lock.position.at, message, help);
        }
        let (physics, motor) = (&mut *self.physics, elastic.motor);
        if let (Some(_), Some(_)) = (&physics.friction, &motor.friction) {
            let [own, rate] = [&physics.friction_rate, &motor.friction_rate].map(|rate| {
                let given = rate.is_some();
                given.then(|| first(rate))
            });
            if own != rate {
                let message = format!(
                    "joint \"{}\" has friction at two rates, its own and its motor's: its spring cannot be held",
                    self.name.value
                );
                let help = "give `friction_rate` and `motor_friction_rate` one value";
                return faults.error(&lock.joint.at, message, help);
            }
        }
        physics.rotor_inertia = motor.rotor_inertia;
        physics.gear = motor.gear;
        physics.friction_rate = physics.friction_rate.take().or(motor.friction_rate);
        let own = [&mut physics.damping, &mut physics.friction];
        for (own, more) in own.into_iter().zip([motor.damping, motor.friction]) {
            if let Some(more) = more {
                add(own, more);
            }
        }
    }
}

/// The first number; 0 where none is given.
fn first(value: &Option<At<PerVelocity>>) -> Number {
    match value.as_ref().map(|one| &one.value) {
        Some(PerVelocity::Same(number)) => number.clone(),
        Some(PerVelocity::Each(numbers)) => numbers.first().cloned().unwrap_or_default(),
        None => Number::ZERO,
    }
}

/// Adds a number to what is given. (A negative number of the user's is left as it is: it is a fault to be reported.)
fn add(own: &mut Option<At<PerVelocity>>, more: At<PerVelocity>) {
    let (before, sum) = (first(own), first(&Some(more.clone())));
    match own {
        None => *own = Some(more),
        Some(_) if before.is_negative() => {}
        Some(own) => {
            let value = before + sum;
            own.value = match own.value {
                PerVelocity::Same(_) => PerVelocity::Same(value),
                PerVelocity::Each(ref numbers) if numbers.len() == 1 => PerVelocity::Same(value),
                PerVelocity::Each(ref numbers) => PerVelocity::Each(numbers.clone()),
            };
        }
    }
}
