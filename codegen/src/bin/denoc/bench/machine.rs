//! The processor, in words.

use std::process::Command;

use denoc_codegen::name::visible;

/// The name of the processor as the system has it, or else its architecture.
pub(super) fn processor() -> String {
    let linux = std::fs::read_to_string("/proc/cpuinfo").ok();
    let name = linux.and_then(|text| named(&text));
    let name = name.or_else(macos).filter(|name| !name.is_empty());
    let name = name.unwrap_or_else(|| std::env::consts::ARCH.to_owned());
    visible(&name).into_owned()
}

/// The line `model name` of Linux, which some architectures do not have.
fn named(text: &str) -> Option<String> {
    let value = |line: &str| {
        let (key, value) = line.split_once(':')?;
        (key.trim() == "model name").then(|| value.trim().to_owned())
    };
    text.lines().find_map(value)
}

fn macos() -> Option<String> {
    let mut sysctl = Command::new("sysctl");
    let said = sysctl.args(["-n", "machdep.cpu.brand_string"]).output();
    let said = said.ok().filter(|said| said.status.success())?;
    Some(String::from_utf8_lossy(&said.stdout).trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_is_that_of_the_first_core() {
        let text = "processor\t: 0\nmodel name\t: Brand 7\nflags\t: a b\n\nmodel name\t: Other\n";
        assert_eq!(named(text).as_deref(), Some("Brand 7"));
        assert_eq!(named("CPU part\t: 0xd0c\n"), None);
    }
}
