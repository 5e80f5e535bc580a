//! The kernels in JavaScript: twins of the functions of the crate `denoc-sincos`, operation by operation.

use crate::emit::kernel::Kernel;

/// The text of a kernel; nothing for those of states, which have no functions in JavaScript.
#[must_use]
pub fn text(kernel: Kernel) -> &'static str {
    match kernel {
        Kernel::Sincos => include_str!("kernels/sincos.js"),
        Kernel::Root => include_str!("kernels/root.js"),
        Kernel::Saturation => include_str!("kernels/saturate.js"),
        Kernel::Magnitude => include_str!("kernels/magnitude.js"),
        Kernel::Elimination => include_str!("kernels/elimination.js"),
        Kernel::LeastNorm => include_str!("kernels/least_norm.js"),
        Kernel::Angle | Kernel::Rotation | Kernel::Spherical | Kernel::Free => "",
    }
}
