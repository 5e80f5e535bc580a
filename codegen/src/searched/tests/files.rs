//! Files that are none of results, or have a fault: each is named with its line.

use super::*;

/// A folder with results beside a model, for one of the tests.
fn folder_with(name: &str, write: impl FnOnce(&Path) -> std::io::Result<()>) -> String {
    let folder = std::env::temp_dir().join(format!("denoc_searched_{name}_{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    write(&folder.join("arm.toml.opt3")).expect("it is written");
    let found = beside(&folder.join("arm.toml"), "arm.toml").results;
    std::fs::remove_dir_all(&folder).expect("it is there");
    found.expect_err("no results")
}

#[test]
fn what_is_no_file_of_results_is_named() {
    let missing = folder_with("missing", |_| Ok(()));
    assert!(missing.starts_with("there is no such file"), "{missing}");
    let folder = folder_with("folder", |path| std::fs::create_dir(path));
    assert_eq!(folder, "this is no regular file");
    let long = |bytes: u64| {
        folder_with("long", |path| {
            std::fs::File::create(path).and_then(|file| file.set_len(bytes))
        })
    };
    assert_eq!(long(LONGEST + 1), "the file is longer than 256 MiB");
    let bytes = folder_with("bytes", |path| std::fs::write(path, [0xff]));
    assert_eq!(bytes, "the file is not UTF-8");
}

#[test]
fn text_that_cannot_be_read_is_located() {
    let text = results().to_text();
    let lines = text.lines().count();
    let cases = [
        (String::new(), 1, "the file ends too early"),
        ("hello\n".into(), 1, "this is not `denoc search results"),
        (
            text.replacen("version", "Version", 1),
            2,
            "begins with `version`",
        ),
        (
            text.replacen("cost operations", "cost beauty", 1),
            7,
            "a cost is",
        ),
        (text.replacen("seed ", "seed -", 1), 9, "` is not a number"),
        (
            text.replacen("from", "of", 1),
            10,
            "write `operations M A from M A`",
        ),
        (text.replace("\nend", ""), 0, ""),
        (text.replacen("@0", "@1", 1), lines, "changed by hand"),
        (format!("{text}\n"), lines + 1, "the last line"),
        (text.replace(" @", " "), 0, "not a number"),
        (text.replace("cos0", "cos77"), 0, "there is no `cos77` here"),
        (text.replace("constant ", "constant -"), 0, "not negative"),
        (text.replace("s1 = ", "s2 = "), 0, "this statement is s1"),
        (text.replace(" * ", " ^ "), 0, "one of + - * /"),
        (
            text.replace(
                "\ndigest",
                &format!("\n{}", &text[text.find("function").expect("one")..]),
            ),
            0,
            "occurs twice",
        ),
        (text[..text.len() / 2].into(), 0, ""),
        (
            text.replacen("\n\nfunction", "\nx\nfunction", 1),
            4,
            "an empty line",
        ),
        (text.replacen("\nend", "\nfinis", 1), 0, "begins with `end`"),
        (
            text.replacen("\nend", "\nend 1", 1),
            0,
            "nothing may follow",
        ),
        (text.replacen("seed ", "seed +", 1), 9, "` is not a number"),
        (text.replacen(" qd[0]", " qd[+0]", 1), 0, "no `qd[+0]` here"),
    ];
    for (text, line, words) in cases {
        let (at, message) = Results::parse(&text).expect_err(words);
        assert!(message.contains(words), "{message}");
        assert!(line == 0 || at == line, "line {at}: {message}");
        assert!(at <= 2 * lines);
    }
}

/// Of the first function of a file.
#[test]
fn numbers_that_are_one_too_large_are_located() {
    let results = results();
    let (text, entry) = (results.to_text(), &results.entries[0]);
    let program = &entry.program;
    let (mul, add) = entry.after;
    let first = |word: &str| {
        let line = text.lines().find(|line| line.starts_with(word));
        line.expect("there is one").to_owned()
    };
    let with = |line: &str, other: String| text.replacen(line, &other, 1);
    let [circle, constant] = ["circle ", "constant "].map(first);
    let statement = |place: usize| first(&format!("s{place} = "));
    let slot = |place: usize| {
        let line = statement(place);
        let mut words: Vec<&str> = line.split(' ').collect();
        let own = words[0];
        words[2] = own;
        (with(&line, words.join(" ")), format!("no `{own}` here"))
    };
    let operand = |word: String| {
        let line = statement(program.statements.len() - 1);
        let mut words: Vec<&str> = line.split(' ').collect();
        words[2] = &word;
        (with(&line, words.join(" ")), format!("no `{word}` here"))
    };
    let (angles, constants) = (program.angles.len(), program.constants.len());
    let origin = format!("@{}", entry.origins.len());
    let ones = |digits: usize| format!("constant {}/1", "1".repeat(digits));
    let longest = read::LONGEST - "constant /1".len();
    let operations = format!("operations {mul} {add} from");
    let cases = [
        slot(0),
        slot(program.statements.len() - 1),
        operand(format!("cos{angles}")),
        operand(format!("sin{angles}")),
        operand(format!("c{constants}")),
        (
            with(&circle, format!("{circle} cos0")),
            "no `cos0` here".into(),
        ),
        (
            with("@0\n", format!("{origin}\n")),
            format!("no origin {}", entry.origins.len()),
        ),
        (
            with(&operations, format!("operations {} {add} from", mul + 1)),
            "not as many as `operations` says".into(),
        ),
        (
            with(&operations, format!("operations {mul} {} from", add + 1)),
            "not as many as `operations` says".into(),
        ),
        (
            with(&constant, ones(longest + 1)),
            "a constant has at most 4096 characters".into(),
        ),
        (with(&constant, ones(longest)), "changed by hand".into()),
    ];
    for (text, words) in cases {
        let (_, message) = Results::parse(&text).expect_err(&words);
        assert!(message.contains(&words), "`{words}` is not in: {message}");
    }
}

#[test]
fn truncated_files_and_missing_lines_never_panic() {
    let text = results().to_text();
    let lines: Vec<&str> = text.lines().collect();
    for lost in 0..lines.len() {
        let mut rest = lines.clone();
        rest.remove(lost);
        if let Ok(results) = Results::parse(&rest.join("\n")) {
            let _ = compiled(Some(Ok(results)));
        }
        let _ = Results::parse(&lines[..lost].join("\n"));
    }
}
