//! Flexible bodies in the page of `denoc view`: stations move as frames do, modes have their coordinates and ranges.

use std::path::{Path, PathBuf};

use denoc_codegen::compile::{Options, compile};
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::model;
use denoc_codegen::view::View;
use serde_json::Value;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The data of the page of a model, and the mechanism.
fn data(mechanism: &Mechanism) -> Value {
    let functions: &[&str] = match mechanism.loops {
        Some(_) => &["gravity", "closure", "closure_jacobian"],
        None => &["inverse_dynamics"],
    };
    let options = Options {
        functions: Some(functions.iter().map(ToString::to_string).collect()),
        ..Options::default()
    };
    let page = View::of(&compile(mechanism, &options).expect("a sound mechanism"))
        .expect("a page")
        .to_html();
    let (_, rest) = page.split_once("id=\"data\">").expect("data");
    let (json, _) = rest.split_once("</script>").expect("an end");
    serde_json::from_str(json).expect("JSON")
}

fn parsed(text: &str) -> Mechanism {
    model::parse("model.toml", text)
        .expect("a sound model")
        .mechanism
}

fn loaded(path: &str) -> Mechanism {
    let path = repository().join(path);
    model::load(&path).expect("a sound model").mechanism
}

/// A beam of 2 m with two bending modes in each plane, torsion and a mode along it; `more` stands at its end.
fn beam(more: &str) -> String {
    format!(
        "name = \"beam\"\n{more}\n[[body]]\nname = \"beam\"\nparent = \"base\"\njoint = {{ type = \"revolute\", axis = [0, 1, 0] }}\n\
         flexible = {{ beam = {{ length = 2, E = 70e9, G = 27e9, density = 2700, area = 1e-3, Iy = 4e-8, Iz = 9e-8, J = 5e-8 }}, \
         modes = {{ bending_y = 2, bending_z = 2, torsion = 1, axial = 1 }} }}\n\
         [[frame]]\nname = \"tip\"\nbody = \"beam/tip\"\n"
    )
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

fn list(value: &Value) -> &Vec<Value> {
    value.as_array().expect("a list")
}

fn close(actual: f64, expected: f64, what: &str) {
    let off = (actual - expected).abs();
    assert!(
        off <= 1e-12 * expected.abs().max(1.0),
        "{what}: {actual}, not {expected}"
    );
}

/// The coordinate `k` of a body of the scene: what the modes with these coordinates add, and what their products add.
fn coordinate(data: &Value, body: &str, k: usize) -> (Value, Value) {
    let bodies = list(&data["scene"]["bodies"]);
    let body = bodies.iter().find(|one| one["name"] == body).expect(body);
    let coordinate = &body["joint"]["coordinates"][k];
    (
        coordinate["terms"].clone(),
        coordinate.get("squares").cloned().unwrap_or_default(),
    )
}

/// Σ factor · value over terms with the values of coordinates.
fn sum(terms: &Value, q: &[f64]) -> f64 {
    let value = |term: &Value| q[number(&term[0]) as usize] * number(&term[1]);
    list(terms).iter().map(value).sum()
}

/// The same over products of two coordinates; nothing is none.
fn squares(terms: &Value, q: &[f64]) -> f64 {
    let value = |term: &Value| {
        q[number(&term[0]) as usize] * q[number(&term[1]) as usize] * number(&term[2])
    };
    let terms = terms.as_array().map_or(&[][..], |terms| terms);
    terms.iter().map(value).sum()
}

#[test]
fn the_last_station_of_a_beam_moves_as_the_frame_at_its_end() {
    let data = data(&parsed(&beam("")));
    let bend = &data["scene"]["bends"][0];
    let modes = list(&bend["modes"]);
    assert_eq!(modes.len(), 6);
    let q = [0.7, 0.03, -0.02, 0.05, 0.01, 0.04, -0.06];
    let eta: Vec<f64> = modes
        .iter()
        .map(|mode| q[number(&mode["index"]) as usize])
        .collect();
    assert_eq!(eta, q[1..]);
    let station = list(&bend["stations"]).last().expect("stations");
    close(number(&station["place"][0]), 2.0, "place");
    let of = |shapes: &Value, axis: usize| -> f64 {
        let shapes = list(shapes).iter().zip(&eta);
        shapes.map(|(shape, eta)| number(&shape[axis]) * eta).sum()
    };
    for axis in 0..3 {
        let (terms, products) = coordinate(&data, "beam/tip/shift", axis);
        close(of(&station["shift"], axis), sum(&terms, &q), "shift");
        let foreshortening = squares(&products, &q);
        if axis == 0 {
            assert!(foreshortening < -1e-4, "{foreshortening}");
            close(
                squares(&station["squares"], &eta),
                foreshortening,
                "foreshortening",
            );
        }
    }
    for (axis, link) in [
        (2, "beam/tip/turn_z"),
        (1, "beam/tip/turn_y"),
        (0, "beam/tip"),
    ] {
        let (terms, _) = coordinate(&data, link, 0);
        close(of(&station["turn"], axis), sum(&terms, &q), link);
    }
}

#[test]
fn sections_are_rectangles_with_the_second_moments() {
    let section = |path: &str| data(&loaded(path))["scene"]["bends"][0]["section"].clone();
    // 4 mm by 60 mm, of which the model says the area and one second moment; and a panel of 0.5 m.
    let strip = section("models/flexible/two_link_arm.toml");
    close(number(&strip[0]), 0.004, "height");
    close(number(&strip[1]), 0.06, "width");
    let panel = section("models/flexible/satellite.toml");
    assert!(
        number(&panel[0]) > 0.49 && number(&panel[1]) < 0.0021,
        "{panel}"
    );
}

#[test]
fn modes_go_so_far_that_they_are_seen() {
    let mechanism = parsed(&beam(
        "order = [\"beam.axial_1\", \"beam.torsion_1\", \"beam.bending_z_2\", \
                                  \"beam.bending_z_1\", \"beam.bending_y_2\", \"beam.bending_y_1\", \"beam\"]",
    ));
    let data = data(&mechanism);
    let bend = &data["scene"]["bends"][0];
    let positions = list(&data["controls"]["positions"]);
    for (k, mode) in list(&bend["modes"]).iter().enumerate() {
        let slider = positions
            .iter()
            .find(|slider| slider["index"] == mode["index"])
            .expect("a slider");
        assert_eq!(slider["name"], mode["name"]);
        assert_eq!(number(&mode["index"]) as usize, 5 - k);
        assert_eq!(slider["unit"], "√kg m");
        let upper = number(&slider["upper"]);
        assert_eq!(number(&slider["lower"]), -upper);
        let largest = |key: &str| -> f64 {
            let shapes = list(&bend["stations"]).iter().map(|one| &one[key][k]);
            let length = |shape: &Value| list(shape).iter().map(number).map(|x| x * x).sum::<f64>();
            upper * shapes.map(length).fold(0.0, f64::max).sqrt()
        };
        let (shift, turn) = (largest("shift") / 0.2, largest("turn") / 0.3);
        let reached = shift.max(turn);
        assert!((0.95..1.05).contains(&reached), "{mode}: {shift} {turn}");
        // Rates and accelerations are those of a vibration that goes as far.
        let omega = core::f64::consts::TAU * number(&mode["frequency"]);
        for (group, factor) in [("rates", omega), ("accelerations", omega * omega)] {
            let sliders = list(&data["controls"][group]).iter();
            let mut found = sliders.filter(|slider| slider["name"] == mode["name"]);
            let most = number(&found.next().expect(group)["upper"]);
            close(most / (upper * factor), 1.0, group);
        }
    }
    let vibrations = mechanism.vibrations();
    for (mode, vibration) in list(&bend["modes"]).iter().zip(&vibrations) {
        close(
            number(&mode["frequency"]),
            vibration.frequency(),
            "frequency",
        );
    }
}

#[test]
fn locked_modes_are_not_drawn() {
    let some = data(&parsed(&beam(
        "lock = [\"beam.bending_y_1\", \"beam.torsion_1\"]",
    )));
    let bend = &some["scene"]["bends"][0];
    assert_eq!(list(&bend["modes"]).len(), 4);
    for station in list(&bend["stations"]) {
        assert_eq!(list(&station["shift"]).len(), 4);
        assert_eq!(list(&station["turn"]).len(), 4);
    }
    let none = data(&parsed(&beam("lock = [\"beam.modes\"]")));
    assert_eq!(none["scene"]["bends"], Value::Array(Vec::new()));
}

/// Of the crank and of the two modes; rod and slider have none.
#[test]
fn forces_of_a_loop_are_those_of_actuated_joints() {
    let data = data(&loaded("models/flexible/slider_crank.toml"));
    let forces = list(&data["controls"]["forces"]).iter();
    let names = forces.map(|force| force["name"].as_str().expect("a name"));
    let names: Vec<&str> = names.collect();
    assert_eq!(names, ["crank", "rod.bending_y_1", "rod.bending_y_2"]);
    let own = [
        "crank",
        "rod",
        "slider",
        "rod.bending_y_1",
        "rod.bending_y_2",
    ];
    for body in list(&data["scene"]["bodies"]) {
        let joint = body["jointName"].as_str().expect("a name");
        let expected = names.iter().position(|name| *name == joint);
        if own.contains(&joint) {
            assert_eq!(
                body["joint"]["force"],
                serde_json::json!(expected),
                "{joint}"
            );
        }
    }
}

#[test]
fn nodes_are_connected_to_a_tree() {
    let data = data(&loaded("tests/models/flex/nodal_arm.toml"));
    let bend = &data["scene"]["bends"][0];
    assert_eq!(bend["section"], Value::Null);
    let rods: Vec<(f64, f64)> = list(&bend["rods"])
        .iter()
        .map(|rod| (number(&rod[0]), number(&rod[1])))
        .collect();
    assert_eq!(rods, [(0.0, 1.0), (1.0, 2.0), (2.0, 3.0), (3.0, 4.0)]);
    assert_eq!(list(&bend["stations"]).len(), 5);
    assert_eq!(
        bend["stations"][0]["place"],
        serde_json::json!([0.0, 0.0, 0.0])
    );
    assert_eq!(data["controls"]["positions"][2]["unit"], "modal");
}

#[test]
fn of_many_nodes_some_are_drawn_that_lie_well_apart() {
    let folder = std::env::temp_dir().join(format!("denoc-view-flexible-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let count = 1000;
    let each = |f: &dyn Fn(usize) -> String| (0..count).map(f).collect::<Vec<_>>().join(", ");
    let place = |k: usize| {
        format!(
            "[{}, {}, 0.0]",
            (k % 50) as f64 / 10.0,
            (k / 50) as f64 / 10.0
        )
    };
    let shape = |k: usize| format!("[0, 0, 0, 0, 0, {}]", k as f64 / 1e4);
    let modes = format!(
        "nodes = [{}]\nnode_mass = [{}]\nshapes = [[{}]]\nstiffness = [[100.0]]\nframes = {{ eye = 537 }}\n",
        each(&place),
        each(&|_| "0.001".into()),
        each(&shape),
    );
    std::fs::write(folder.join("plate.modes.toml"), modes).expect("a mode file");
    let model = "name = \"plate\"\n[[body]]\nname = \"plate\"\nparent = \"base\"\njoint = { type = \"fixed\" }\n\
                 flexible = { file = \"plate.modes.toml\" }\n[[frame]]\nname = \"eye\"\nbody = \"plate/eye\"\n";
    let path = folder.join("plate.toml");
    std::fs::write(&path, model).expect("a model");
    let mechanism = model::load(&path).expect("a sound model").mechanism;
    std::fs::remove_dir_all(&folder).expect("an empty folder");
    let data = data(&mechanism);
    let bend = &data["scene"]["bends"][0];
    let stations = list(&bend["stations"]);
    assert_eq!(stations.len(), 161);
    let places: Vec<[f64; 2]> = stations
        .iter()
        .map(|one| [number(&one["place"][0]), number(&one["place"][1])])
        .collect();
    assert!(places.contains(&[3.7, 1.0]), "the node of the frame");
    // Every node has a station nearby.
    for k in 0..count {
        let [x, y] = [(k % 50) as f64 / 10.0, (k / 50) as f64 / 10.0];
        let near = |[a, b]: &[f64; 2]| (a - x).hypot(b - y) < 0.35;
        assert!(places.iter().any(near), "{x}, {y}");
    }
    assert_eq!(list(&bend["rods"]).len(), 160);
}
