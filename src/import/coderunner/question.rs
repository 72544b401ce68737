//! A question: what it is about, and whether its tests can be carried over.

use base64::Engine as _;

use super::xml::Element;

/// A question of CodeRunner.
pub(super) struct Question {
    pub(super) name: String,
    pub(super) kind: Kind,
    pub(super) grader: Grader,
    /// The solution of its author.
    pub(super) answer: String,
    /// Whether it has points only if all tests are passed.
    pub(super) all_or_nothing: bool,
    pub(super) points: f64,
    /// Processor time in seconds, and memory in MiB.
    pub(super) cpu: Option<f64>,
    pub(super) memory: Option<u64>,
    pub(super) files: Vec<(String, Vec<u8>)>,
    pub(super) tests: Vec<Test>,
}

/// How tests are graded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Grader {
    Equal,
    Near,
    Regex,
}

/// What is handed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Python, to which the code of tests is appended.
    Python,
    /// JavaScript, to which the code of tests is appended.
    JavaScript,
    /// A class of Java.
    JavaClass,
    C,
    Cpp,
    Java,
    /// Functions, and nothing around them.
    CFunction,
    CppFunction,
    /// Methods without a class.
    JavaMethod,
}

/// A test of a question.
pub(super) struct Test {
    pub(super) mark: f64,
    pub(super) code: String,
    pub(super) stdin: String,
    pub(super) expected: String,
    pub(super) is_hidden: bool,
    /// Whether it is only for trying out.
    pub(super) is_precheck: bool,
    pub(super) has_extra: bool,
}

/// Reads a question, or the reason why it cannot be carried over.
pub(super) fn read(question: &Element) -> Result<Question, String> {
    let text = |name: &str| question.text_of(name).trim().to_owned();
    if !["", "0"].contains(&text("prototypetype").as_str()) {
        return Err("it is a type of questions".to_owned());
    }
    if !text("template").is_empty() {
        return Err("it has a template of its own".to_owned());
    }
    let kind = match text("coderunnertype").as_str() {
        "python3" | "python3_w_input" | "python3_scratchpad" => Kind::Python,
        "nodejs" => Kind::JavaScript,
        "c_program" => Kind::C,
        "cpp_program" => Kind::Cpp,
        "java_program" => Kind::Java,
        "java_class" => Kind::JavaClass,
        "java_method" => Kind::JavaMethod,
        "c_function" => Kind::CFunction,
        "cpp_function" => Kind::CppFunction,
        other => return Err(format!("questions of the type `{other}` are not known here")),
    };
    let grader = match text("grader").as_str() {
        "" | "EqualityGrader" => Grader::Equal,
        "NearEqualityGrader" => Grader::Near,
        "RegexGrader" => Grader::Regex,
        other => return Err(format!("its grader is `{other}`")),
    };
    let cases = question.child("testcases").ok_or("it has no tests")?;
    let tests: Vec<Test> = cases.all("testcase").map(test).collect();
    let parameters = text("templateparams");
    let has_parameters = !["", "{}"].contains(&parameters.as_str());
    if has_parameters
        && tests
            .iter()
            .any(|test| [&test.code, &test.expected, &test.stdin].iter().any(|text| text.contains("{{")))
    {
        return Err("its tests have parameters".to_owned());
    }
    let number =
        |name: &str| text(name).parse::<f64>().ok().filter(|number| number.is_finite() && *number > 0.0);
    let files = cases.all("file").chain(question.all("file")).map(file).collect::<Result<_, _>>()?;
    Ok(Question {
        name: name(question),
        kind,
        grader,
        answer: question.text_of("answer"),
        all_or_nothing: text("allornothing") != "0",
        points: number("defaultgrade").unwrap_or(1.0),
        cpu: number("cputimelimitsecs"),
        memory: text("memlimitmb").parse().ok().filter(|memory| *memory > 0),
        files,
        tests,
    })
}

/// The name of a question. It is often escaped for web pages.
pub(super) fn name(question: &Element) -> String {
    let name = super::xml::unescaped(&question.text_of("name"));
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() { "question".to_owned() } else { name }
}

fn test(case: &Element) -> Test {
    let expected =
        if case.child("expected").is_some() { case.text_of("expected") } else { case.text_of("output") };
    let display = case.text_of("display");
    Test {
        mark: case
            .attribute("mark")
            .and_then(|mark| mark.parse().ok())
            .filter(|mark: &f64| mark.is_finite() && *mark >= 0.0)
            .unwrap_or(1.0),
        code: case.text_of("testcode"),
        stdin: case.text_of("stdin"),
        expected,
        is_hidden: ["HIDE", "HIDE_IF_FAIL"].contains(&display.trim()),
        is_precheck: case.attribute("testtype") == Some("1"),
        has_extra: !case.text_of("extra").trim().is_empty(),
    }
}

fn file(file: &Element) -> Result<(String, Vec<u8>), String> {
    let name = file.attribute("name").unwrap_or_default().to_owned();
    let is_plain = !name.is_empty()
        && !name.starts_with('.')
        && !name.contains(['/', '\\', '*'])
        && !name.contains(char::is_control);
    if !is_plain {
        return Err(format!("its file `{name}` has a name that cannot be written here"));
    }
    let text: String = file.own_text().split_whitespace().collect();
    let content = base64::engine::general_purpose::STANDARD.decode(text);
    Ok((name.clone(), content.map_err(|_| format!("its file `{name}` cannot be decoded"))?))
}
