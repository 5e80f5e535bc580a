//! What the compiler tells a user of the attribute: one error, in its place.

#[test]
fn wrong_attributes_give_one_located_error() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("ui/*.rs");
}
