//! Functions that fetch their own text into the caches before they run, as far as that is known: an estimate, because C does not say how
//! long a function is. Fetching too much harms nothing, no address of a prefetch can be a fault.

use super::super::body::{FunctionBody, Language};
use super::super::page::Page;
use super::Style;
use crate::pass::machine::TEXT;

/// Where it can be done: gcc and clang.
pub(super) const DEFINITION: &str = "
#if defined(__GNUC__)
/* Fetches a function's text into the second cache. */
static inline void denoc_prefetch(uintptr_t text, uintptr_t bytes)
{
    uintptr_t k;
    for (k = 0; k < bytes; k += 64) {
        __builtin_prefetch((const char *)(text + k), 0, 2);
    }
}
#define DENOC_PREFETCH(function, bytes) denoc_prefetch((uintptr_t)(function), bytes)
#else
#define DENOC_PREFETCH(function, bytes) ((void)0)
#endif
";

/// Bytes of text of an element of an output, and of sines and cosines.
const ELEMENT: usize = 8;
const SINES: usize = 1024;

/// Prints what fetches the text of a function and of its parts.
pub(super) fn print(page: &mut Page, body: &FunctionBody<Style>) {
    let program = body.program();
    let sines = if program.angles.is_empty() { 0 } else { SINES };
    let own = body.plan.parts().filter(|part| part.inline);
    let own: usize = own.map(|part| part.statements.len()).sum();
    let elements = match body.plan.writers.is_empty() {
        true => body.elements(),
        false => 0,
    };
    let name = body.language.name_of(body.function);
    line(page, &name, sines + TEXT * own + ELEMENT * elements);
    for (number, part) in (1..).zip(body.plan.functions()) {
        let name = body.language.part(body.function, number);
        line(page, &name, TEXT * part.statements.len());
    }
    for (number, elements) in (1..).zip(&body.plan.writers) {
        line(page, &body.writer_name(number), ELEMENT * elements.len());
    }
}

fn line(page: &mut Page, name: &str, bytes: usize) {
    page.line(format_args!("DENOC_PREFETCH({name}, {bytes}U);"));
}
