//! The kernels in JavaScript: twins of the functions of the crate `denoc-sincos`, operation by operation.

use crate::emit::kernel::Kernel;

/// The text of a kernel; nothing for those of states, which have no functions in JavaScript. Sines with tails are those without.
#[must_use]
pub fn text(kernel: Kernel) -> &'static str {
    match kernel {
        Kernel::Sincos | Kernel::SincosWithTails => include_str!("kernels/sincos.js"),
        Kernel::SumTail => include_str!("kernels/sum_tail.js"),
        Kernel::ProductTail => include_str!("kernels/product_tail.js"),
        Kernel::Root => include_str!("kernels/root.js"),
        Kernel::Saturation => include_str!("kernels/saturate.js"),
        Kernel::Magnitude => include_str!("kernels/magnitude.js"),
        Kernel::Elimination => include_str!("kernels/elimination.js"),
        Kernel::LeastNorm => include_str!("kernels/least_norm.js"),
        Kernel::Angle | Kernel::Rotation | Kernel::Spherical | Kernel::Free => "",
    }
}
