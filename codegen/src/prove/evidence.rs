//! What is proved of a function: that its programs are their literal recursion, and that their results are those of an independent
//! [partner](crate::partner).

use super::{Check, Disagreement, Draw, Point, Proof, prove};
use crate::evaluate::{Constants, Exact};
use crate::exact::residue::{Field, Residue};
use crate::function::{Evidence, Function, Part};
use crate::leaves::{Argument, Input};
use crate::mechanism::Mechanism;
use crate::parallel;
use crate::partner;
use crate::program::Program;
use crate::recursion::Quantity;

/// Proves the programs of a function against the literal recursion at the first number of points, and against its partner at the
/// second.
///
/// # Errors
/// As [`prove`].
pub fn evidence(
    function: &Function,
    quantity: Quantity,
    points: [usize; 2],
) -> Result<Evidence, Disagreement> {
    let mechanism = &function.literal;
    let own = quantity.row_named(function.formulation, mechanism);
    let literal = own.map_or_else(
        || quantity.literal(mechanism),
        |own| quantity.proved_against(own.formulation, mechanism),
    );
    let parts: Vec<Part> = function.parts().collect();
    let least_norm = function.least_norm() > 0;
    let of_partner = || match partner::missing(least_norm, function.formulation) {
        Some(reason) => Ok(Err(reason)),
        None if least_norm && is_singular(function, quantity) => Ok(Err(partner::SINGULAR)),
        None => {
            let proof = against_partner(function, quantity, points[1])?;
            Ok(Ok((partner::of(mechanism, quantity), proof)))
        }
    };
    let (recursion, partner) = parallel::both(
        || prove(&parts, mechanism, quantity, literal, points[0]),
        of_partner,
    );
    Ok(Evidence {
        literal: literal.name(),
        recursion: recursion?,
        partner: partner?,
    })
}

/// Whether equations that are solved with least norm say the same twice wherever they are looked at, those of the function and those of
/// the partner: which solution is meant, a rank decides that is found in numbers.
fn is_singular(function: &Function, quantity: Quantity) -> bool {
    const LOOKS: u64 = 2;
    let mechanism: &Mechanism = &function.literal;
    let programs: Vec<&Program> = function.programs().collect();
    let draw = Draw::of(mechanism, &programs);
    (0..LOOKS).all(|look| {
        let point = Point::new(draw.field(look), draw.seed(look), mechanism);
        let constants = programs.iter().map(|one| point.constants(one));
        let Some(constants) = constants.collect::<Option<Vec<_>>>() else {
            return false;
        };
        partner::expected(mechanism, quantity, &point).is_none()
            && results(function, &point, &constants).is_none()
    })
}

/// Checks the results of a function, its equations solved in the field, against its partner.
fn against_partner(
    function: &Function,
    quantity: Quantity,
    points: usize,
) -> Result<Proof, Disagreement> {
    let mechanism: &Mechanism = &function.literal;
    let programs: Vec<&Program> = function.programs().collect();
    let outputs = function.outputs().iter().map(|output| output.name);
    let check = Check {
        names: partner::compared_names(quantity, outputs.collect()),
        mechanism,
        programs: &programs,
        draw: Draw::of(mechanism, &programs),
        points,
    };
    check.compare(
        |point| partner::expected(mechanism, quantity, point).unwrap_or_default(),
        |point, constants| {
            let results = results(function, point, constants).unwrap_or_default();
            let plain = results
                .into_iter()
                .map(|array| array.into_iter().map(|one| one.value).collect());
            let arrays = partner::compared(mechanism, quantity, plain.collect(), point);
            let exact = arrays
                .into_iter()
                .map(|array| array.into_iter().map(Exact::from).collect());
            exact.collect()
        },
    )
}

/// The results of a function at a point, its equations solved exactly; `None` where they have no unique solution.
fn results(
    function: &Function,
    point: &Point<Field>,
    constants: &[Constants<Exact>],
) -> Option<Vec<Vec<Exact>>> {
    let prepared = function.parts().map(|part| point.prepared(part.prepared));
    let prepared: Vec<Vec<Exact>> = prepared.collect();
    solved(function, constants, |part, input| match input.argument {
        Argument::Prepared => prepared[part][input.index],
        _ => point.exact(input),
    })
}

/// The results of a function, its equations solved exactly; `None` where they have no unique solution.
fn solved(
    function: &Function,
    constants: &[Constants<Exact>],
    input: impl Fn(usize, Input) -> Exact,
) -> Option<Vec<Vec<Exact>>> {
    let mut outputs = function
        .program
        .evaluate_with(&constants[0], |one| input(0, one));
    if function.has_margins() {
        outputs.pop();
    }
    let (mut carried, mut solutions) = (Vec::new(), Vec::new());
    for (place, (stage, constants)) in (1..).zip(function.stages.iter().zip(&constants[1..])) {
        let values = |array: Vec<Exact>| array.into_iter().map(|one| one.value);
        let right: Vec<Residue> = values(outputs.pop()?).collect();
        let matrix: Vec<Residue> = values(outputs.pop()?).collect();
        if place == 1 {
            carried = outputs.pop().unwrap_or_default();
        }
        let rows = matrix
            .chunks(stage.solve.columns.max(1))
            .map(<[Residue]>::to_vec);
        let solution = match stage.solve.least_norm {
            Some(_) => partner::solve_least(rows.collect(), right)?,
            None => partner::solve_sides(rows.collect(), &right, stage.solve.sides)?,
        };
        solutions.extend(solution.into_iter().map(Exact::from));
        outputs = stage
            .program
            .evaluate_with(constants, |one| match one.argument {
                Argument::Carried => carried[one.index],
                Argument::Solved => solutions[one.index],
                _ => input(place, one),
            });
    }
    Some(outputs)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::compile::{Compiled, Options, compile, find};
    use crate::exact::number::Number;
    use crate::generic::generic;
    use crate::leaves::Origin;
    use crate::program::{Operand, Operation, Statement};

    fn arm() -> Compiled {
        let options = Options {
            opt: 1,
            ..Options::default()
        };
        compile(&generic(3), &options).expect("it compiles")
    }

    /// A shipped model, compiled.
    fn shipped(path: &str) -> Compiled {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../models");
        let loaded = crate::load(&folder.join(path)).map_err(|faults| faults.to_string());
        let options = Options {
            opt: 0,
            ..Options::default()
        };
        compile(&loaded.expect("a model").mechanism, &options).expect("it compiles")
    }

    fn noticed(change: impl Fn(&mut Mechanism)) -> Vec<String> {
        noticed_of(&arm(), change)
    }

    /// The functions whose results are not those of their partners on a changed mechanism.
    fn noticed_of(arm: &Compiled, change: impl Fn(&mut Mechanism)) -> Vec<String> {
        let functions = arm.functions.iter().filter(|function| {
            let mut literal = Mechanism::clone(&function.literal);
            change(&mut literal);
            let function = Function {
                literal: Arc::new(literal),
                ..Function::clone(function)
            };
            let quantity = find(&arm.mechanism, &function.name).expect("a quantity");
            against_partner(&function, quantity, 2).is_err()
        });
        functions.map(|function| function.name.clone()).collect()
    }

    #[test]
    fn a_partner_is_met_by_every_function_of_an_open_chain() {
        for function in &arm().functions {
            let evidence = function.evidence.as_ref().expect("proved");
            assert!(evidence.partner.is_ok(), "{}", function.name);
        }
        assert_eq!(noticed(|_| ()), Vec::<String>::new());
    }

    /// C with ±q̇ₖ added to its element i, j.
    fn add_rate(program: &mut Program, [i, j, k]: [usize; 3], plus: bool) {
        let element = &mut program.outputs[0].elements[3 * i + j];
        let operation = match plus == element.negative {
            true => Operation::Sub,
            false => Operation::Add,
        };
        program.statements.push(Statement {
            operation,
            a: element.operand,
            b: Operand::Input(Input {
                argument: Argument::Qd,
                index: k,
            }),
            origin: Origin::default(),
        });
        element.operand = Operand::Slot(program.statements.len() - 1);
    }

    /// C + S with S q̇ = q̇ × q̇: C q̇ and C + Cᵀ, which are what the partner says of it, are the same.
    #[test]
    fn the_recursion_notices_what_the_partner_cannot() {
        let arm = arm();
        let named = |one: &&Function| one.name == "coriolis_matrix";
        let mut function = arm.functions.iter().find(named).expect("it exists").clone();
        let quantity = find(&arm.mechanism, &function.name).expect("a quantity");
        assert!(evidence(&function, quantity, [2; 2]).is_ok());
        let program = &mut function.program;
        for (i, j, k, plus) in [
            (0, 1, 2, false),
            (0, 2, 1, true),
            (1, 0, 2, true),
            (1, 2, 0, false),
            (2, 0, 1, false),
            (2, 1, 0, true),
        ] {
            add_rate(program, [i, j, k], plus);
        }
        assert!(against_partner(&function, quantity, 2).is_ok());
        let found = evidence(&function, quantity, [2; 2]);
        assert!(
            matches!(
                found,
                Err(Disagreement::Value {
                    output: "C",
                    element: 1,
                    ..
                })
            ),
            "{found:?}"
        );
    }

    /// C + S with antisymmetric S: C + Cᵀ is the same, C q̇ is not.
    #[test]
    fn a_partner_notices_other_convective_forces() {
        let arm = arm();
        let named = |one: &&Function| one.name == "coriolis_matrix";
        let mut function = arm.functions.iter().find(named).expect("it exists").clone();
        let quantity = find(&arm.mechanism, &function.name).expect("a quantity");
        add_rate(&mut function.program, [0, 1, 2], true);
        add_rate(&mut function.program, [1, 0, 2], false);
        assert!(against_partner(&function, quantity, 2).is_err());
    }

    #[test]
    fn a_partner_notices_an_element_too_many() {
        let arm = arm();
        for name in ["inverse_dynamics", "forward_dynamics", "mass_matrix"] {
            let function = arm.functions.iter().find(|one| one.name == name);
            let mut function = function.expect(name).clone();
            let elements = &mut function.program.outputs[0].elements;
            elements.push(elements[0]);
            let quantity = find(&arm.mechanism, name).expect("a quantity");
            let found = against_partner(&function, quantity, 2);
            assert!(found.is_err(), "{name}");
        }
    }

    #[test]
    fn a_partner_notices_another_geometry_in_every_function() {
        let moved = |mechanism: &mut Mechanism| {
            for place in &mut mechanism.bodies[1].placement.translation {
                *place = &*place + Number::ONE;
            }
        };
        let noticed = noticed(moved);
        for function in &arm().functions {
            // The torque against gravity about a vertical axis is none wherever that is.
            let same = function.name == "gravity";
            assert!(
                same || noticed.contains(&function.name),
                "{}",
                function.name
            );
        }
    }

    #[test]
    fn a_partner_notices_another_place_of_a_cut_joint() {
        let five_bar = shipped("loops/five_bar.toml");
        assert_eq!(noticed_of(&five_bar, |_| ()), Vec::<String>::new());
        let noticed = noticed_of(&five_bar, |mechanism| {
            let closures = mechanism.loops.iter_mut().flat_map(|one| &mut one.closures);
            for closure in closures {
                let place = &mut closure.ends[1].pose.translation[0];
                *place = &*place + Number::ONE;
            }
        });
        for name in [
            "closure",
            "closure_jacobian",
            "closure_bias",
            "dependent_rates",
            "inverse_dynamics",
            "forward_dynamics",
            "constraint_forces",
            "joint_wrenches",
            "forward_dynamics_over_step",
            "constraint_forces_over_step",
        ] {
            assert!(noticed.iter().any(|one| one == name), "{name}");
        }
    }

    /// A loop that is written twice: with least norm there is a solution, of which a field cannot say whether it is the one that is meant.
    #[test]
    fn equations_that_say_the_same_twice_have_no_partner() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../models/loops/five_bar.toml");
        let text = std::fs::read_to_string(path).expect("a model");
        let text = text.replacen("\nactuated", "\nminimum_norm = true\nactuated", 1);
        let start = text.find("[[loop]]").expect("a loop");
        let again = text[start..].replacen("end_point", "again", 1);
        let doubled = format!("{text}\n{again}");
        for (text, expected) in [(&text, None), (&doubled, Some(partner::SINGULAR))] {
            let loaded = crate::model::parse("five_bar.toml", text);
            let loaded = loaded.map_err(|faults| faults.to_string());
            let options = Options {
                functions: Some(vec!["forward_dynamics".into()]),
                formulations: vec![("forward_dynamics".into(), "multipliers".into())],
                opt: 0,
                ..Options::default()
            };
            let compiled = compile(&loaded.expect("a model").mechanism, &options);
            let compiled = compiled.expect("it compiles");
            let evidence = compiled.functions[0].evidence.as_ref().expect("proved");
            assert_eq!(evidence.partner.as_ref().err().copied(), expected);
        }
    }

    #[test]
    fn a_partner_notices_another_foreshortening() {
        let beams = shipped("flexible/two_link_arm.toml");
        assert_eq!(noticed_of(&beams, |_| ()), Vec::<String>::new());
        let noticed = noticed_of(&beams, |mechanism| {
            let bodies = mechanism.bodies.iter_mut();
            for deformation in bodies.filter_map(|body| body.deformation.as_mut()) {
                for number in deformation.shortening.iter_mut().flatten() {
                    *number = &*number + Number::ONE;
                }
            }
        });
        for name in [
            "inverse_dynamics",
            "mass_matrix",
            "gravity",
            "potential_energy",
        ] {
            assert!(noticed.iter().any(|one| one == name), "{name}");
        }
    }

    #[test]
    fn a_partner_notices_another_mass_and_other_gravity() {
        let heavier = noticed(|mechanism| {
            let mass = &mut mechanism.bodies[2].inertia.mass;
            *mass = &*mass + Number::ONE;
        });
        for name in [
            "inverse_dynamics",
            "mass_matrix",
            "momenta",
            "joint_wrenches",
            "kinetic_energy",
            "centroidal_momentum",
        ] {
            assert!(heavier.iter().any(|one| one == name), "{name}");
        }
        let elsewhere = noticed(|mechanism| mechanism.gravity[0] = Number::ONE);
        for name in [
            "gravity",
            "bias",
            "forward_dynamics",
            "hamiltonian_rates",
            "potential_energy",
        ] {
            assert!(elsewhere.iter().any(|one| one == name), "{name}");
        }
    }
}
