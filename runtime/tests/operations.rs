//! The table of operations as users see it.

use denoc::{OperationTable, Operations};

const TABLE: OperationTable = OperationTable(&[
    (
        "mass_matrix",
        Operations {
            mul: 67,
            add: 49,
            div: 0,
            neg: 1,
            sqrt: 0,
            trig: 10,
            fma: 0,
        },
    ),
    (
        "bias",
        Operations {
            mul: 140,
            add: 111,
            div: 0,
            neg: 0,
            sqrt: 0,
            trig: 12,
            fma: 0,
        },
    ),
]);

#[test]
fn the_total_is_multiplications_and_additions() {
    assert_eq!(TABLE.get("mass_matrix").map(Operations::total), Some(116));
    assert_eq!(TABLE.get("gravity"), None);
}

#[test]
fn the_table_prints_one_line_a_function() {
    insta::assert_snapshot!(TABLE, @r"
    mass_matrix   67 mul   49 add  0 div  1 neg  0 sqrt  10 trig
    bias         140 mul  111 add  0 div  0 neg  0 sqrt  12 trig
    ");
    assert_eq!(OperationTable(&[]).to_string(), "");
    const LARGEST: OperationTable = OperationTable(&[(
        "f",
        Operations {
            mul: u32::MAX,
            add: 0,
            div: 0,
            neg: 0,
            sqrt: 0,
            trig: 0,
            fma: 0,
        },
    )]);
    assert_eq!(
        LARGEST.to_string(),
        "f  4294967295 mul  0 add  0 div  0 neg  0 sqrt  0 trig"
    );
}

#[cfg(feature = "serde")]
#[test]
fn the_table_prints_as_a_map_in_source_order() {
    insta::assert_yaml_snapshot!(TABLE, @r"
    mass_matrix:
      mul: 67
      add: 49
      div: 0
      neg: 1
      sqrt: 0
      trig: 10
    bias:
      mul: 140
      add: 111
      div: 0
      neg: 0
      sqrt: 0
      trig: 12
    ");
}
