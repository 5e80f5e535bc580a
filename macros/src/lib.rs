//! `#[multibody(model = "models/puma.toml")]`: the attribute of denoc. All it does is in `denoc_codegen::attribute`.
//!
//! Use it through the crate `denoc`, which re-exports it.

use proc_macro::TokenStream;

/// Gives a unit struct the dynamics of a model: `NQ`, `NV`, `JOINTS`, `COORDINATES`, `VELOCITIES`, `OPERATIONS` and one
/// associated function for each quantity, on references to arrays. A mechanism with loops also has `ASSEMBLED`, coordinates
/// at which they are closed, `LOOPS`, `ACTUATED` and `INDEPENDENT`; its functions that solve equations return a `Result`.
///
/// ```ignore
/// #[denoc::multibody(model = "models/puma.toml", functions = ["inverse_dynamics", "mass_matrix"])]
/// pub struct Puma;
///
/// let tau = Puma::inverse_dynamics(&q, &qd, &qdd);
/// ```
///
/// | option | |
/// |---|---|
/// | `model = "…"` | the model file, relative to the folder of `Cargo.toml` of the crate that uses the attribute |
/// | `allow_path = "…"` | a folder, or a list, below which files may lie that the model names, besides the crate's own |
/// | `functions = ["…"]` | which, or `"all"`, which leaves out the families `"derivatives"`, `"products"` and `"regressors"`; otherwise `inverse_dynamics`, `forward_dynamics`, `mass_matrix`, `bias`, `gravity` |
/// | `formulation = "…"` | `"function=name"`, a list of these, or the name alone for `inverse_dynamics`; otherwise the cheapest |
/// | `scalar = f32` | or `f64`, the default |
/// | `opt = N` | 0 to 3, default 3 where search results are beside the model, else 2 |
/// | `basis = "euler-zz"` | the base parameters of `base_regressor`, as `denoc base --basis` prints them; or `"tensor-xx"`; default `"tensor-yy"` |
/// | `sincos = "libm"` | the platform's sine and cosine; default `"poly"`, our own |
/// | `batch = true` | functions of many states at once as well, `NAME_batch`, with the bits of single calls; default `false` |
/// | `share = true` | equal legs and arms share functions, where that makes the code shorter and, but for the calls, takes no longer; default `false` |
/// | `sparse = true` | matrices without their structural zeros, column by column, with the pattern as constants; default `false` |
/// | `fma = true`, `"any"` | products and sums fused where that saves an operation, for targets that have an instruction for it, or for any; default `false` |
/// | `selftest = true` | a function `selftest`, which says at run time whether the compiler kept the bits |
///
/// Level 3 takes what `denoc optimize` found and keeps beside the model, in `MODEL.opt3`; where that is missing or of
/// another model or version, `opt = 2`. After the first `denoc optimize`, touch a source file: the compiler then runs the
/// macro again, and from there on whenever the results change.
///
/// A fault in the model is an error on its path with the file's line and column. What is no fault but should be looked at,
/// in the model or in its search results, is a warning there, `use of deprecated constant …: models/arm.toml:9:8: …`: macros
/// have no other way to warn on stable Rust. Like every warning of the lint `deprecated` it is silenced by
/// `#[allow(deprecated)]`, here on the struct, and made an error by `#[deny(deprecated)]`.
#[proc_macro_attribute]
pub fn multibody(attribute: TokenStream, item: TokenStream) -> TokenStream {
    denoc_codegen::attribute::expand(attribute.into(), item.into()).into()
}
