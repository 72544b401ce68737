//! Tests that a student wrote, or was given, and that lie beside the program.

use std::sync::LazyLock;

use regex::bytes::Regex;

use super::open_name::without_comments;

/// Imports from a framework of tests, or from what is used with one.
static IMPORT: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?m)^\s*import\s+(?:static\s+)?(?:org\.junit|junit\.framework|org\.testng|org\.mockito|org\.hamcrest|org\.assertj)\.[^;]*;",
    )
});

/// What a test uses of it. An editor writes imports by itself, and they are often left over.
static USE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"@(?:(?:After|Before)(?:All|Class|Each|Method)?|DisplayName|Disabled|ExtendWith|Ignore|Mock|Nested|\w*Rule|\w*Test|RunWith|Suite\w*|TempDir|TestFactory)\b|\b(?:Assert|Assertions|Assume|Assumptions|JUnitCore|Matcher|Matchers|Mockito|TestCase|TestNG|TestSuite)\b|\b(?:assert\w+|fail|mock|when)\s*\(|\borg\.junit\.",
    )
});

/// A framework of tests that a module needs.
static MODULE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\brequires\s+(?:(?:static|transitive)\s+)*(?:org\.junit|junit|org\.testng|org\.mockito|org\.hamcrest|org\.assertj)\b",
    )
});

fn regex(pattern: &str) -> Regex {
    Regex::new(pattern).expect("the pattern is part of the program")
}

/// Tells whether a source in Java is a test, lies among tests, or says that it needs a framework of them: a program can do without.
pub fn is_test_in_java(path: &str, content: &[u8]) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    if !name.ends_with(".java") {
        return false;
    }
    if format!("/{path}").contains("/src/test/") {
        return true;
    }
    let bare = without_comments(content);
    if name == "module-info.java" {
        return MODULE.is_match(&bare);
    }
    let without_imports = IMPORT.replace_all(&bare, &b""[..]);
    let imports = without_imports.len() < bare.len();
    let is_in_full = || without_imports.windows(11).any(|text| text == b"@org.junit.");
    (imports || is_in_full()) && USE.is_match(&without_imports)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_that_uses_a_framework_of_tests_is_one() {
        let is_test = |text: &str| is_test_in_java("A.java", text.as_bytes());
        assert!(is_test("package a;\n\nimport org.junit.Test;\nclass A { @Test public void a() { } }\n"));
        assert!(is_test(
            "  import static org.junit.jupiter.api.Assertions.*;\r\nclass A { A() { assertEquals(1, 2); } }\r\n"
        ));
        assert!(is_test("import junit.framework.TestCase;\nclass A extends TestCase { }\n"));
        assert!(is_test("class A { @org.junit.jupiter.api.Test void a() { } }\n"));
        assert!(is_test("import org.mockito.Mockito;\nclass A { Object a = Mockito.mock(A.class); }\n"));
        for program in [
            "// import org.junit.Test;\nclass A { String s = \"import org.junit.Test; @Test\"; }\n",
            "import java.util.List;\nimport organ.junit.A;\nclass A { }\n",
            // What an editor has left there.
            "import static org.junit.Assert.*;\nclass A { public static void main(String[] a) { } }\n",
            "class A { void assertRange() { fail(1); } void fail(int a) { } @interface Test { } }\n",
        ] {
            assert!(!is_test(program), "{program}");
        }
        assert!(!is_test_in_java("A.txt", b"import org.junit.Test; @Test"));
        assert!(is_test_in_java("src/test/java/Clock.java", b"class Clock { }"));
        assert!(is_test_in_java("module-info.java", b"module a { requires static org.junit.jupiter.api; }"));
        assert!(!is_test_in_java("module-info.java", b"module a { requires java.sql; }"));
    }
}
