//! A function's overloads.

use super::super::notes;
use super::super::page::Page;
use super::super::stack::width;
use super::super::state::{StateLayout, Which};
use super::value::{Arrays, Kind, Value};
use super::{c_name, line, names};
use crate::compile::Compiled;
use crate::function::Function;

/// The most bytes of an object of Eigen on the stack (EIGEN_STACK_ALLOCATION_LIMIT): with a larger one the header would not compile.
const EIGEN_LIMIT: usize = 128 * 1024;

/// A C function with its arguments and results.
pub(super) struct Call {
    /// The function here.
    name: String,
    /// The function in C.
    c_name: String,
    about: String,
    inputs: Vec<Value>,
    outputs: Vec<Value>,
    can_fail: bool,
    /// Bytes of a number.
    width: usize,
}

impl Call {
    pub(super) fn of_function(function: &Function, compiled: &Compiled) -> Self {
        let inputs = function.inputs().iter();
        Self {
            name: names::identifier(&function.name),
            c_name: c_name(compiled, &function.name),
            about: notes::one_line(&function.summary),
            inputs: inputs.map(|port| Value::of_port(*port, compiled)).collect(),
            outputs: function.outputs().iter().map(Value::of_output).collect(),
            can_fail: function.can_fail(),
            width: width(compiled.options.precision),
        }
    }

    pub(super) fn of_state(layout: &StateLayout, which: Which, compiled: &Compiled) -> Self {
        let q = |name| Value::vector(name, layout.nq, "nq");
        let v = |name| Value::vector(name, layout.nv, "nv");
        let (inputs, output) = match which {
            Which::Integrate => (vec![q("q"), v("v"), Value::number("dt")], q(which.result())),
            Which::Difference => (vec![q("q0"), q("q1")], v(which.result())),
        };
        Self {
            name: which.name().into(),
            c_name: c_name(compiled, which.name()),
            about: layout.notes(which).swap_remove(0),
            inputs,
            outputs: vec![output],
            can_fail: false,
            width: width(compiled.options.precision),
        }
    }

    pub(super) fn can_fail(&self) -> bool {
        self.can_fail
    }

    /// All overloads.
    pub(super) fn print(&self, page: &mut Page) {
        page.gap();
        page.line(format_args!("{}", line(&self.about).trim_end()));
        self.writing(page, Arrays::Plain);
        page.gap();
        self.returning(page, Arrays::Plain);
        if !self.fits_eigen() {
            return;
        }
        page.gap();
        page.line(format_args!("#if defined(DENOC_EIGEN)"));
        self.writing(page, Arrays::Eigen);
        // Overloads differ by what they read.
        if self.inputs.iter().any(is_array) {
            page.gap();
            self.returning(page, Arrays::Eigen);
        }
        page.line(format_args!("#endif"));
    }

    /// Whether there is an array, and none that Eigen has not.
    fn fits_eigen(&self) -> bool {
        let all = || self.inputs.iter().chain(&self.outputs);
        let mut lengths = all().filter_map(Value::len);
        all().any(is_array) && lengths.all(|len| len > 0 && len * self.width <= EIGEN_LIMIT)
    }

    /// Results are the last arguments.
    fn writing(&self, page: &mut Page, arrays: Arrays) {
        let inputs = self.inputs.iter().map(|one| one.input(arrays));
        let outputs = self.outputs.iter().map(|one| one.output(arrays));
        let parameters: Vec<String> = inputs.chain(outputs).collect();
        let result = match self.can_fail {
            false => "inline void",
            true => "[[nodiscard]] inline Status",
        };
        let call = self.call(self.outputs.iter().map(|one| one.passed(one.name)));
        self.definition(page, result, &parameters, |page| match self.can_fail {
            false => page.line(format_args!("{call};")),
            true => page.line(format_args!("return static_cast<Status>({call});")),
        });
    }

    /// Results are returned: one by itself, several in a structure.
    fn returning(&self, page: &mut Page, arrays: Arrays) {
        let parameters: Vec<String> = self.inputs.iter().map(|one| one.input(arrays)).collect();
        let (held, kind, places) = match self.outputs.as_slice() {
            [one] => (one.name, one.returned(arrays), vec![one.name.to_owned()]),
            several => {
                let structure = self.structure(page, arrays);
                let places = several.iter().map(|one| format!("result.{}", one.name));
                ("result", structure, places.collect())
            }
        };
        let result = match self.can_fail {
            false => format!("[[nodiscard]] inline {kind}"),
            true => format!("[[nodiscard]] inline std::optional<{kind}>"),
        };
        let passed = self.outputs.iter().zip(&places);
        let call = self.call(passed.map(|(one, place)| one.passed(place)));
        self.definition(page, &result, &parameters, |page| {
            page.line(format_args!("{kind} {held};"));
            match self.can_fail {
                false => page.line(format_args!("{call};")),
                true => page.block(format!("if ({call} != 0)"), |page| {
                    page.line(format_args!("return std::nullopt;"));
                }),
            }
            page.line(format_args!("return {held};"));
        });
    }

    /// The structure of several results.
    fn structure(&self, page: &mut Page, arrays: Arrays) -> String {
        // No function is called `eigen_…`, and what a frame is called comes last.
        let kind = match arrays {
            Arrays::Plain => "",
            Arrays::Eigen => "Eigen",
        };
        let structure = format!("{kind}{}", names::structure(&self.name));
        page.line(format_args!("struct {structure} {{"));
        page.inside(|page| {
            for one in &self.outputs {
                page.line(format_args!("{} {};", one.returned(arrays), one.name));
            }
        });
        page.line(format_args!("}};"));
        page.gap();
        structure
    }

    fn definition(
        &self,
        page: &mut Page,
        result: &str,
        parameters: &[String],
        body: impl FnOnce(&mut Page),
    ) {
        let parameters = parameters.join(", ");
        page.line(format_args!(
            "{result} {}({parameters}) noexcept",
            self.name
        ));
        page.line(format_args!("{{"));
        page.inside(body);
        page.line(format_args!("}}"));
    }

    /// The call of the C function.
    fn call(&self, results: impl Iterator<Item = String>) -> String {
        let inputs = self.inputs.iter().map(|one| one.passed(one.name));
        let passed: Vec<String> = inputs.chain(results).collect();
        format!("::{}({})", self.c_name, passed.join(", "))
    }
}

fn is_array(value: &Value) -> bool {
    matches!(value.kind, Kind::Array { .. })
}
