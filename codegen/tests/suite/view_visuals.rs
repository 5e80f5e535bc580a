//! A URDF on the page of `denoc view`: shapes on the right bodies, meshes found, read and made small.

use std::fs;
use std::path::{Path, PathBuf};

use denoc_codegen::compile::{Compiled, Options, compile};
use denoc_codegen::model::{self, Loaded};
use denoc_codegen::view::{Packages, View, Visuals};
use serde_json::{Value, json};

/// An arm of one joint, whose hand is fixed on it; `visuals` are those of the hand.
fn arm(visuals: &str) -> String {
    format!(
        r#"<robot name="arm">
  <material name="steel"><color rgba="0.5 0.6 0.7 1"/></material>
  <link name="root"><visual><geometry><box size="0.1 0.2 0.3"/></geometry></visual></link>
  <link name="upper">
    <inertial><origin xyz="0.1 0 0"/><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>
  </link>
  <link name="hand">{visuals}</link>
  <joint name="elbow" type="revolute">
    <parent link="root"/><child link="upper"/><origin xyz="0 0 0.4"/><axis xyz="0 1 0"/>
    <limit lower="-1.5" upper="0.5" effort="10" velocity="2"/>
  </joint>
  <joint name="wrist" type="fixed">
    <parent link="upper"/><child link="hand"/><origin xyz="0.3 0 0" rpy="0 0 1.5707963267948966"/>
  </joint>
</robot>"#
    )
}

/// A new folder for the files of a test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("view")
        .join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn write(path: &Path, text: impl AsRef<[u8]>) {
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, text).expect("a file");
}

fn compiled(loaded: &Loaded) -> Compiled {
    let options = Options {
        functions: Some(vec!["inverse_dynamics".into()]),
        ..Options::default()
    };
    compile(&loaded.mechanism, &options).expect("a sound mechanism")
}

/// The data of the page, and the warnings.
fn visuals(loaded: &Loaded, packages: &Packages) -> (Value, Vec<String>) {
    let compiled = compiled(loaded);
    let visuals = Visuals::of(loaded, &compiled.mechanism, packages);
    let warnings = visuals.warnings.clone();
    let page = View::of(&compiled)
        .expect("a page")
        .dressed(visuals)
        .to_html();
    let (_, rest) = page.split_once("id=\"data\">").expect("data");
    let (json, _) = rest.split_once("</script>").expect("an end");
    let data: Value = serde_json::from_str(json).expect("JSON");
    (data["visuals"].clone(), warnings)
}

fn shapes(text: &str) -> Vec<Value> {
    let loaded = model::parse("arm.urdf", text).expect("a sound model");
    let (visuals, warnings) = visuals(&loaded, &Packages::default());
    assert_eq!(warnings, Vec::<String>::new());
    visuals["shapes"].as_array().expect("shapes").clone()
}

/// A point of a shape, by its pose.
fn placed(shape: &Value, point: [f64; 3]) -> [f64; 3] {
    let at = |i: usize, j: usize| shape["pose"][i][j].as_f64().expect("a number");
    core::array::from_fn(|i| (0..3).map(|j| at(i, j) * point[j]).sum::<f64>() + at(i, 3))
}

fn close(actual: [f64; 3], expected: [f64; 3]) {
    let off = (0..3).map(|k| (actual[k] - expected[k]).abs());
    assert!(
        off.fold(0.0, f64::max) < 1e-12,
        "{actual:?}, not {expected:?}"
    );
}

#[test]
fn shapes_are_on_bodies_with_their_colours() {
    let shapes = shapes(&arm(
        r#"<visual><origin xyz="0 0.1 0" rpy="0 0 0"/><geometry><cylinder radius="0.02" length="0.2"/></geometry>
             <material name="steel"/></visual>
           <visual><geometry><sphere radius="0.05"/></geometry>
             <material name="own"><color rgba="1 0 0 0.5"/></material></visual>
           <visual><geometry><sphere radius="none"/></geometry></visual>"#,
    ));
    let [root, cylinder, sphere]: [Value; 3] = shapes.try_into().expect("three shapes");
    assert_eq!(
        (&root["body"], &root["type"]),
        (&Value::Null, &json!("box"))
    );
    assert_eq!(root["size"], json!([0.1, 0.2, 0.3]));
    assert_eq!(root["colour"], Value::Null);
    assert_eq!(cylinder["body"], 0);
    assert_eq!(
        (&cylinder["radius"], &cylinder["length"]),
        (&json!(0.02), &json!(0.2))
    );
    assert_eq!(cylinder["colour"], json!([0.5, 0.6, 0.7, 1.0]));
    assert_eq!(sphere["colour"], json!([1.0, 0.0, 0.0, 0.5]));
    assert_eq!(sphere["radius"], 0.05);
}

#[test]
fn fixed_links_are_where_the_urdf_has_them() {
    let loaded = model::parse("arm.urdf", &arm(
        r#"<visual><origin xyz="0.2 0 0" rpy="0.1 0.2 0.3"/><geometry><box size="1 1 1"/></geometry></visual>"#,
    )).expect("a sound model");
    let (visuals, _) = visuals(&loaded, &Packages::default());
    let shape = &visuals["shapes"][1];
    // The hand's x is the upper arm's y, whose frame the compiled body sees through `own`.
    let body = &compiled(&loaded).mechanism.bodies[0];
    let in_user = |point: [f64; 3]| {
        let frame = body.user_frame.inverse();
        core::array::from_fn(|i| {
            let turned = (0..3).map(|j| frame.rotation.0[i][j].to_f64() * point[j]);
            turned.sum::<f64>() + frame.translation[i].to_f64()
        })
    };
    close(in_user(placed(shape, [0.0; 3])), [0.3, 0.2, 0.0]);
    // Rz(0.3) Ry(0.2) Rx(0.1) of x, turned by a quarter about z.
    let x = [
        0.2_f64.cos() * 0.3_f64.cos(),
        0.2_f64.cos() * 0.3_f64.sin(),
        -0.2_f64.sin(),
    ];
    close(
        in_user(placed(shape, [1.0, 0.0, 0.0])),
        [0.3 - x[1], 0.2 + x[0], x[2]],
    );
}

/// A tetrahedron of edges 1 along the axes.
const OBJ: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

const STL: &str = "solid one
facet normal 0 0 1
outer loop
vertex 0 0 0
vertex 2 0 0
vertex 0 2 0
endloop
endfacet
endsolid one
";

/// A triangle in millimetres, red.
const DAE: &str = r##"<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
  <asset><unit name="millimeter" meter="0.001"/><up_axis>Z_UP</up_axis></asset>
  <library_effects><effect id="e"><profile_COMMON><technique sid="t"><phong>
    <diffuse><color>1 0 0 1</color></diffuse></phong></technique></profile_COMMON></effect></library_effects>
  <library_materials><material id="m" name="m"><instance_effect url="#e"/></material></library_materials>
  <library_geometries><geometry id="g"><mesh>
    <source id="p"><float_array id="a" count="9">0 0 0 1000 0 0 0 1000 0</float_array>
      <technique_common><accessor source="#a" count="3" stride="3">
        <param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/>
      </accessor></technique_common></source>
    <vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
    <triangles count="1" material="s"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>
  </mesh></geometry></library_geometries>
  <library_visual_scenes><visual_scene id="s0"><node id="n"><instance_geometry url="#g">
    <bind_material><technique_common><instance_material symbol="s" target="#m"/></technique_common></bind_material>
  </instance_geometry></node></visual_scene></library_visual_scenes>
  <scene><instance_visual_scene url="#s0"/></scene>
</COLLADA>
"##;

/// One triangle, in a binary file that starts like a text.
fn binary_stl() -> Vec<u8> {
    let mut bytes = b"solid exported".to_vec();
    bytes.resize(80, b' ');
    bytes.extend(1_u32.to_le_bytes());
    let numbers = [
        [0.0_f32, 0.0, 1.0],
        [0.0; 3],
        [3.0, 0.0, 0.0],
        [0.0, 3.0, 0.0],
    ];
    bytes.extend(numbers.as_flattened().iter().flat_map(|x| x.to_le_bytes()));
    bytes.extend([0, 0]);
    bytes
}

/// Visuals of mesh files.
fn meshes(files: &[&str]) -> String {
    let visual = |file: &&str| {
        format!("<visual><geometry><mesh filename=\"{file}\" scale=\"1 1 2\"/></geometry></visual>")
    };
    arm(&files.iter().map(visual).collect::<String>())
}

/// Number of triangles of a part in a page.
fn triangles(part: &Value) -> usize {
    let text = part["faces"].as_str().expect("faces");
    text.trim_end_matches('=').len() * 3 / 4 / 12
}

#[test]
fn meshes_are_found_in_packages_and_beside_the_urdf() {
    let folder = folder("found");
    let urdf = folder.join("arm_description/urdf/arm.urdf");
    write(&folder.join("arm_description/meshes/one.STL"), STL);
    write(&folder.join("other_description/two.obj"), OBJ);
    write(&folder.join("other_description/package.xml"), "<package/>");
    write(&folder.join("arm_description/urdf/three.dae"), DAE);
    write(&folder.join("elsewhere/four.obj"), OBJ);
    write(
        &folder.join("arm_description/meshes/five.stl"),
        binary_stl(),
    );
    let files = [
        "package://arm_description/meshes/one.STL",
        "package://other_description/two.obj",
        "three.dae",
        "package://far/four.obj",
        "../meshes/five.stl",
    ];
    write(&urdf, meshes(&files));
    let loaded = model::load(&urdf).expect("a sound model");
    let packages = Packages(vec![("far".into(), folder.join("elsewhere"))]);
    let (visuals, warnings) = visuals(&loaded, &packages);
    assert_eq!(warnings, Vec::<String>::new());
    assert_eq!(visuals["shapes"].as_array().map(Vec::len), Some(6));
    let meshes = visuals["meshes"].as_array().expect("meshes");
    let counts: Vec<usize> = meshes.iter().map(|mesh| triangles(&mesh[0])).collect();
    assert_eq!(counts, [1, 4, 1, 4, 1]);
    assert_eq!(meshes[2][0]["colour"], json!([1.0, 0.0, 0.0, 1.0]));
    let sizes = [2.0, 1.0, 1.0, 1.0, 3.0];
    for (mesh, size) in meshes.iter().zip(sizes) {
        let step = mesh[0]["step"].as_f64().expect("a number");
        assert!((step * 65_535.0 - size).abs() < 1e-6, "{step}");
    }
    let stretched = &visuals["shapes"][1];
    let length = |k: usize| {
        (0..3)
            .map(|i| stretched["pose"][i][k].as_f64().expect("a number").powi(2))
            .sum::<f64>()
            .sqrt()
    };
    assert!((length(0) - 1.0).abs() < 1e-12 && (length(2) - 2.0).abs() < 1e-12);
}

#[test]
fn a_missing_package_is_reported_once_with_a_remedy() {
    let folder = folder("missing");
    let urdf = folder.join("arm.urdf");
    fs::create_dir_all(folder.join("folder.stl")).expect("a folder");
    write(&folder.join("old.mesh"), "");
    write(&folder.join("empty.obj"), "");
    let files = [
        "package://lost/a.stl",
        "package://lost/b.stl",
        "package://lost/c.stl",
        "nowhere.obj",
        "folder.stl",
        "old.mesh",
        "empty.obj",
    ];
    write(&urdf, meshes(&files));
    let loaded = model::load(&urdf).expect("a sound model");
    let (visuals, warnings) = visuals(&loaded, &Packages::default());
    let [lost, nowhere, old, empty]: [String; 4] = warnings.try_into().expect("four warnings");
    let has = |warning: &str, parts: [&str; 2]| {
        assert!(parts.iter().all(|part| warning.contains(part)), "{warning}");
    };
    has(
        &lost,
        [
            "package://lost/a.stl (and 2 more beside it)",
            "--package lost=FOLDER",
        ],
    );
    // A folder is no file.
    has(
        &nowhere,
        [
            "nowhere.obj (and 1 more beside it)",
            "seen from the URDF's folder",
        ],
    );
    has(
        &old,
        [
            "old.mesh",
            "is of kind `mesh`, and STL, OBJ and DAE are read",
        ],
    );
    has(&empty, ["empty.obj", "has no triangles"]);
    // The root's box is all that is drawn: the hand is a rod.
    assert_eq!(visuals["shapes"].as_array().map(Vec::len), Some(1));
}

/// Nor are materials of a mesh read from elsewhere, or packages that are none.
#[test]
fn meshes_outside_of_the_folders_of_a_model_are_not_read() {
    let folder = folder("outside");
    let urdf = folder.join("model/arm.urdf");
    write(&folder.join("one.stl"), STL);
    write(&folder.join("private/one.stl"), STL);
    let files = [
        "../one.stl",
        "package://../one.stl",
        "package://model/../one.stl",
        "package://private/one.stl",
    ];
    write(&urdf, meshes(&files));
    let loaded = model::load(&urdf).expect("a sound model");
    let (_, warnings) = visuals(&loaded, &Packages::default());
    let outside = warnings
        .iter()
        .filter(|words| words.contains("outside of the model's folder"));
    assert_eq!((outside.count(), warnings.len()), (2, 4), "{warnings:?}");
    assert!(
        warnings
            .iter()
            .any(|words| words.contains("--package private=FOLDER")),
        "{warnings:?}"
    );
    let reading = model::Reading {
        allowed: vec![folder.clone()],
        ..model::Reading::default()
    };
    let loaded = reading.load(&urdf).expect("a sound model");
    let (visuals, _) = visuals(&loaded, &Packages::default());
    assert_eq!(visuals["meshes"].as_array().map(Vec::len), Some(2));
}

/// The warning for a DAE, and its meshes.
fn read_dae(folder: &Path, dae: &str) -> (Value, Vec<String>) {
    let urdf = folder.join("arm.urdf");
    write(&folder.join("one.dae"), dae);
    write(&urdf, meshes(&["one.dae"]));
    let loaded = model::load(&urdf).expect("a sound model");
    let (visuals, warnings) = visuals(&loaded, &Packages::default());
    (visuals["meshes"].clone(), warnings)
}

/// Indices without corners, counts that no memory holds, depth that no stack has.
#[test]
fn a_dae_that_lies_is_no_more_than_a_warning() {
    let folder = folder("lies");
    let nested = "<node>".repeat(100_000) + &"</node>".repeat(100_000);
    let node = "<node id=\"n\">";
    let input = "semantic=\"VERTEX\" source=\"#v\" offset=\"0\"";
    let lies = [
        (
            "<p>0 1 2</p>",
            "<p>0 1 3</p>",
            "indices are beyond its corners",
        ),
        ("<p>0 1 2</p>", "<p>0 1 -2</p>", "an index of it is none"),
        (
            "count=\"1\" material",
            "count=\"2\" material",
            "number of its faces",
        ),
        (
            "count=\"1\" material",
            "count=\"4000000000\" material",
            "number of its faces",
        ),
        ("stride=\"3\"", "stride=\"0\"", "not three numbers each"),
        ("stride=\"3\"", "stride=\"4000000000\"", "fewer positions"),
        (
            "count=\"3\" stride",
            "count=\"4000000000\" stride",
            "fewer positions",
        ),
        (
            "count=\"3\" stride",
            "count=\"99999999999\" stride",
            "a count of it is none",
        ),
        (
            "offset=\"0\"",
            "offset=\"4000000000\"",
            "more than 64 numbers",
        ),
        (
            "source=\"#v\"",
            "source=\"#w\"",
            "corners of its faces are missing",
        ),
        (
            "source=\"#p\"",
            "source=\"#q\"",
            "positions of its corners are missing",
        ),
        (
            "source=\"#a\"",
            "source=\"#b\"",
            "positions of its corners are missing",
        ),
        (
            "1 0 0 1</color>",
            "1 0 0</color>",
            "too many or too few numbers",
        ),
        ("meter=\"0.001\"", "meter=\"nan\"", "unit of length"),
        (
            node,
            "<node id=\"n\"><instance_node url=\"#n\"/>",
            "its scene",
        ),
        ("</COLLADA>", "", "never closed"),
    ];
    for (from, to, why) in lies {
        assert!(DAE.contains(from), "{from}");
        let (meshes, warnings) = read_dae(&folder, &DAE.replacen(from, to, 1));
        let [warning] = &warnings[..] else {
            panic!("{to}: {warnings:?}");
        };
        assert!(
            warning.contains("one.dae cannot be read") && warning.contains(why),
            "{warning}"
        );
        assert_eq!(meshes, json!([]), "{to}");
    }
    let deep = DAE.replacen(node, &format!("{nested}{node}"), 1);
    let (meshes, warnings) = read_dae(&folder, &deep);
    assert_eq!(
        (warnings.len(), meshes.as_array().map(Vec::len)),
        (0, Some(1))
    );
    // What the faces say of normals is not looked at.
    let normal =
        format!("<input {input}/><input semantic=\"NORMAL\" source=\"#none\" offset=\"0\"/>");
    let (_, warnings) = read_dae(
        &folder,
        &DAE.replacen(&format!("<input {input}/>"), &normal, 1),
    );
    assert_eq!(warnings, Vec::<String>::new());
}

/// A node in another is placed by both; the unit is the file's; a geometry is where each instance shows it.
#[test]
fn a_dae_shows_its_scene() {
    let folder = folder("scene");
    let quad = "<polylist count=\"1\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"1\"/>\
                <input semantic=\"NORMAL\" source=\"#p\" offset=\"0\"/><vcount>4</vcount><p>0 0 0 1 0 2 0 1</p></polylist>";
    let again = "<node><translate>0 0 5</translate><node><rotate>0 0 1 90</rotate><translate>2000 0 0</translate>\
                 <instance_geometry url=\"#g\"/></node></node></visual_scene>";
    let text = DAE.replacen("<triangles", &format!("{quad}<triangles"), 1);
    let text = text.replacen("</visual_scene>", again, 1);
    let (meshes, warnings) = read_dae(&folder, &text);
    assert_eq!(warnings, Vec::<String>::new());
    let parts = meshes[0].as_array().expect("parts");
    // The quad has no material, nor has the second instance any: two triangles, one red, three.
    let counts: Vec<usize> = parts.iter().map(triangles).collect();
    let colours: Vec<&Value> = parts.iter().map(|part| &part["colour"]).collect();
    assert_eq!(colours, [&Value::Null, &json!([1.0, 0.0, 0.0, 1.0])]);
    assert_eq!(counts[1], 1);
    // From (0, 0, 0) to the second triangle's corners: (0, 2, 0.005) + (-1, 0, 0) and (0, 1, 0).
    let low = |k: usize| parts[0]["low"][k].as_f64().expect("a number");
    assert!((low(0) + 1.0).abs() < 1e-4 && low(1).abs() < 1e-4 && low(2).abs() < 1e-4);
    let size = parts[0]["step"].as_f64().expect("a number") * 65_535.0;
    assert!((size - 3.0).abs() < 1e-3, "{size}");
}

#[test]
fn large_meshes_are_made_small_and_keep_their_size() {
    let folder = folder("large");
    let urdf = folder.join("arm.urdf");
    // A bumpy sheet of 2 · 200² triangles.
    let n = 200;
    let mut sheet = String::new();
    for i in 0..=n {
        for j in 0..=n {
            let (x, y) = (f64::from(i) / f64::from(n), f64::from(j) / f64::from(n));
            sheet += &format!("v {x} {y} {}\n", 0.05 * (9.0 * x).sin() * (7.0 * y).cos());
        }
    }
    for i in 0..n {
        for j in 0..n {
            let at = |i: i32, j: i32| i * (n + 1) + j + 1;
            let (a, b, c, d) = (at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1));
            sheet += &format!("f {a} {b} {c}\nf {a} {c} {d}\n");
        }
    }
    write(&folder.join("sheet.obj"), sheet);
    write(&urdf, meshes(&["sheet.obj"]));
    let loaded = model::load(&urdf).expect("a sound model");
    let (visuals, warnings) = visuals(&loaded, &Packages::default());
    assert_eq!(warnings, Vec::<String>::new());
    let part = &visuals["meshes"][0][0];
    let count = triangles(part);
    assert!((3_000..=8_000).contains(&count), "{count}");
    let size = part["step"].as_f64().expect("a number") * 65_535.0;
    assert!((size - 1.0).abs() < 0.02, "{size}");
}

#[test]
fn limits_bound_sliders() {
    let text = arm("").replace(
        "</robot>",
        r#"<link name="finger"/><joint name="finger" type="prismatic"><parent link="hand"/><child link="finger"/>
             <limit lower="0.1" upper="0.2" effort="1" velocity="0.5"/><mimic joint="elbow" multiplier="-0.1" offset="0.15"/>
           </joint></robot>"#,
    );
    let loaded = model::parse("arm.urdf", &text).expect("a sound model");
    let page = View::of(&compiled(&loaded)).expect("a page").to_html();
    let (_, rest) = page.split_once("id=\"data\">").expect("data");
    let (json, _) = rest.split_once("</script>").expect("an end");
    let data: Value = serde_json::from_str(json).expect("JSON");
    let range = |group: &str| {
        let slider = &data["controls"][group][0];
        let number = |key: &str| slider[key].as_f64().expect("a number");
        (number("lower"), number("upper"))
    };
    // The elbow's own are -1.5 and 0.5; the finger that follows allows -0.5 to 0.5, and 5 rad/s.
    let (lower, upper) = range("positions");
    assert!(
        (lower + 0.5).abs() < 1e-12 && (upper - 0.5).abs() < 1e-12,
        "{lower} {upper}"
    );
    assert_eq!(range("rates"), (-2.0, 2.0));
    let (lower, upper) = range("accelerations");
    assert!((lower + upper).abs() < 1e-12 && upper > 3.0);
}

#[test]
fn primitive_geoms_of_an_mjcf_are_drawn() {
    let text = "<mujoco><asset><material name=\"red\" rgba=\"1 0 0 1\"/></asset><default><geom rgba=\"0 1 0 1\"/></default><worldbody>\
                <body><joint/><geom type=\"box\" size=\"1 2 3\" pos=\"1 0 0\"/>\
                <geom type=\"capsule\" size=\"0.1\" fromto=\"0 0 0 2 0 0\"/>\
                <geom type=\"ellipsoid\" size=\"1 2 3\" euler=\"0 90 0\"/>\
                <geom type=\"mesh\" mesh=\"m\" mass=\"0\"/><geom size=\"1\" group=\"3\"/>\
                <frame pos=\"0 0 5\"><geom type=\"cylinder\" size=\"1 2\"/></frame></body></worldbody></mujoco>";
    let loaded = model::parse("arm.xml", text).expect("a sound model");
    let (visuals, warnings) = visuals(&loaded, &Packages::default());
    assert_eq!(warnings, Vec::<String>::new());
    let shapes = visuals["shapes"].as_array().expect("shapes");
    let types: Vec<&str> = shapes
        .iter()
        .map(|shape| shape["type"].as_str().expect("a type"))
        .collect();
    assert_eq!(
        types,
        ["box", "cylinder", "sphere", "sphere", "sphere", "cylinder"]
    );
    assert_eq!(shapes[0]["size"], json!([2.0, 4.0, 6.0]));
    assert_eq!(shapes[0]["colour"], json!([0.0, 1.0, 0.0, 1.0]));
    let near = |found: [f64; 3], expected: [f64; 3]| {
        let close = |k: usize| (found[k] - expected[k]).abs() < 1e-12;
        assert!((0..3).all(close), "{found:?}, {expected:?}");
    };
    near(placed(&shapes[0], [0.0; 3]), [1.0, 0.0, 0.0]);
    assert_eq!(shapes[1]["length"], json!(2.0));
    near(placed(&shapes[1], [0.0, 0.0, -1.0]), [2.0, 0.0, 0.0]);
    near(placed(&shapes[2], [0.0; 3]), [0.0, 0.0, 0.0]);
    near(placed(&shapes[3], [0.0; 3]), [2.0, 0.0, 0.0]);
    // z of the ellipsoid, of half length 3, is along x.
    near(placed(&shapes[4], [0.0, 0.0, 1.0]), [3.0, 0.0, 0.0]);
    near(placed(&shapes[5], [0.0; 3]), [0.0, 0.0, 5.0]);
}
