//! Calls what the build script generated.

use example_build_script::Ur5;

fn main() {
    let (q, qd) = ([0.1, -1.2, 1.4, -0.2, 0.5, 0.0], [0.3; Ur5::NV]);
    let inertia = Ur5::mass_matrix(&q);
    let energy = Ur5::kinetic_energy(&q, &qd);
    for row in inertia {
        println!("{row:9.5?}");
    }

    // T = ½ q̇ᵀ M q̇
    let rows = inertia.iter().zip(&qd);
    let twice: f64 = rows
        .map(|(row, left)| left * row.iter().zip(&qd).map(|(m, v)| m * v).sum::<f64>())
        .sum();
    println!(
        "kinetic energy {energy:.6} J, from the mass matrix {:.6} J",
        0.5 * twice
    );
    assert!((0.5 * twice - energy).abs() < 1e-12);

    for name in ["mass_matrix", "forward_dynamics", "kinetic_energy"] {
        if let Some(price) = Ur5::OPERATIONS.get(name) {
            println!("{name}: {} multiplications and additions", price.total());
        }
    }
}
