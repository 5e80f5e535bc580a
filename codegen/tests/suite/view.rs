//! The page of `denoc view`: built from the sources that are here, small, and safe whatever a model is called.

use std::path::{Path, PathBuf};

use denoc_codegen::compile::{Options, compile};
use denoc_codegen::model;
use denoc_codegen::simulate::{Trajectory, TrajectoryPoint};
use denoc_codegen::view::{LARGEST, View};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn text(path: &str) -> String {
    std::fs::read_to_string(repository().join(path)).expect(path)
}

fn view(text: &str) -> View {
    let loaded = model::parse("model.toml", text).expect("a sound model");
    let options = Options {
        functions: Some(vec!["inverse_dynamics".into(), "tip_pose_tip".into()]),
        ..Options::default()
    };
    View::of(&compile(&loaded.mechanism, &options).expect("a sound mechanism")).expect("a page")
}

/// The data in a page.
fn data(page: &str) -> Value {
    let (_, rest) = page.split_once("id=\"data\">").expect("data");
    let (json, _) = rest.split_once("</script>").expect("an end");
    serde_json::from_str(json).expect("JSON")
}

/// As `view/build.mjs` computes it.
fn fingerprint() -> String {
    let source = repository().join("view/src");
    let mut names: Vec<String> = std::fs::read_dir(source)
        .expect("sources of the viewer")
        .map(|entry| entry.expect("an entry").file_name())
        .map(|name| format!("src/{}", name.to_string_lossy()))
        .collect();
    names.sort();
    let mut hash = Sha256::new();
    for name in ["build.mjs".into(), "package-lock.json".into()]
        .into_iter()
        .chain(names)
    {
        let contents = text(&format!("view/{name}"));
        hash.update(format!("{name}\0{}\0{contents}", contents.len()));
    }
    let digest = hash.finalize();
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn the_viewer_is_built_from_its_sources() {
    let script = text("codegen/src/view/assets/view.js");
    let first = script.lines().next().expect("a first line");
    assert!(
        first.contains(&fingerprint()),
        "run `npm ci && npm run build` in view/"
    );
    assert!(script.contains("The MIT License") && script.contains("three.js authors"));
}

#[test]
fn pages_are_small_and_always_the_same() {
    let puma = text("models/puma.toml");
    let page = view(&puma).to_html();
    assert!(page.len() < LARGEST, "{} bytes", page.len());
    assert_eq!(page, view(&puma).to_html());
}

#[test]
fn pages_fetch_nothing_and_end_no_element_early() {
    let name = "</script><!--<script>alert(1)</script>";
    let puma = text("models/puma.toml").replace("\"puma\"", &format!("'{name}'"));
    let page = view(&puma).to_html();
    assert_eq!(data(&page)["name"], name);
    assert_eq!(page.matches("</script>").count(), 3);
    assert_eq!(page.matches("<!--").count(), 0);
    for fetched in ["src=", "@import", "url("] {
        assert!(!page.contains(&format!(" {fetched}")), "{fetched}");
    }
    assert!(page.contains("default-src 'none'"));
}

#[test]
fn frames_have_the_functions_that_are_in_the_page() {
    let model = "name = \"arm\"\n[[body]]\nname = \"upper\"\nparent = \"base\"\nmass = 1.0\ncom = [0.1, 0, 0]\n\
         joint = { type = \"revolute\", axis = [0, 1, 0] }\n\
         [[frame]]\nname = \"static\"\nbody = \"upper\"\n[[frame]]\nname = \"6dof\"\nbody = \"upper\"\n";
    let loaded = model::parse("model.toml", model).expect("a sound model");
    let functions = ["tip_pose_static", "tip_pose_6dof"];
    let options = Options {
        functions: Some(functions.map(String::from).to_vec()),
        ..Options::default()
    };
    let compiled = compile(&loaded.mechanism, &options).expect("a sound mechanism");
    let page = View::of(&compiled).expect("a page").to_html();
    let data = data(&page);
    for (k, function) in functions.iter().enumerate() {
        assert_eq!(data["scene"]["frames"][k]["function"], *function);
        assert!(page.contains(&format!("function {function}(")));
    }
}

#[test]
fn long_motions_are_thinned_to_their_ends() {
    let puma = view(&text("models/puma.toml"));
    let point = |k: usize| TrajectoryPoint {
        t: k as f64 / 3.0,
        q: vec![k as f64 / 7.0; 6],
        qd: vec![1.0 / 7.0; 6],
        qdd: vec![0.0; 6],
    };
    let short = puma
        .clone()
        .playing(&Trajectory((0..100).map(point).collect()));
    assert_eq!(short.instants(), 100);
    let long = puma.playing(&Trajectory((0..100_000).map(point).collect()));
    assert!(
        (300..2_000).contains(&long.instants()),
        "{}",
        long.instants()
    );
    let page = long.to_html();
    assert!(page.len() < LARGEST, "{} bytes", page.len());
    let data = data(&page);
    let times = data["track"]["t"].as_array().expect("times");
    assert_eq!(times.first(), Some(&Value::from(0.0)));
    assert_eq!(times.last(), Some(&Value::from(99_999.0 / 3.0)));
}

#[test]
fn joints_that_follow_others_are_drawn_where_they_go() {
    let link = |name: &str, parent: &str, more: &str| {
        format!(
            "[[body]]\nname = \"{name}\"\nparent = \"{parent}\"\nmass = 1.0\ncom = [0.1, 0, 0]\n\
             joint = {{ type = \"revolute\", axis = [0, 1, 0]{more} }}\n"
        )
    };
    let follows = ", offset = 0.25, mimic = { joint = \"knee\", factor = -2.0, offset = 0.5 }";
    let model = [
        "name = \"leg\"\norder = [\"knee\", \"hip\"]\n".into(),
        link("hip", "base", ""),
        link("knee", "hip", ""),
        link("foot", "knee", follows),
    ];
    let data = data(&view(&model.concat()).to_html());
    let joint = |k: usize| &data["scene"]["bodies"][k]["joint"];
    assert_eq!(joint(0)["coordinates"][0]["terms"], json!([[1, 1.0]]));
    assert_eq!(joint(0)["force"], 1);
    assert_eq!(joint(1)["force"], 0);
    let foot = json!([{ "offset": 0.75, "terms": [[0, -2.0]] }]);
    assert_eq!(joint(2)["coordinates"], foot);
    assert_eq!(joint(2)["force"], Value::Null);
}

/// A finger that follows one to one stands before the one it follows; a motor of two joints moves neither alone.
#[test]
fn forces_are_drawn_in_the_joints_that_have_them() {
    let slide = |name: &str, more: &str| {
        format!(
            "[[body]]\nname = \"{name}\"\nparent = \"base\"\nmass = 1.0\n\
             joint = {{ type = \"prismatic\", axis = [0, 1, 0]{more} }}\n"
        )
    };
    let model = [
        "name = \"hand\"\n".into(),
        slide("follower", ", mimic = { joint = \"finger\" }"),
        slide("finger", ""),
        slide("thumb", ""),
        slide("nail", ""),
        slide("wrist", ""),
        "[[transmission]]\njoints = [\"thumb\", \"nail\", \"wrist\"]\nmotors = [\"m1\", \"m2\"]\n\
         matrix = [[1, 0], [-0.5, 0], [0, 1]]\n[[frame]]\nname = \"tip\"\nbody = \"finger\"\n"
            .into(),
    ];
    let data = data(&view(&model.concat()).to_html());
    let force = |k: usize| data["scene"]["bodies"][k]["joint"]["force"].clone();
    let forces: Vec<Value> = (0..5).map(force).collect();
    assert_eq!(json!(forces), json!([null, 0, null, null, 2]));
}

#[test]
fn prices_are_beside_those_of_others() {
    let data = data(&view(&text("models/puma.toml")).to_html());
    let price = &data["prices"][0];
    assert_eq!(price["name"], "inverse_dynamics");
    assert_eq!((&price["mul"], &price["add"]), (&158.into(), &120.into()));
    let others = price["others"].as_array().expect("others");
    assert!(
        others.iter().any(|other| other["total"] == 956),
        "{others:?}"
    );
}

#[test]
fn mechanisms_with_loops_start_closed_and_move_by_independent_coordinates() {
    for (name, independent, forces) in [
        ("five_bar", &["crank1", "crank2"][..], 2),
        ("carpet_scraper", &["crank"], 1),
        ("three_leg_platform", &[], 3),
    ] {
        let path = repository().join(format!("models/loops/{name}.toml"));
        let mechanism = model::load(&path).expect(name).mechanism.at_defaults();
        let functions = ["gravity", "closure", "closure_jacobian", "inverse_dynamics"];
        let options = Options {
            functions: Some(functions.map(Into::into).to_vec()),
            ..Options::default()
        };
        let compiled = compile(&mechanism, &options).expect(name);
        let page = View::of(&compiled).expect("a page").to_html();
        assert!(page.len() < LARGEST, "{name}: {} bytes", page.len());
        for function in ["gravity(q, g)", "closure(q, phi)", "closure_jacobian(q, G)"] {
            assert!(page.contains(&format!("function {function}")), "{name}");
        }
        let data = data(&page);
        let sliders = data["controls"]["positions"].as_array().expect("sliders");
        let names: Vec<&str> = sliders
            .iter()
            .filter_map(|one| one["name"].as_str())
            .collect();
        assert_eq!(names, independent, "{name}");
        assert_eq!(data["controls"]["rates"], json!([]), "{name}");
        let shown = data["controls"]["forces"].as_array().expect("forces");
        assert_eq!(shown.len(), forces, "{name}");
        let assembled = &mechanism.loops.as_ref().expect("loops").mobility.q;
        assert_eq!(data["closed"]["q"], json!(assembled), "{name}");
        let inverse = compiled
            .functions
            .iter()
            .find(|one| one.name == "inverse_dynamics");
        let counts = inverse.expect("inverse dynamics").counts();
        let prices = data["prices"].as_array().expect("prices");
        let price = prices.iter().find(|one| one["name"] == "inverse_dynamics");
        assert_eq!(price.expect("its price")["mul"], counts.mul, "{name}");
    }
}
