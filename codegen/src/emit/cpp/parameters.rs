//! The parameters of a model: the structures of C, the defaults, and `prepare`.

use super::super::preparation::ParameterCode;
use super::comment;
use crate::compile::Compiled;

/// Nothing for a model without parameters.
pub(super) fn definitions(compiled: &Compiled) -> String {
    let Some(prepared) = ParameterCode::of(compiled) else {
        return String::new();
    };
    let name = &compiled.name;
    let valid = match prepared.conditions.is_empty() {
        true => "It cannot fail.".to_owned(),
        false => format!(
            "Parameters that no body can have leave the result alone, and give the number of the condition in {name}.h, or nothing."
        ),
    };
    let about = comment(&[
        "Computes once what depends on the parameters only; the other functions take the result."
            .into(),
        valid,
    ]);
    format!(
        "
/* The parameters of the model, in its units, and what is prepared of them. */
using Parameters = ::{name}_parameters;
using Prepared = ::{name}_prepared;

/* The parameters as the model has them. */
[[nodiscard]] inline Parameters parameters_default() noexcept
{{
    return ::{name}_parameters_default();
}}

{about}[[nodiscard]] inline int prepare(const Parameters &parameters, Prepared &prepared) noexcept
{{
    return ::{name}_prepare(&parameters, &prepared);
}}

[[nodiscard]] inline std::optional<Prepared> prepare(const Parameters &parameters) noexcept
{{
    Prepared prepared;
    if (::{name}_prepare(&parameters, &prepared) != 0) {{
        return std::nullopt;
    }}
    return prepared;
}}
"
    )
}
