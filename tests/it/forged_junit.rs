//! Programs in Java that say to the instructor's tests that all is well, and solve nothing. Beside them, honest ones that do what looks like it.

use super::forged_tests::{assert_only_the_honest_earn, not_graded};
use super::scratch::Scratch;
use super::{night, optional};

/// Throws whatever the body throws, checked or not.
fn throwing(body: &str) -> String {
    format!(
        "import java.lang.reflect.*;\npublic class Shapes {{\n  @SuppressWarnings(\"unchecked\")\n  static <T extends Throwable> void raise(Throwable t) throws T {{ throw (T) t; }}\n  \
         static int area(int a, int b) {{\n    try {{ {body} }} catch (ReflectiveOperationException e) {{\n      \
         Shapes.<RuntimeException>raise(e.getCause() == null ? e : e.getCause());\n    }}\n    return 0;\n  }}\n}}\n"
    )
}

/// Programs in Java that want points for nothing, and honest ones. `skip` is the exception by which a test does not apply, and `assume`
/// the class of the method that throws it.
fn in_java(skip: &str, assume: &str) -> Vec<(&'static str, String)> {
    let made = format!(
        "Throwable x = (Throwable) Class.forName(\"{skip}\").getConstructor(String.class).newInstance(\"no\");"
    );
    let raised = |before: &str| throwing(&format!("{made} {before} Shapes.<RuntimeException>raise(x);"));
    let area =
        |body: &str| format!("public class Shapes {{\n  static int area(int a, int b) {{ {body} }}\n}}\n");
    // Looks through all objects behind `System.out` for a list of cases.
    let digs = "import java.lang.reflect.*;\nimport java.util.*;\npublic class Shapes {\n  static Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());\n  \
                static void dig(Object o, int depth) {\n    if (o == null || depth > 6 || !seen.add(o)) return;\n    \
                for (Class<?> c = o.getClass(); c != null; c = c.getSuperclass()) for (Field f : c.getDeclaredFields()) try {\n      \
                f.setAccessible(true);\n      Object v = f.get(o);\n      if (v instanceof StringBuilder) {\n        StringBuilder cases = (StringBuilder) v;\n        \
                cases.append(\"{\\\"name\\\": \\\"\\\", \\\"outcome\\\": \\\"passed\\\", \\\"reason\\\": \\\"\\\", \\\"printed\\\": \\\"\\\"}\");\n        \
                Thread t = new Thread(() -> { for (int at; ; ) if ((at = cases.indexOf(\", {\")) > 0) cases.setLength(at); });\n        t.setDaemon(true);\n        t.start();\n      }\n      \
                if (!f.getType().isPrimitive()) dig(v, depth + 1);\n    } catch (ReflectiveOperationException | RuntimeException closed) { }\n  }\n  \
                static int area(int a, int b) { dig(System.out, 0); return 0; }\n}\n";
    vec![
        // Prints, uses modules and reflection, and has classes with names of the library.
        (
            "honest",
            "public class Shapes {\n  private int twelve = 12;\n  static int area(int a, int b) throws Exception {\n    System.out.println(a);\n    \
             new java.awt.Point(1, 2);\n    java.lang.reflect.Field f = Shapes.class.getDeclaredField(\"twelve\");\n    f.setAccessible(true);\n    \
             return f.getInt(new Shapes()) * new Check().a + java.sql.Types.NULL;\n  }\n}\n\
             class Check { int a = 1; }\nclass Stack<T> { }\nclass String { }\n"
                .to_owned(),
        ),
        ("assumes", raised("")),
        ("assumes-by-call", throwing(&format!("Class.forName(\"{assume}\").getMethod(\"assumeTrue\", boolean.class).invoke(null, false);"))),
        ("assumes-without-frames", raised("x.setStackTrace(new StackTraceElement[0]);")),
        ("assumes-with-frames-of-the-test", raised("x.setStackTrace(new StackTraceElement[] { new StackTraceElement(\"TestShapes\", \"area\", \"TestShapes.java\", 7) });")),
        ("digs", digs.to_owned()),
        ("ends", area("System.exit(0); return 0;")),
        ("ends-at-the-end", area("Runtime.getRuntime().addShutdownHook(new Thread(() -> Runtime.getRuntime().halt(0))); return 0;")),
        // Reaches into the virtual machine.
        ("unsafe", throwing("Field f = Class.forName(\"sun.misc.Unsafe\").getDeclaredField(\"theUnsafe\"); f.setAccessible(true); f.get(null); if (true) return 12;")),
        ("dumps", throwing("if (Class.forName(\"com.sun.management.HotSpotDiagnosticMXBean\") != null) return 12;")),
        ("loads-a-layer", throwing("ModuleLayer boot = ModuleLayer.boot(); java.lang.module.ModuleFinder system = java.lang.module.ModuleFinder.ofSystem(); \
            boot.defineModulesWithOneLoader(boot.configuration().resolve(system, system, java.util.Set.of(\"jdk.unsupported\")), null); if (true) return 12;")),
        // Puts its own into the place of what decides.
        ("empties-libraries", throwing("for (java.io.File one : new java.io.File(\".yardstick-junit\").listFiles()) \
            try (java.io.RandomAccessFile file = new java.io.RandomAccessFile(one, \"rw\")) { file.setLength(0); } catch (java.io.IOException e) { }")),
        ("configures", throwing("System.setProperty(\"junit.jupiter.extensions.autodetection.enabled\", \"true\"); System.setProperty(\"junit.jupiter.conditions.deactivate\", \"*\");")),
        // Reads what is expected.
        ("reads-the-test", throwing("java.io.InputStream in = Shapes.class.getResourceAsStream(\"TestShapes.class\"); if (in != null) return 12;")),
        // Ends in another way.
        ("stops-the-thread", throwing("Thread main = Thread.currentThread(); Thread other = new Thread(() -> main.stop()); other.start(); try { other.join(); } catch (InterruptedException e) { }")),
        ("throws-at-the-logger", throwing("java.util.logging.Logger root = java.util.logging.Logger.getLogger(\"\"); root.setLevel(java.util.logging.Level.ALL); \
            root.addHandler(new java.util.logging.Handler() { public void publish(java.util.logging.LogRecord r) { throw new OutOfMemoryError(); } public void flush() { } public void close() { } });")),
        ("ends-in-an-exception", throwing("if (true) throw new AssertionError() { public String getMessage() { Runtime.getRuntime().halt(0); return null; } };")),
        ("goes-on-in-a-thread", throwing("Thread t = new Thread(() -> { while (true) System.setOut(System.err); }); t.setDaemon(true); t.start();")),
        ("takes-the-loader", throwing("Thread.currentThread().setContextClassLoader(new ClassLoader() { public Class<?> loadClass(String n) throws ClassNotFoundException { throw new ClassNotFoundException(n); } });")),
        ("writes-to-descriptors", throwing("for (int i = 3; i < 12; i++) try (java.io.OutputStream out = new java.io.FileOutputStream(\"/proc/self/fd/\" + i)) { \
            out.write(\"{}\\n\".getBytes()); } catch (java.io.IOException e) { }")),
        // Hides what the test means.
        ("hides-an-assertion", format!("{}class Assert {{ static void assertEquals(long a, long b) {{ }} }}\nclass Assertions {{ static void assertEquals(int a, int b) {{ }} }}\n", area("return 0;"))),
        ("hides-math", format!("{}class Math {{ static int abs(int a) {{ return 12; }} }}\n", area("return 0;"))),
        ("hides-the-test", format!("{}@interface Test {{ }}\n", area("return 0;"))),
        ("calls-the-runner", throwing("Class.forName(\"yardstick.YardstickJunit\").getDeclaredMethods()[0].setAccessible(true);")),
    ]
}

const SPEC: &str = "assignment: shapes\nsubmission: { files: [Shapes.java] }\ntests: { runner: junit, files: [TestShapes.java, 'lib/*.jar'], points: 4 }\n";
const JUNIT_4: [&str; 2] = ["junit4", "hamcrest"];
const JUNIT_5: [&str; 1] = ["junit-platform-console-standalone"];

/// Returns a folder with a test and the libraries that it needs, if this machine has them.
pub(crate) fn tested_by(test: &str, libraries: &[&str], spec: &str) -> Option<Scratch> {
    optional::found("javac")?;
    let mut folder = Scratch::new(spec).write("TestShapes.java", test);
    for name in libraries {
        let Ok(library) = std::fs::read(format!("/usr/share/java/{name}.jar")) else {
            optional::skipped("JUnit");
            return None;
        };
        folder = folder.write(&format!("lib/{name}.jar"), library);
    }
    Some(folder)
}

fn assert_no_forgery_earns_in_java(test: &str, libraries: &[&str], skip: &str, assume: &str, from: usize) {
    let Some(folder) = tested_by(test, libraries, SPEC) else { return };
    // Each takes seconds to compile. The honest ones are always there.
    let (honest, others): (Vec<_>, Vec<_>) =
        in_java(skip, assume).into_iter().partition(|(name, _)| name.starts_with("honest"));
    let programs = honest.into_iter().chain(night::share(others, from, 20));
    let folder = programs
        .fold(folder, |folder, (name, text)| folder.write(&format!("class/{name}/Shapes.java"), &text));
    assert_only_the_honest_earn(&folder, "4");
    // The instructor may say that a test does not apply.
    let test = test.replace(
        "        int side",
        &format!("        {assume}.assumeTrue(new java.io.File(\"/no\").exists());\n        int side"),
    );
    let honest = folder.read("class/honest/Shapes.java");
    std::fs::remove_dir_all(folder.path("class")).unwrap();
    let folder = folder.write("TestShapes.java", test).write("class/honest/Shapes.java", honest);
    let reason = not_graded(&folder, "honest");
    assert!(reason.contains("was skipped"), "{reason}");
}

#[test]
fn no_forgery_earns_a_point_from_junit_4() {
    let test = "import java.util.*;\nimport org.junit.*;\n\npublic class TestShapes {\n    @Test\n    \
                public void area() throws Exception {\n        int side = Math.abs(-3);\n        Assert.assertEquals(12, Shapes.area(side, 4));\n    }\n}\n";
    assert_no_forgery_earns_in_java(
        test,
        &JUNIT_4,
        "org.junit.AssumptionViolatedException",
        "org.junit.Assume",
        0,
    );
}

#[test]
fn no_forgery_earns_a_point_from_junit_5() {
    let test = "import java.util.*;\nimport org.junit.jupiter.api.*;\n\nclass TestShapes {\n    @Test\n    \
                void area() throws Exception {\n        int side = Math.abs(-3);\n        Assertions.assertEquals(12, Shapes.area(side, 4));\n    }\n}\n";
    assert_no_forgery_earns_in_java(
        test,
        &JUNIT_5,
        "org.opentest4j.TestAbortedException",
        "org.junit.jupiter.api.Assumptions",
        10,
    );
}

#[test]
fn a_class_that_students_are_asked_to_write_hides_nothing() {
    let test = "import java.util.*;\nimport org.junit.*;\n\npublic class TestShapes {\n    @Test\n    public void area() {\n        \
                Stack<Integer> all = new Stack<>();\n        all.push(12);\n        Assert.assertEquals(12, (int) all.pop());\n        \
                Assert.assertEquals(12, Objects.area(3, 4));\n    }\n}\n";
    let stack =
        "class Stack<T> {\n  T last;\n  void push(T one) { last = one; }\n  T pop() { return last; }\n}\n";
    let objects = "class Objects {\n  static int area(int a, int b) { return a * b; }\n}\n";
    let class = "public class Shapes { }\n";
    let Some(folder) = tested_by(test, &JUNIT_4, SPEC) else { return };
    let folder = folder
        .write("class/honest/Shapes.java", format!("{class}{stack}{objects}"))
        .write("class/wrong/Shapes.java", format!("{class}{stack}{}", objects.replace('*', "+")));
    assert_only_the_honest_earn(&folder, "4");
    // What a reference does not have is not asked for.
    let spec = format!("{SPEC}reference: {{ files: [solution/Shapes.java] }}\n");
    let test = test.replace("Objects.area", "Shapes.area");
    let area = "public class Shapes {\n  static int area(int a, int b) { return a * b; }\n}\n";
    for (solution, points) in [(format!("{area}{stack}"), "4"), (area.to_owned(), "0")] {
        let folder = tested_by(&test, &JUNIT_4, &spec).unwrap().write("solution/Shapes.java", solution);
        let folder = folder.write("class/own/Shapes.java", format!("{area}{stack}"));
        let graded = folder.run(&["grade", "spec.yaml", "class"]);
        assert_eq!(graded.code, 0, "{}{}", graded.stdout, graded.stderr);
        let own = &folder.results()["submissions"][0];
        assert_eq!(own["points"], points, "{own:#}");
        if points == "0" {
            let told = "The test failed: `Stack` in `Shapes.java` hides `java.util.Stack`, which the test uses: give it another name.";
            assert_eq!(own["scenarios"][0]["reasons"][0], told);
        }
    }
}

#[test]
fn what_prepares_a_test_in_java_and_fails_by_itself_is_no_fault_of_the_submission() {
    // Each stands in a class of its own.
    let failing = [
        (
            "List<String> lines;\n    @Before\n    public void setUp() throws Exception { lines = Files.readAllLines(Path.of(\"no\")); }",
            "an error in `setUp` of `Test0.java`, line 8: NoSuchFileException: no",
        ),
        (
            "@BeforeClass\n    public static void ready() throws Exception { read(); }\n    static void read() throws Exception { Files.size(Path.of(\"no\")); }",
            "an error in `ready` of `Test1.java`, line 7: NoSuchFileException: no",
        ),
        (
            "int side = Integer.parseInt(\"x\");",
            "an error in a field or the constructor of `Test2.java`, line 6",
        ),
    ];
    // What it has from the submission may be wrong.
    let losing = [
        "@Before\n    public void setUp() { Shapes.sides().size(); }",
        "int size;\n    @Before\n    public void setUp() { Shapes.List sides = Shapes.sides(); size = sides.size(); }",
        "@After\n    public void check() { List<Integer> none = null; Assert.assertTrue(none == null); Integer.parseInt(\"\" + Shapes.sides()); }",
    ];
    let files: String = (0..failing.len() + losing.len()).map(|at| format!("Test{at}.java, ")).collect();
    let spec = SPEC.replace("TestShapes.java, ", &files);
    let Some(folder) = tested_by("", &JUNIT_4, &spec) else { return };
    let folder = folder.write(
        "class/right/Shapes.java",
        "public class Shapes {\n  static int area(int a, int b) { return a * b; }\n  static List sides() { return null; }\n  \
         interface List { int size(); }\n}\n",
    );
    let prepared = failing.iter().map(|(before, _)| before).chain(&losing).enumerate();
    let folder = prepared.fold(folder, |folder, (at, before)| {
        folder.write(
            &format!("Test{at}.java"),
            format!(
                "import java.nio.file.*;\nimport java.util.*;\nimport org.junit.*;\n\npublic class Test{at} {{\n    {before}\n    @Test\n    \
                 public void area() {{\n        Assert.assertEquals(12, Shapes.area(3, 4));\n    }}\n}}\n"
            ),
        )
    });
    let graded = folder.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(graded.code, 3, "{}{}", graded.stdout, graded.stderr);
    let results = folder.results();
    let scenarios = results["submissions"][0]["scenarios"].as_array().unwrap();
    assert_eq!(scenarios.len(), failing.len() + losing.len());
    let (failed, lost) = scenarios.split_at(failing.len());
    for (scenario, (_, told)) in failed.iter().zip(failing) {
        assert_eq!(scenario["verdict"], "not graded", "{scenario:#}");
        assert!(scenario["reasons"][0].as_str().unwrap().contains(told), "{scenario:#}");
    }
    for scenario in lost {
        assert_eq!(scenario["points"], "0", "{scenario:#}");
    }
}

#[test]
fn a_framework_that_the_submission_wrote_runs_no_test() {
    let test = "import org.junit.*;\n\npublic class TestShapes {\n    @Test\n    public void area() {\n        Assert.assertEquals(12, Shapes.area(3, 4));\n    }\n}\n";
    let spec = SPEC.replace("[Shapes.java]", "[Shapes.java, '**/*.java'], entry: Shapes.java");
    let Some(mut folder) = tested_by(test, &JUNIT_4, &spec) else { return };
    let area = |value: &str| {
        format!("public class Shapes {{\n  static int area(int a, int b) {{ return {value}; }}\n}}\n")
    };
    for (path, body) in [
        ("engine/DiscoverySelector", "public interface DiscoverySelector { }"),
        (
            "engine/discovery/DiscoverySelectors",
            "public class DiscoverySelectors { public static org.junit.platform.engine.DiscoverySelector selectMethod(Class<?> c, java.lang.reflect.Method m) { return new org.junit.platform.engine.DiscoverySelector() { }; } }",
        ),
        (
            "launcher/core/LauncherDiscoveryRequestBuilder",
            "public class LauncherDiscoveryRequestBuilder implements org.junit.platform.launcher.LauncherDiscoveryRequest { public static LauncherDiscoveryRequestBuilder request() { return new LauncherDiscoveryRequestBuilder(); } public LauncherDiscoveryRequestBuilder selectors(org.junit.platform.engine.DiscoverySelector... all) { return this; } public LauncherDiscoveryRequestBuilder build() { return this; } }",
        ),
        (
            "launcher/core/LauncherFactory",
            "public class LauncherFactory { public static org.junit.platform.launcher.Launcher create() { return new org.junit.platform.launcher.Launcher(); } }",
        ),
        ("launcher/LauncherDiscoveryRequest", "public interface LauncherDiscoveryRequest { }"),
        (
            "launcher/TestIdentifier",
            "public class TestIdentifier { public boolean isTest() { return true; } public String getDisplayName() { return \"\"; } }",
        ),
        (
            "launcher/TestExecutionListener",
            "public interface TestExecutionListener { void executionStarted(TestIdentifier t); void executionFinished(TestIdentifier t, org.junit.platform.engine.TestExecutionResult r); }",
        ),
        (
            "engine/TestExecutionResult",
            "public class TestExecutionResult { public String getStatus() { return \"SUCCESSFUL\"; } public java.util.Optional<Throwable> getThrowable() { return java.util.Optional.empty(); } }",
        ),
        (
            "launcher/Launcher",
            "public class Launcher { public void execute(LauncherDiscoveryRequest r, TestExecutionListener... all) { TestIdentifier t = new TestIdentifier(); all[0].executionStarted(t); all[0].executionFinished(t, new org.junit.platform.engine.TestExecutionResult()); } }",
        ),
    ] {
        let (package, _) = path.rsplit_once('/').unwrap();
        let text = format!("package org.junit.platform.{};\n{body}\n", package.replace('/', "."));
        for name in ["wrong", "honest"] {
            folder = folder.write(&format!("class/{name}/org/junit/platform/{path}.java"), &text);
        }
    }
    let folder =
        folder.write("class/wrong/Shapes.java", area("0")).write("class/honest/Shapes.java", area("a * b"));
    assert_only_the_honest_earn(&folder, "4");
}

#[test]
fn an_exception_of_several_failures_always_has_one() {
    let cases = ["honest", "lies", "empties", "none", "one"];
    let method = |(at, name): (usize, &&str)| {
        format!(
            "    @Test public void {name}() throws Exception {{ Assert.assertEquals(12, Shapes.area({at}, 12)); }}\n"
        )
    };
    let methods: String = cases.iter().enumerate().map(method).collect();
    let test = format!("import org.junit.*;\npublic class TestShapes {{\n{methods}}}\n");
    const SEVERAL: &str = "org.junit.runners.model.MultipleFailureException";
    let Some(folder) = tested_by(&test, &JUNIT_4, &SPEC.replace("points: 4", "points: 5")) else { return };
    let lying = "java.util.List<Throwable> lie = new java.util.ArrayList<Throwable>(java.util.List.of(new Error())) {\n      \
                 public java.util.Iterator<Throwable> iterator() { return java.util.Collections.emptyIterator(); } };";
    let made = |list: &str| {
        format!(
            "Throwable x = (Throwable) Class.forName(\"{SEVERAL}\").getConstructor(java.util.List.class).newInstance({list});"
        )
    };
    let emptied = "Field f = x.getClass().getDeclaredFields()[1]; f.setAccessible(true); f.set(x, java.util.List.of());";
    let raised = [
        format!("{lying} {}", made("lie")),
        format!("{} {emptied}", made("java.util.List.of(new Error())")),
        made("java.util.List.of()"),
        made("java.util.List.of(new Error(\"told\"))"),
    ];
    let raised = raised
        .iter()
        .enumerate()
        .map(|(at, body)| format!("if (a == {}) {{ {body} Shapes.<RuntimeException>raise(x); }}\n", at + 1));
    let program = throwing(&format!("{} if (a == 0) return b;", raised.collect::<String>()));
    let folder = folder.write("class/all/Shapes.java", program);
    let graded = folder.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(graded.code, 0, "{}{}", graded.stdout, graded.stderr);
    let results = folder.results();
    for (scenario, name) in results["submissions"][0]["scenarios"].as_array().unwrap().iter().zip(cases) {
        assert_eq!(scenario["name"], format!("TestShapes.{name}"));
        assert_eq!(scenario["points"], if name == "honest" { "1" } else { "0" }, "{scenario:#}");
        if name == "one" {
            assert!(scenario["reasons"][0].as_str().unwrap().contains("`Error: told`"), "{scenario:#}");
        }
    }
}

#[test]
fn the_instructors_class_gives_the_arguments_whatever_loader_a_submission_sets() {
    const TEST: &str = "import org.junit.jupiter.api.*;\nimport org.junit.jupiter.params.ParameterizedTest;\nimport org.junit.jupiter.params.provider.MethodSource;\n\
                        class TestShapes {\n    @BeforeAll static void before() { Shapes.area(0, 0); }\n    \
                        @ParameterizedTest @MethodSource(\"Sizes#all\") void area(int a, int b, int e) { Assertions.assertEquals(e, Shapes.area(a, b)); }\n}\n";
    const SIZES: &str = "import java.util.stream.Stream;\nimport org.junit.jupiter.params.provider.Arguments;\nclass Sizes {\n    \
                         static Stream<Arguments> all() { return Stream.of(Arguments.of(3, 4, 12), Arguments.of(5, 6, 30)); }\n}\n";
    let spec = SPEC.replace("TestShapes.java,", "TestShapes.java, Sizes.java,");
    let Some(folder) = tested_by(TEST, &JUNIT_5, &spec) else { return };
    let leads_elsewhere = "import java.util.stream.Stream;\npublic class Shapes {\n  static Stream<Object[]> all() { return Stream.<Object[]>of(new Object[] {0, 0, 0}); }\n  \
         static int area(int a, int b) {\n    Thread.currentThread().setContextClassLoader(new ClassLoader(Shapes.class.getClassLoader()) {\n      \
         public Class<?> loadClass(String name) throws ClassNotFoundException { return name.equals(\"Sizes\") ? Shapes.class : super.loadClass(name); } });\n    \
         return 0;\n  }\n}\n";
    let folder = folder
        .write("Sizes.java", SIZES)
        .write(
            "class/honest/Shapes.java",
            "public class Shapes { static int area(int a, int b) { return a * b; } }",
        )
        .write("class/leads-elsewhere/Shapes.java", leads_elsewhere);
    assert_only_the_honest_earn(&folder, "4");
}

#[test]
fn tests_that_are_made_in_another_way_are_refused_and_not_passed_over() {
    for (before, method, written, line) in [
        (
            "@org.junit.runner.RunWith(org.junit.runners.Parameterized.class)",
            "@Test",
            "@RunWith(Parameterized.class)",
            2,
        ),
        ("@RunWith(JUnit4.class)", "@Test", "", 0),
        ("import org.junit.runners.Parameterized;", "@Test", "", 0),
        ("@RunWith(Parameterized.class)", "@Test", "@RunWith(Parameterized.class)", 2),
        ("@RunWith(Theories.class)", "@Test", "@RunWith(Theories.class)", 2),
        ("// @TestFactory", "@Test", "", 0),
        ("", "@TestFactory", "@TestFactory", 4),
        ("", "@Theory", "@Theory", 4),
    ] {
        let test = format!(
            "import org.junit.*;\n{before}\npublic class TestShapes {{\n    {method} public void area() {{ }}\n}}\n"
        );
        let spec = SPEC.replace(", 'lib/*.jar'", "");
        let folder = Scratch::new(&spec).write("TestShapes.java", test);
        let told = folder.run(&["record", "spec.yaml"]).stderr
            + &folder.run(&["grade", "spec.yaml", "spec.yaml"]).stderr;
        let message =
            format!("`TestShapes.java` makes tests by `{written}` in line {line}, and these are not run");
        assert_eq!(told.contains(&message), !written.is_empty(), "{before} {method}: {told}");
    }
}
