//! Text → results. Strict: one form for everything, and no operand before it exists.

use sha2::{Digest, Sha256};

use super::write::{DIGEST, MAGIC, symbol};
use super::{Entry, Results, function_of};
use crate::exact::angle::Angle;
use crate::exact::number::Number;
use crate::leaves::{Argument, Input, Origin};
use crate::name::hexadecimal;
use crate::pass::search::{Cost, Settings};
use crate::program::{Constant, Operand, Operation, Output, Program, Shape, Signed, Statement};
use crate::recursion::Quantity;

/// Characters of a constant: reduced fractions, and π to as many digits, take more than linear time. Those of searches have hundreds.
pub(super) const LONGEST: usize = 4096;

/// A line, from 1, and what is wrong with it.
type Fault = (usize, String);

pub(super) fn read(text: &str) -> Result<Results, Fault> {
    let mut lines = Lines {
        rest: text.lines().collect(),
        at: 0,
    };
    if lines.next()? != MAGIC {
        return lines.fail(&format!("this is not `{MAGIC}`"));
    }
    let mut results = Results {
        version: lines.after("version")?.to_owned(),
        model: lines.after("model")?.to_owned(),
        entries: Vec::new(),
    };
    loop {
        if !lines.next()?.is_empty() {
            return lines.fail("write an empty line before a function");
        }
        if lines.peek(DIGEST) {
            break;
        }
        let entry = function(&mut lines)?;
        let twice = |known: &Entry| known.function == entry.function;
        if results.entries.iter().any(twice) {
            return lines.fail(&format!("`{}` occurs twice", entry.function));
        }
        results.entries.push(entry);
    }
    let digest = lines.after(DIGEST)?;
    if lines.at < lines.rest.len() {
        lines.at += 1;
        return lines.fail("the digest is the last line");
    }
    let body = text.rfind(DIGEST).map_or(text, |end| &text[..end]);
    if digest != hexadecimal(&Sha256::digest(body)) {
        return lines.fail("the digest is that of another text: the file was changed by hand");
    }
    Ok(results)
}

struct Lines<'a> {
    rest: Vec<&'a str>,
    /// Lines taken.
    at: usize,
}

impl<'a> Lines<'a> {
    fn fail<T>(&self, message: &str) -> Result<T, Fault> {
        Err((self.at, message.into()))
    }

    fn next(&mut self) -> Result<&'a str, Fault> {
        let line = self.rest.get(self.at).copied();
        self.at += 1;
        line.ok_or((self.at, "the file ends too early".into()))
    }

    fn peek(&self, word: &str) -> bool {
        self.rest
            .get(self.at)
            .is_some_and(|line| line.split(' ').next() == Some(word))
    }

    /// The rest of the next line, after its first word.
    fn after(&mut self, word: &str) -> Result<&'a str, Fault> {
        let line = self.next()?;
        match line.split_once(' ') {
            Some((first, rest)) if first == word => Ok(rest),
            None if line == word => Ok(""),
            _ => self.fail(&format!("this line begins with `{word}`")),
        }
    }

    fn number<T: core::str::FromStr>(&self, text: &str) -> Result<T, Fault> {
        let number = text.parse().ok();
        let plain = text.bytes().all(|byte| byte.is_ascii_digit());
        number
            .filter(|_| plain)
            .ok_or((self.at, format!("`{text}` is not a number")))
    }
}

fn function(lines: &mut Lines) -> Result<Entry, Fault> {
    let function = lines.after("function")?.to_owned();
    let formulation = lines.after("formulation")?.to_owned();
    let written = lines.after("cost")?;
    let mut known = Cost::ALL.into_iter();
    let Some(cost) = known.find(|known| known.name() == written) else {
        return lines.fail("a cost is `operations`, `fused`, `time` or `fused_time`");
    };
    let proposals = lines.after("proposals")?;
    let proposals = lines.number(proposals)?;
    let seed = lines.after("seed")?;
    let seed = lines.number(seed)?;
    let operations: Vec<&str> = lines.after("operations")?.split(' ').collect();
    let [mul, add, "from", mul_before, add_before] = operations[..] else {
        return lines.fail("write `operations M A from M A`");
    };
    let before = (lines.number(mul_before)?, lines.number(add_before)?);
    let after = (lines.number(mul)?, lines.number(add)?);
    let mut origins = Vec::new();
    while lines.peek("origin") {
        origins.push(origin(lines)?);
    }
    let mut reader = ResultReader {
        lines,
        program: Program::empty(Vec::new()),
        outputs: Vec::new(),
        origin_of: Vec::new(),
        origins: origins.len(),
        arguments: arguments(&function),
    };
    reader.program()?;
    let ResultReader {
        program,
        outputs,
        origin_of,
        ..
    } = reader;
    let settings = Settings {
        proposals,
        seed,
        cost,
        ..Settings::default()
    };
    let counts = program.counts();
    if (counts.mul, counts.add) != after {
        return lines.fail("the statements are not as many as `operations` says");
    }
    Ok(Entry {
        function,
        formulation,
        settings,
        before,
        after,
        program,
        outputs,
        origins,
        origin_of,
    })
}

/// The inputs that a program may have whose result has this name.
fn arguments(name: &str) -> Vec<Argument> {
    let function = function_of(name);
    let of_products = Quantity::table().filter(|one| match one {
        Quantity::Product(product) => product.may_be_named(function),
        _ => false,
    });
    let weights = of_products.flat_map(|one| one.signature().inputs);
    Argument::ALL.iter().chain(weights).copied().collect()
}

fn origin(lines: &mut Lines) -> Result<(Option<usize>, String), Fault> {
    let line = lines.after("origin")?;
    let (body, equation) = line.split_once(' ').unwrap_or((line, ""));
    let body = match body {
        "-" => None,
        body => Some(lines.number(body)?),
    };
    Ok((body, equation.to_owned()))
}

struct ResultReader<'a, 'b> {
    lines: &'a mut Lines<'b>,
    program: Program,
    outputs: Vec<String>,
    origin_of: Vec<usize>,
    /// Number of origins.
    origins: usize,
    /// The inputs that there may be.
    arguments: Vec<Argument>,
}

impl ResultReader<'_, '_> {
    fn program(&mut self) -> Result<(), Fault> {
        while self.lines.peek("constant") || self.lines.peek("angle") {
            let constant = self.constant()?;
            self.program.constants.push(constant);
        }
        while !self.lines.peek("circle") {
            self.statement(false)?;
        }
        self.program.angle_statements = self.program.statements.len();
        for word in words(self.lines.after("circle")?) {
            let angle = self.operand(word, false)?;
            self.program.angles.push(angle);
        }
        while !self.lines.peek("output") && !self.lines.peek("end") {
            self.statement(true)?;
        }
        while self.lines.peek("output") {
            self.output()?;
        }
        if self.lines.after("end")?.is_empty() {
            Ok(())
        } else {
            self.lines.fail("nothing may follow `end`")
        }
    }

    fn constant(&mut self) -> Result<Constant, Fault> {
        let line = self.lines.next()?;
        if line.len() > LONGEST {
            return self
                .lines
                .fail(&format!("a constant has at most {LONGEST} characters"));
        }
        let words: Vec<&str> = line.split(' ').collect();
        let constant = match words[..] {
            ["constant", number] => Number::parse_hex(number)
                .filter(|number| !number.is_negative())
                .map(Constant::Number),
            ["angle", half_turns, radians] => Number::parse_hex(half_turns)
                .zip(Number::parse_hex(radians))
                .map(|(half_turns, radians)| {
                    Constant::Angle(Angle {
                        half_turns,
                        radians,
                    })
                }),
            _ => None,
        };
        match constant {
            Some(constant) => Ok(constant),
            None => self
                .lines
                .fail("write `constant N/D`, not negative, or `angle N/D N/D`, hexadecimal"),
        }
    }

    /// Statements that form angles cannot read cosines and sines.
    fn statement(&mut self, trig: bool) -> Result<(), Fault> {
        let place = self.program.statements.len();
        let words: Vec<&str> = self.lines.next()?.split(' ').collect();
        let [slot, "=", a, sign, b, origin] = words[..] else {
            return self.lines.fail("write `sK = OPERAND + OPERAND @ORIGIN`");
        };
        if slot != format!("s{place}") {
            return self.lines.fail(&format!("this statement is s{place}"));
        }
        let all = [
            Operation::Add,
            Operation::Sub,
            Operation::Mul,
            Operation::Div,
            Operation::Saturate,
        ];
        let Some(&operation) = all.iter().find(|known| symbol(**known) == sign) else {
            return self.lines.fail("an operation is one of + - * / saturate");
        };
        let origin: usize = self.lines.number(origin.strip_prefix('@').unwrap_or("-"))?;
        if origin >= self.origins {
            return self.lines.fail(&format!("there is no origin {origin}"));
        }
        let (a, b) = (self.operand(a, trig)?, self.operand(b, trig)?);
        self.program.statements.push(Statement {
            operation,
            a,
            b,
            origin: Origin::default(),
        });
        self.origin_of.push(origin);
        Ok(())
    }

    fn output(&mut self) -> Result<(), Fault> {
        let line = self.lines.after("output")?;
        let (name, elements) = line.split_once(' ').unwrap_or((line, ""));
        let elements = words(elements)
            .map(|word| {
                let plain = word.strip_prefix('-');
                Ok(Signed {
                    operand: self.operand(plain.unwrap_or(word), true)?,
                    negative: plain.is_some(),
                })
            })
            .collect::<Result<Vec<_>, Fault>>()?;
        self.outputs.push(name.to_owned());
        self.program.outputs.push(Output {
            name: "",
            shape: Shape::Vector(elements.len()),
            elements,
            pattern: None,
        });
        Ok(())
    }

    /// An operand that exists by now.
    fn operand(&self, word: &str, trig: bool) -> Result<Operand, Fault> {
        let found = operand(word, &self.arguments).filter(|operand| match *operand {
            Operand::Constant(k) => k < self.program.constants.len(),
            Operand::Cosine(k) | Operand::Sine(k) => trig && k < self.program.angles.len(),
            Operand::Slot(k) => k < self.program.statements.len(),
            Operand::Input(_) => true,
        });
        found.ok_or_else(|| (self.lines.at, format!("there is no `{word}` here")))
    }
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(' ').filter(|word| !word.is_empty())
}

fn operand(word: &str, arguments: &[Argument]) -> Option<Operand> {
    if let Some((name, index)) = word.strip_suffix(']').and_then(|word| word.split_once('[')) {
        let argument = *arguments.iter().find(|one| one.name() == name)?;
        let index = place(index)?;
        return Some(Operand::Input(Input { argument, index }));
    }
    let kinds: [(&str, fn(usize) -> Operand); 4] = [
        ("cos", Operand::Cosine),
        ("sin", Operand::Sine),
        ("c", Operand::Constant),
        ("s", Operand::Slot),
    ];
    kinds
        .into_iter()
        .find_map(|(prefix, kind)| Some(kind(place(word.strip_prefix(prefix)?)?)))
}

fn place(digits: &str) -> Option<usize> {
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|_| plain)
}
