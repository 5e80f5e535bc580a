//! Base parameters in words and as JSON, as combinations of the parameters of the model.

use serde_json::{Map, Value, json};

use crate::exact::number::Number;
use crate::identify::{Identified, InertialParameter, model_value};
use crate::mechanism::{BodyId, Mechanism, ParameterNames, Pose};

/// Widest line of a combination.
const WIDTH: usize = 100;

/// The base parameters of a mechanism with elementary joints.
#[must_use]
pub fn text(mechanism: &Mechanism, identified: &Identified) -> String {
    let names = ParameterNames::new(mechanism);
    let originals = 10 * mechanism.model_bodies().count();
    let mut text = format!(
        "{}: {} base parameters of {originals}\n",
        mechanism.name,
        identified.base.len()
    );
    for (index, body) in mechanism.bodies.iter().enumerate() {
        let own = identified
            .base
            .iter()
            .filter(|one| one.parameter.body.0 == index);
        let mut own = own.peekable();
        if own.peek().is_none() {
            continue;
        }
        let label = names.label(BodyId(index));
        let joint = body.joint.type_name();
        text += &format!("\nbody {label}: {} ({joint})\n", body.name);
        for one in own {
            let name = names.of(one.parameter);
            let unit = one.parameter.entry.unit();
            let head = format!("  {name:<6} {:>13} {unit:<6}", digits(&one.value));
            let terms = one.terms.iter().map(|term| {
                let name = names.of(term.parameter);
                let size = term.factor.abs();
                let sign = if term.factor.is_negative() { "-" } else { "+" };
                let product = if size.is_one() {
                    name
                } else {
                    format!("{} {name}", digits(&size))
                };
                (sign, product)
            });
            text += &wrapped(&head, terms);
        }
    }
    if !identified.without_effect.is_empty() {
        let all = identified.without_effect.iter();
        let names: Vec<String> = all.map(|&one| names.of(one)).collect();
        text += &format!("\nwithout effect: {}\n", names.join(" "));
    }
    text += &remarks(identified);
    text
}

/// The same with all digits. Factors are exact fractions, too.
#[must_use]
pub fn json(mechanism: &Mechanism, identified: &Identified) -> Value {
    let names = ParameterNames::new(mechanism);
    let bodies = mechanism.bodies.iter().enumerate().map(|(index, body)| {
        json!({
            "label": names.label(BodyId(index)),
            "name": body.name,
            "joint": body.joint.type_name(),
            "frame": pose(&body.user_frame.inverse()),
        })
    });
    let base = identified.base.iter().map(|one| {
        let terms = one.terms.iter().map(|term| {
            let mut entry = parameter(mechanism, &names, term.parameter);
            entry.insert("factor".into(), json!(term.factor.to_f64()));
            entry.insert("exact".into(), json!(term.factor.to_string()));
            Value::Object(entry)
        });
        let mut entry = parameter(mechanism, &names, one.parameter);
        entry.insert("value".into(), json!(one.value.to_f64()));
        entry.insert("terms".into(), terms.collect());
        Value::Object(entry)
    });
    let listed = |parameters: &[InertialParameter]| -> Value {
        let all = parameters.iter();
        all.map(|&one| Value::Object(parameter(mechanism, &names, one)))
            .collect()
    };
    json!({
        "model": crate::name::of_model(&mechanism.name),
        "complete": identified.reduced.complete && identified.reduced.unresolved.is_empty(),
        "count": identified.base.len(),
        "parameters": mechanism.inertial_parameters().map(|one| {
            let mut entry = parameter(mechanism, &names, one);
            entry.insert("value".into(), json!(model_value(mechanism, one).to_f64()));
            Value::Object(entry)
        }).collect::<Value>(),
        "bodies": bodies.collect::<Value>(),
        "base": base.collect::<Value>(),
        "without_effect": listed(&identified.without_effect),
    })
}

fn parameter(
    mechanism: &Mechanism,
    names: &ParameterNames,
    one: InertialParameter,
) -> Map<String, Value> {
    let entry = json!({
        "name": names.of(one),
        "body": mechanism.bodies[one.body.0].name,
        "parameter": one.entry.name(),
        "unit": one.entry.unit(),
    });
    entry.as_object().cloned().unwrap_or_default()
}

/// The limits of the search.
fn remarks(identified: &Identified) -> String {
    let reduced = &identified.reduced;
    if !reduced.complete {
        return "\nThe model is large: only what no joint of its type can distinguish from its parent's is taken out.\n".into();
    }
    if reduced.unresolved.is_empty() {
        return String::new();
    }
    format!(
        "\n{} parameters depend on others by numbers too large to write, and stay.\n",
        reduced.unresolved.len()
    )
}

fn pose(pose: &Pose) -> Value {
    let rotation: Vec<Vec<f64>> = pose
        .rotation
        .0
        .iter()
        .map(|row| row.iter().map(Number::to_f64).collect())
        .collect();
    let origin = pose.translation.each_ref().map(Number::to_f64);
    json!({ "R": rotation, "p": origin })
}

/// A number in at most nine digits.
fn digits(value: &Number) -> String {
    let value = value.to_f64();
    let short = format!("{value:?}");
    let size = value.abs();
    if short.len() <= 11 {
        short.strip_suffix(".0").unwrap_or(&short).to_owned()
    } else if (1e-3..1e6).contains(&size) {
        // Digits before the point and after it: nine together.
        let before = if size < 1.0 {
            0
        } else {
            size.log10().floor() as usize + 1
        };
        let rounded = format!("{value:.*}", 9 - before);
        rounded
            .trim_end_matches('0')
            .trim_end_matches('.')
            .to_owned()
    } else {
        format!("{value:.8e}")
    }
}

/// `head = a + b - c …` in lines of bounded width.
fn wrapped<'a>(head: &str, terms: impl Iterator<Item = (&'a str, String)>) -> String {
    let mut text = format!("{head} =");
    let indent = head.chars().count() + 2;
    let mut column = indent;
    for (index, (sign, product)) in terms.enumerate() {
        let piece = match (index, sign) {
            (0, "+") => format!(" {product}"),
            (0, _) => format!(" {sign}{product}"),
            _ => format!(" {sign} {product}"),
        };
        if column + piece.len() > WIDTH {
            text += &format!("\n{:indent$}", "");
            column = indent;
        }
        column += piece.len();
        text += &piece;
    }
    text + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_print_in_nine_digits() {
        let n = |text: &str| Number::parse(text).expect("a decimal");
        for (value, expected) in [
            ("0.186624", "0.186624"),
            ("-1", "-1"),
            ("0.1234567891234", "0.123456789"),
            ("12.34567891234", "12.3456789"),
            ("1e-20", "1e-20"),
            ("1.234567891234e-20", "1.23456789e-20"),
        ] {
            assert_eq!(digits(&n(value)), expected);
        }
    }

    #[test]
    fn combinations_are_wrapped() {
        let terms = (0..30).map(|k| (["+", "-"][k % 2], format!("0.5 Jxx{k}")));
        let text = wrapped("  Jzz1", terms);
        assert!(text.lines().count() > 2);
        assert!(text.lines().all(|line| line.len() <= WIDTH));
        assert!(text.starts_with("  Jzz1 = 0.5 Jxx0 - 0.5 Jxx1 + "));
    }
}
