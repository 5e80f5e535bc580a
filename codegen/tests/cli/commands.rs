//! Every command does what its help says.

use serde_json::{Value, json};

use crate::support::{ARM, BODIES, TestDirectory, model};

fn json_of(text: &str) -> Value {
    serde_json::from_str(text).expect("stdout is JSON")
}

#[test]
fn generate_writes_three_files_and_prints_the_table() {
    let directory = TestDirectory::new("generate");
    let arguments = ["generate", &model("puma"), "--out", "a/b"];
    let stdout = directory.denoc(&arguments).done();
    for name in ["a/b/puma.rs", "a/b/puma.c", "a/b/puma.h"] {
        assert!(directory.has(name), "{name}");
        assert!(stdout.contains(name), "{stdout}");
    }
    for words in ["inverse_dynamics", "mass_matrix", "Largest error at "] {
        assert!(stdout.contains(words), "`{words}` is not in\n{stdout}");
    }
    assert!(!stdout.contains("RIDIM"), "the papers are in `count`");
    let left: Vec<_> = std::fs::read_dir(directory.0.join("a/b"))
        .expect("the directory")
        .collect();
    assert_eq!(left.len(), 3, "nothing else is left behind: {left:?}");
}

#[test]
fn generate_writes_the_functions_of_a_controller_and_names_the_others() {
    let directory = TestDirectory::new("generate_default").file("arm.toml", ARM);
    let generate = ["generate", "arm.toml", "--emit", "c"];
    let printed = directory.denoc(&generate).done();
    let functions = |header: &str| header.matches("void arm_").count();
    assert_eq!(functions(&directory.text("arm.h")), 5);
    let counted = json_of(
        &directory
            .denoc(&["count", "arm.toml", "--format", "json"])
            .done(),
    );
    let all = counted["functions"].as_object().map_or(0, |all| all.len());
    let hint = format!(
        "{} further functions exist: `--functions all` writes them all, `denoc count` lists them.\n",
        all - 5
    );
    assert!(printed.ends_with(&hint), "{printed}");
    for (functions, written) in [("all", all), ("bias", 1)] {
        let more = ["--functions", functions, "--format", "json"];
        let value = json_of(&directory.denoc(&[&generate[..], &more].concat()).done());
        let listed = value["functions"].as_object().map(|all| all.len());
        assert_eq!(listed, Some(written));
        assert_eq!(value["further"], json!([]));
        assert_eq!(value["files"], json!(["./arm.c", "./arm.h"]));
    }
    assert_eq!(functions(&directory.text("arm.h")), 1);
}

#[test]
fn generate_prints_json() {
    let directory = TestDirectory::new("generate_json").file("arm.toml", ARM);
    let generate = ["generate", "arm.toml", "--format", "json", "--scalar"];
    for (scalar, largest) in [("f64", true), ("f32", false)] {
        let value = json_of(&directory.denoc(&[&generate[..], &[scalar]].concat()).done());
        assert_eq!(value["model"], "arm");
        assert_eq!(value["scalar"], scalar);
        assert_eq!(value["opt"], 2);
        assert_eq!(value["largest_error"]["error"].is_f64(), largest);
        assert!(value["functions"]["gravity"]["formulation"].is_string());
        let further = value["further"].as_array().expect("names");
        assert!(further.contains(&json!("momenta")), "{further:?}");
    }
}

#[test]
fn generate_keeps_to_its_options() {
    let directory = TestDirectory::new("generate_options").file("arm.toml", ARM);
    let arguments = [
        "generate",
        "arm.toml",
        "--emit",
        "c",
        "--functions",
        "bias,gravity",
        "--name",
        "My Arm",
        "--scalar",
        "f32",
        "--formulation",
        "bias=luh",
        "--opt",
        "1",
    ];
    let stdout = directory.denoc(&arguments).done();
    assert!(stdout.contains("luh"), "{stdout}");
    let header = directory.text("my_arm.h");
    assert!(
        header.contains("void my_arm_bias(const float q["),
        "{header}"
    );
    assert!(!header.contains("inverse_dynamics"));
    assert!(!directory.has("my_arm.rs"));
}

/// The price is the same, packed or not.
#[test]
fn generate_packs_matrices_where_it_is_asked_to() {
    let directory = TestDirectory::new("generate_sparse").file("arm.toml", ARM);
    let generate = |more: &[&str]| {
        let arguments = [
            "generate",
            "arm.toml",
            "--functions",
            "mass_matrix,coriolis_matrix",
        ];
        directory.denoc(&[&arguments, more].concat()).done()
    };
    let dense = generate(&[]);
    assert!(!directory.text("arm.h").contains("NNZ"));
    let help = directory.denoc(&["generate", "--help"]).done();
    assert!(help.contains("--sparse"), "{help}");
    assert_eq!(generate(&["--sparse"]), dense);
    let (rust, header) = (directory.text("arm.rs"), directory.text("arm.h"));
    for words in ["_SHAPE", "_COLUMN_STARTS", "_ROW_INDICES"] {
        let name = format!("pub const MASS_MATRIX_M{words}: ");
        assert!(rust.contains(&name), "{rust}");
    }
    for words in [
        "_NNZ ",
        "_ROWS ",
        "_COLS ",
        "_COLUMN_STARTS {0, ",
        "_ROW_INDICES {",
    ] {
        let name = format!("#define ARM_CORIOLIS_MATRIX_C{words}");
        assert!(header.contains(&name), "{header}");
    }
}

#[test]
fn two_runs_write_the_same_bytes() {
    let directory = TestDirectory::new("two_runs");
    for out in ["one", "two"] {
        let arguments = ["generate", &model("stanford"), "--out", out];
        directory.denoc(&arguments).done();
    }
    for name in ["stanford.rs", "stanford.c", "stanford.h"] {
        assert_eq!(
            directory.text(&format!("one/{name}")),
            directory.text(&format!("two/{name}"))
        );
    }
}

#[test]
fn count_prints_the_json_of_the_contract() {
    let directory = TestDirectory::new("count_json");
    let value = json_of(
        &directory
            .denoc(&["count", &model("puma"), "--format", "json"])
            .done(),
    );
    assert_eq!(value["model"], "puma");
    let row = value["functions"]["inverse_dynamics"]
        .as_object()
        .expect("counts");
    let keys: Vec<&String> = row.keys().collect();
    let documented = [
        "mul",
        "add",
        "div",
        "neg",
        "sqrt",
        "trig",
        "total",
        "formulation",
    ];
    assert_eq!(keys, documented);
    assert_eq!(row["div"], 0);
    let number = |key: &str| row[key].as_u64().expect(key);
    assert_eq!(number("total"), number("mul") + number("add"));
    assert!(row["formulation"].is_string());
}

#[test]
fn count_prints_tables_beside_the_papers() {
    let directory = TestDirectory::new("count_tables");
    let text = directory.denoc(&["count", &model("stanford")]).done();
    for words in ["inverse_dynamics", "u_form", "OpenSYMORO", "222"] {
        assert!(text.contains(words), "`{words}` is not in\n{text}");
    }
    let markdown = directory
        .denoc(&["count", "--generic", "3", "--format", "markdown"])
        .done();
    assert!(markdown.contains("| inverse_dynamics"), "{markdown}");
}

#[test]
fn count_reports_the_savings_of_every_technique() {
    let directory = TestDirectory::new("count_ablation").file("arm.toml", BODIES);
    let count = ["count", "arm.toml", "--ablation"];
    let text = directory.denoc(&count).done();
    for words in [
        "arm, inverse_dynamics",
        "arm, hamiltonian_rates",
        "opt 0",
        "opt 2 without base parameters",
        "saves: ",
    ] {
        assert!(text.contains(words), "`{words}` is not in\n{text}");
    }
    assert!(!text.contains("opt 3"), "nothing was searched:\n{text}");
    let optimize = ["optimize", "arm.toml", "--functions", "bias", "--proposals"];
    directory.denoc(&[&optimize[..], &["100"]].concat()).done();
    let json = ["--functions", "bias,gravity", "--format", "json"];
    let value = json_of(&directory.denoc(&[&count[..], &json].concat()).done());
    let functions = value["functions"].as_object().expect("functions");
    let names: Vec<&String> = functions.keys().collect();
    assert_eq!(names, ["bias", "gravity"]);
    for (function, levels) in [("bias", 4), ("gravity", 3)] {
        let function = &value["functions"][function];
        let found = function["levels"].as_array().expect("levels");
        assert_eq!(found.len(), levels);
        let total = |counts: &Value| counts["mul"].as_i64().zip(counts["add"].as_i64());
        let (mul, add) = total(&found[2]).expect("counts");
        for (name, without) in function["without"].as_object().expect("techniques") {
            let (mul_without, add_without) = total(&without["counts"]).expect("counts");
            let saved = mul_without + add_without - mul - add;
            assert_eq!(without["saves"], saved, "{name}");
        }
    }
    directory
        .denoc(&[&count[..], &["--functions", "nothing"]].concat())
        .refused(&["unknown function `nothing`", "gravity"]);
    directory
        .denoc(&[&count[..], &["--opt", "1"]].concat())
        .misused(&["--ablation", "--opt"]);
}

#[test]
fn every_formulation_has_formulas_where_nothing_is_chosen_body_by_body() {
    let arguments = ["tables", "--opt", "1", "--format", "json"];
    let outcome = TestDirectory::new("tables_1").denoc(&arguments);
    assert_eq!(outcome.stderr, "", "no bar where nobody watches");
    let value = json_of(&outcome.done());
    let ours = rows_of(&value).filter(|row| row["exact from n"].is_u64());
    assert_eq!(ours.count(), 24, "{value:#}");
    for row in rows_of(&value) {
        for column in ["M", "A"] {
            let cell = row[column].to_string();
            assert!(!cell.contains("a joint"), "{row}");
        }
    }
}

/// The docs give the formulas of one setting for all n: those of the table are as steep and nowhere dearer.
#[test]
fn tables_have_formulas_of_ours_beside_the_papers() {
    let text = TestDirectory::new("tables")
        .denoc(&["tables", "--format", "json"])
        .done();
    for words in [
        "120n - 44",
        "97n - 55",
        "denoc: ridim",
        "1/6n^3 + 23/2n^2",
        "131n - 48",
    ] {
        assert!(text.contains(words), "`{words}` is not in\n{text}");
    }
    let value = json_of(&text);
    let docs = include_str!("../../../docs/formulations.md");
    for (function, algorithm) in [
        ("| inverse dynamics | `u_scaled` |", "denoc: u_scaled"),
        (
            "| forward dynamics | `merged_scaled` |",
            "denoc, all-in: merged_scaled",
        ),
        (
            "| Hamiltonian rates | `naudet_scaled` |",
            "denoc, Hamiltonian rates: naudet_scaled",
        ),
    ] {
        let row = docs.lines().find_map(|line| line.strip_prefix(function));
        let cells = row.expect(function).split('|').map(str::trim);
        let ours = rows_of(&value).find(|row| row["algorithm"] == algorithm);
        let ours = ours.expect(algorithm);
        for (column, cell) in ["M", "A"].into_iter().zip(cells) {
            let (steep, less) = line(cell);
            let (our_steep, our_less) = line(ours[column].as_str().expect("a formula"));
            assert!(steep == our_steep && less <= our_less, "{cell}: {ours}");
        }
    }
    // What has no formula says how it grows, and has that of --opt 1 below.
    let uneven = rows_of(&value).find(|row| row["algorithm"] == "denoc: u_form");
    let uneven = uneven.expect("u_form")["M"]
        .as_str()
        .unwrap_or_default()
        .to_owned();
    assert!(
        uneven.starts_with('+') && uneven.ends_with(" a joint"),
        "{uneven}"
    );
    let even = rows_of(&value).find(|row| row["algorithm"] == "denoc: u_form, --opt 1");
    assert_eq!(even.expect("a row")["M"], "91n - 115");
}

fn rows_of(tables: &Value) -> impl Iterator<Item = &Value> {
    let tables = tables.as_array().expect("tables").iter();
    tables.flat_map(|one| one["rows"].as_array().expect("rows"))
}

/// The numbers of `73n - 89`.
fn line(formula: &str) -> (u32, u32) {
    let formula = formula.replace('\u{2212}', "-");
    let (steep, less) = formula.split_once("n - ").expect("a line");
    (
        steep.parse().expect("a number"),
        less.parse().expect("a number"),
    )
}

#[test]
fn check_prints_the_tree() {
    let text = TestDirectory::new("check")
        .denoc(&["check", &model("puma")])
        .done();
    assert!(
        text.contains("6 moving bodies, 6 coordinates, 6 velocities"),
        "{text}"
    );
    assert!(
        text.contains("\n    link2 (revolute, 15.761 kg)\n"),
        "{text}"
    );
}

#[test]
fn flexible_bodies_are_shown_with_their_modes() {
    let arm = format!(
        "{}/../tests/models/flex/planar_2link.toml",
        env!("CARGO_MANIFEST_DIR")
    );
    let directory = TestDirectory::new("flexible");
    let text = directory.denoc(&["check", &arm]).done();
    for line in [
        "  link1 (revolute, 0.324 kg, 2 modes)\n    link2 (revolute, 0.5944 kg, 2 modes) at link1/tip\n",
        "      at link2/tip: 0.25 kg\n",
        "\nFlexible bodies\n",
    ] {
        assert!(text.contains(line), "{text}");
    }
    let run = directory.denoc(&["simulate", &arm, "--duration", "0.01"]);
    let text = run.done();
    assert!(text.contains("modes     3.2901 to 24.1624 Hz"), "{text}");
    assert!(text.contains("drift"), "{text}");
}

#[test]
fn check_lists_what_is_in_the_joints() {
    let hand = format!(
        "{}/../tests/models/dry_hand.toml",
        env!("CARGO_MANIFEST_DIR")
    );
    let text = TestDirectory::new("joints").denoc(&["check", &hand]).done();
    let section = text.split("In the joints").nth(1).expect(&text);
    for (joint, what) in [
        ("pitch", "damping 0.02"),
        ("roll", "friction 0.05 (smooth below 0.1)"),
        (
            "grip",
            "friction 0.3 (smooth below 0.01), stiffness 20 about 0.04",
        ),
        (
            "m2",
            "rotor inertia 0.004, friction 0.03 (smooth below 0.01)",
        ),
        ("pitch", "= 0.5 m2 + 0.5 m1"),
        ("roll", "= 1.5 m2 - 1.5 m1"),
        ("right", "= -grip"),
    ] {
        let line = |line: &str| line.starts_with(joint) && line.ends_with(what);
        assert!(section.lines().any(line), "{joint} {what}: {text}");
    }
    let plain = TestDirectory::new("no-joints")
        .denoc(&["check", &model("puma")])
        .done();
    assert!(!plain.contains("In the joints"), "{plain}");
}

#[test]
fn impossible_inertia_is_a_warning() {
    let directory =
        TestDirectory::new("warning").file("arm.toml", ARM.replace("xx = 0.1", "xx = 9.0"));
    let outcome = directory.denoc(&["check", "arm.toml"]);
    assert_eq!(outcome.status, Some(0));
    assert!(
        outcome.stderr.contains("warning: arm.toml:11:"),
        "{}",
        outcome.stderr
    );
}

#[test]
fn eval_takes_one_state_or_several() {
    let directory = TestDirectory::new("eval")
        .file("arm.toml", ARM)
        .file(
            "one.json",
            r#"{"q": [0.3], "qd": [1], "qdd": [0.5], "note": "left alone"}"#,
        )
        .file("list.json", r#"[{"q": [0.3]}, {"q": [1.3]}]"#);
    let arguments = [
        "eval",
        "arm.toml",
        "inverse_dynamics",
        "--input",
        "one.json",
    ];
    let one = json_of(&directory.denoc(&arguments).done());
    assert_eq!(one["tau"].as_array().map(Vec::len), Some(1));
    let list = json_of(
        &directory
            .denoc(&["eval", "arm.toml", "mass_matrix", "--input", "list.json"])
            .done(),
    );
    assert_eq!(list.as_array().map(Vec::len), Some(2));
    assert_eq!(list[0]["M"], list[1]["M"]);
    assert_eq!(list[0]["M"][0].as_array().map(Vec::len), Some(1));
}

/// Some editors write a mark of the byte order in front.
#[test]
fn eval_takes_input_with_a_mark_of_the_byte_order() {
    let directory = TestDirectory::new("eval_bom").file("arm.toml", ARM);
    let eval = ["eval", "arm.toml", "gravity", "--input", "-"];
    let input = "{\"q\": [0.3]}";
    let plain = directory.denoc_with(&eval, input).done();
    let marked = directory.denoc_with(&eval, &format!("\u{feff}{input}"));
    assert_eq!(marked.done(), plain);
}

#[test]
fn eval_agrees_with_its_reference() {
    let directory = TestDirectory::new("eval_reference");
    let state = json!({
        "q": [0.1, 0.2, 0.3, 0.4, 0.5, 0.6], "qd": [1.0, 1.1, 1.2, 1.3, 1.4, 1.5], "qdd": [0.5, 0.4, 0.3, 0.2, 0.1, 0.0],
    })
    .to_string();
    let puma = model("puma");
    let run = |more: &[&str]| {
        let arguments = [
            &["eval", puma.as_str(), "inverse_dynamics", "--input", "-"],
            more,
        ]
        .concat();
        let value = json_of(&directory.denoc_with(&arguments, &state).done());
        let list = value["tau"].as_array().expect("a list").clone();
        list.iter()
            .map(|x| x.as_f64().expect("a number"))
            .collect::<Vec<f64>>()
    };
    let expected = run(&["--reference"]);
    for (more, tolerance) in [
        (&[][..], 1e-12),
        (&["--sincos", "libm"][..], 1e-12),
        (&["--scalar", "f32"][..], 1e-4),
        (
            &["--reference", "--formulation", "inverse_dynamics=luh"][..],
            1e-12,
        ),
    ] {
        for (a, b) in run(more).iter().zip(&expected) {
            assert!((a - b).abs() < tolerance * 100.0, "{more:?}: {a} {b}");
        }
    }
}

#[test]
fn not_finite_results_are_null() {
    let directory = TestDirectory::new("eval_null").file("arm.toml", ARM);
    let arguments = ["eval", "arm.toml", "inverse_dynamics", "--input", "-"];
    let text = directory
        .denoc_with(&arguments, r#"{"q": [0], "qd": [0], "qdd": [1e308]}"#)
        .done();
    assert!(text.contains("tau"), "{text}");
    let arguments = ["eval", "arm.toml", "potential_energy", "--input", "-"];
    let text = directory.denoc_with(&arguments, r#"{"q": [1e300]}"#).done();
    assert!(text.starts_with("{\"V\":"), "{text}");
}

#[test]
fn eval_names_an_angle_without_a_sine() {
    let directory = TestDirectory::new("eval_far").file("bodies.toml", BODIES);
    let run = |angle: &str, more: &[&str]| {
        let arguments = ["eval", "bodies.toml", "gravity", "--input", "-"];
        let arguments = [&arguments[..], more].concat();
        directory.denoc_with(
            &arguments,
            &format!("[{{\"q\": [0, 0]}}, {{\"q\": [0, {angle}]}}]"),
        )
    };
    let far = run("2.1e8", &[]);
    let warning = "state 1: coordinate \"lower\" is 2.1e8 rad, and sine and cosine are computed up to 2e8 rad";
    assert!(far.stderr.contains(warning), "{}", far.stderr);
    assert!(far.done().contains("null"));
    let single = run("1e5", &["--scalar", "f32"]);
    assert!(
        single
            .stderr
            .contains("is 1e5 rad, and sine and cosine are computed up to 5.12e4 rad"),
        "{}",
        single.stderr
    );
    for quiet in [run("1e5", &[]), run("1e9", &["--sincos", "libm"])] {
        assert_eq!(quiet.stderr, "");
        assert!(!quiet.done().contains("null"));
    }
}

#[test]
fn base_prints_combinations_by_body() {
    let directory = TestDirectory::new("base").file("bodies.toml", BODIES);
    let text = directory.denoc(&["base", &model("puma")]).done();
    for words in [
        "puma: 36 base parameters of 60",
        "body 2: link2 (revolute)",
        "kg m²",
        "Jzz2",
        "0.186624 m3",
        "without effect: m1 ",
    ] {
        assert!(text.contains(words), "`{words}` is not in\n{text}");
    }
    let euler = directory
        .denoc(&["base", "bodies.toml", "--basis", "euler-zz"])
        .done();
    assert!(euler.contains("Kxx2") && euler.contains("0.5 J"), "{euler}");
}

#[test]
fn base_prints_json_whose_sums_are_the_values() {
    let directory = TestDirectory::new("base_json");
    let puma = model("panda");
    let value = json_of(&directory.denoc(&["base", &puma, "--format", "json"]).done());
    assert_eq!(value["count"], 43);
    assert_eq!(value["complete"], true);
    assert_eq!(value["base"].as_array().map(Vec::len), Some(43));
    assert_eq!(value["bodies"].as_array().map(Vec::len), Some(7));
    let first = &value["base"][0];
    assert_eq!(first["name"], "Jzz1");
    assert_eq!(first["body"], "link1");
    assert_eq!(first["unit"], "kg m²");
    assert!(first["value"].is_f64());
    assert_eq!(first["terms"][0]["name"], "Jzz1");
    assert_eq!(first["terms"][0]["factor"], 1.0);
    assert_eq!(first["terms"][0]["exact"], "1");
    assert_eq!(value["without_effect"][0]["name"], "m1");
}

#[test]
fn columns_of_base_regressors_belong_to_the_parameters_that_base_prints_of_every_basis() {
    let directory = TestDirectory::new("bases").file("bodies.toml", BODIES);
    let state = r#"{"q": [0.3, -0.4], "qd": [1.5, 2], "qdd": [0.5, -1]}"#;
    let eval = |function: &str, more: &[&str]| {
        let arguments = [&["eval", "bodies.toml", function, "--input", "-"], more].concat();
        json_of(&directory.denoc_with(&arguments, state).done())
    };
    let tau = eval("inverse_dynamics", &[])["tau"].clone();
    for (basis, name) in [
        ("tensor-yy", "ARM_BASE_JXX2"),
        ("tensor-xx", "ARM_BASE_JYY2"),
        ("euler-zz", "ARM_BASE_KXX2"),
    ] {
        let of_basis = ["--basis", basis];
        let arguments = [&["base", "bodies.toml", "--format", "json"], &of_basis[..]].concat();
        let base = json_of(&directory.denoc(&arguments).done())["base"].clone();
        let base = base.as_array().expect("parameters");
        for reference in [&[][..], &["--reference"]] {
            let more = [&of_basis[..], reference].concat();
            let rows = eval("base_regressor", &more)["Y"].clone();
            let rows = rows.as_array().expect("rows");
            for (row, tau) in rows.iter().zip(tau.as_array().expect("torques")) {
                assert_eq!(row.as_array().map(Vec::len), Some(base.len()));
                let terms = base.iter().enumerate().map(|(k, one)| {
                    let value = one["value"].as_f64().expect("a value");
                    value * row[k].as_f64().expect("a factor")
                });
                let found: f64 = terms.sum();
                let tau = tau.as_f64().expect("a torque");
                assert!((found - tau).abs() < 1e-12, "{basis}: {found} {tau}");
            }
        }
        let more = [
            "--functions",
            "base_regressor",
            "--emit",
            "c",
            "--out",
            "out",
        ];
        let arguments = [
            &["generate", "bodies.toml"],
            &more[..],
            &of_basis,
            &["--force"],
        ]
        .concat();
        directory.denoc(&arguments).done();
        let header = directory.text("out/arm.h");
        assert!(header.contains(name), "{basis}: {header}");
    }
    let wrong = directory.denoc(&["count", "bodies.toml", "--basis", "kzz"]);
    wrong.misused(&["tensor-yy, tensor-xx, euler-zz"]);
}

#[test]
fn verify_prints_points_errors_and_bounds() {
    let directory = TestDirectory::new("verify").file("arm.toml", ARM);
    let text = directory
        .denoc(&["verify", "arm.toml", "--points", "4", "--opt", "1"])
        .done();
    for words in [
        "arm, --opt 1",
        "partner",
        "forward_dynamics",
        "1.0e-12",
        "All statements are proved, at points in turn in 2 prime fields",
    ] {
        assert!(text.contains(words), "`{words}` is not in\n{text}");
    }
    directory
        .denoc(&["verify", "arm.toml", "--points", "0"])
        .misused(&["--points"]);
}

#[test]
fn verify_prints_json() {
    let directory = TestDirectory::new("verify_json").file("arm.toml", ARM);
    let verify = ["verify", "arm.toml", "--points", "4", "--format", "json"];
    let value = json_of(&directory.denoc(&verify).done());
    assert_eq!(value["model"], "arm");
    let function = &value["functions"]["forward_dynamics"];
    assert_eq!(function["points"], 4);
    let primes = function["primes"].as_array().expect("a list");
    assert!(primes.len() == 2 && primes[0] != primes[1], "{primes:?}");
    assert!(function["error"].as_f64() < function["bound"].as_f64());
}

#[test]
fn every_command_has_a_help() {
    let directory = TestDirectory::new("help");
    for command in [
        "generate", "count", "tables", "check", "eval", "base", "optimize", "verify", "bench",
        "simulate", "inverse", "fmu",
    ] {
        let text = directory.denoc(&[command, "--help"]).done();
        assert!(text.contains("Usage: denoc"), "{text}");
    }
    assert!(directory.denoc(&["--version"]).done().starts_with("denoc "));
}
