//! Tests that a student wrote, or was given, and that lie beside the program.

use memchr::memmem;

/// The packages of frameworks of tests in Java.
const FRAMEWORKS: [&str; 3] = ["org.junit.", "junit.framework.", "org.testng."];

/// Tells whether a source is a test in Java: it imports a framework that a program can do without.
pub fn is_test_in_java(path: &str, content: &[u8]) -> bool {
    let imports = |line: &str| {
        let imported = line.trim_start().strip_prefix("import ")?.trim_start();
        let imported = imported.strip_prefix("static ").map_or(imported, str::trim_start);
        FRAMEWORKS.iter().find(|framework| imported.starts_with(**framework))
    };
    path.ends_with(".java")
        && memmem::find(content, b"import ").is_some()
        && String::from_utf8_lossy(content).lines().any(|line| imports(line).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_that_imports_a_framework_of_tests_is_one() {
        let is_test = |text: &str| is_test_in_java("A.java", text.as_bytes());
        assert!(is_test("package a;\n\nimport org.junit.Test;\nclass A {}\n"));
        assert!(is_test("  import static org.junit.jupiter.api.Assertions.*;\r\nclass A {}\n"));
        assert!(is_test("import junit.framework.TestCase;\n"));
        assert!(!is_test("// import org.junit.Test;\nclass A { String s = \"import org.junit.Test\"; }\n"));
        assert!(!is_test("import java.util.List;\nimport organ.junit.A;\nclass A {}\n"));
        assert!(!is_test_in_java("A.txt", b"import org.junit.Test;\n"));
    }
}
