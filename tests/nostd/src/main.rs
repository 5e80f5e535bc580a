//! Generated code and the runtime in a program without std, without libc, without an allocator.
//!
//! It is linked, not run: what it shows is that nothing else is needed.
#![no_std]
#![no_main]

use core::hint::black_box;

#[denoc::multibody(
    model = "../../models/puma.toml",
    functions = ["inverse_dynamics", "forward_dynamics", "mass_matrix", "hamiltonian_rates"]
)]
struct Puma;

#[denoc::multibody(model = "../../models/stanford.toml", scalar = f32)]
struct Stanford;

#[denoc::multibody(model = "../models/mech/one_free.toml")]
struct Free;

#[denoc::multibody(model = "../models/mech/one_spherical.toml", scalar = f32)]
struct Ball;

#[denoc::multibody(model = "../models/dry_hand.toml")]
struct Hand;

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    loop {}
}

/// `core` comes compiled for unwinding and names this; nothing unwinds here.
#[unsafe(no_mangle)]
extern "C" fn rust_eh_personality() {}

/// The compiler may call these for arrays; on a bare machine they come with its support library.
mod memory {
    #[unsafe(no_mangle)]
    unsafe extern "C" fn memcpy(to: *mut u8, from: *const u8, len: usize) -> *mut u8 {
        for at in 0..len {
            unsafe { to.add(at).write_volatile(from.add(at).read()) };
        }
        to
    }

    #[unsafe(no_mangle)]
    unsafe extern "C" fn memset(to: *mut u8, value: i32, len: usize) -> *mut u8 {
        for at in 0..len {
            unsafe { to.add(at).write_volatile(value as u8) };
        }
        to
    }
}

#[unsafe(no_mangle)]
extern "C" fn _start() -> ! {
    let (q, qd, qdd) = black_box(([0.1; Puma::NQ], [0.2; Puma::NV], [0.3; Puma::NV]));
    let tau = Puma::inverse_dynamics(&q, &qd, &qdd);
    black_box((Puma::forward_dynamics(&q, &qd, &tau), Puma::mass_matrix(&q)));
    let accelerations = |q: &_, qd: &_| Puma::forward_dynamics(q, qd, &tau);
    black_box(denoc::integrate::rk4(&q, &qd, 1e-3, accelerations));
    let rates = |q: &_, p: &_| Puma::hamiltonian_rates(q, p, &tau);
    black_box(denoc::integrate::midpoint(&q, &qd, 1e-3, 5, rates));
    let (q, qd, qdd) = black_box((
        [0.1; Stanford::NQ],
        [0.2; Stanford::NV],
        [0.3; Stanford::NV],
    ));
    black_box(Stanford::inverse_dynamics(&q, &qd, &qdd));
    let (q, v, dt) = black_box(([0.5; Free::NQ], [0.2; Free::NV], 0.1));
    let next = Free::integrate(&q, &v, dt);
    black_box(Free::difference(&q, &next));
    let (q, v, dt) = black_box(([0.5; Ball::NQ], [0.2; Ball::NV], 0.1));
    let next = Ball::integrate(&q, &v, dt);
    black_box(Ball::difference(&q, &next));
    let (q, qd, tau) = black_box(([0.1; Hand::NQ], [0.2; Hand::NV], [0.3; Hand::NV]));
    black_box(Hand::forward_dynamics(&q, &qd, &tau));
    loop {}
}
