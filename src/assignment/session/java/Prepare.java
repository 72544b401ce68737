// Compiles sessions: lines of Java that are typed beside the classes of a submission.
//
// The grader starts this program in the folder of the submission, after the submission was compiled. Nothing of the
// submission runs here. It reads lines from standard input, in which `\n`, `\r` and `\\` stand for a newline, a carriage
// return and a backslash: for each session the number of its lines and the lines.
//
// It writes to descriptor 3, or to the file that YARDSTICK_SIDE in the environment names, the class files of each session, each after a line with
// its name and its length; a line `end` follows the class files of one of them. The class `YardstickSession` answers the
// lines up to the first that cannot be compiled, and then says why that one cannot. No session is in the classes of another.

import com.sun.source.tree.*;
import com.sun.source.util.*;
import java.io.*;
import java.lang.reflect.Constructor;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.*;
import java.util.stream.Stream;
import javax.lang.model.type.TypeMirror;
import javax.tools.*;

class YardstickPrepare {
    /** What our own lines use is imported by its name: a submission may have a class of this name. */
    private static final String IMPORTS = "import java.lang.Object; import java.lang.String; import java.lang.Throwable; "
            + "import java.util.*; import java.util.function.*; import java.util.stream.*; import java.math.*;\n";
    private static final List<String> OPTIONS = List.of(
            "-proc:none", "-processorpath", "/nonexistent", "-classpath", ".", "-sourcepath", "/nonexistent",
            "-implicit:none", "-nowarn", "-Xmaxerrs", "1000", "-XDcompilePolicy=simple");
    private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();
    private static final JavaFileManager FILES =
            COMPILER.getStandardFileManager(null, null, StandardCharsets.UTF_8);

    public static void main(String[] args) throws IOException, ReflectiveOperationException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        // No file leads to the descriptor: the sandbox lets none in /proc be opened for writing.
        Constructor<FileDescriptor> numbered = FileDescriptor.class.getDeclaredConstructor(int.class);
        numbered.setAccessible(true);
        String side = System.getenv("YARDSTICK_SIDE");
        DataOutputStream out = new DataOutputStream(new BufferedOutputStream(
                side == null ? new FileOutputStream(numbered.newInstance(3)) : new FileOutputStream(side, true)));
        Map<String, byte[]> values = values();
        for (String count = in.readLine(); count != null && !count.isEmpty(); count = in.readLine()) {
            List<String> lines = new ArrayList<>();
            for (int left = Integer.parseInt(count); left > 0; left--) lines.add(unescaped(in.readLine()));
            write(out, new Session(lines, values).classes());
        }
        out.flush();
        Runtime.getRuntime().halt(0);
    }

    /** The class files of `YardstickValues`, which lie where this program was started from. */
    private static Map<String, byte[]> values() throws IOException {
        Map<String, byte[]> values = new LinkedHashMap<>();
        try (Stream<Path> all = Files.list(Path.of(System.getProperty("java.class.path")))) {
            for (Path one : all.sorted().toList()) {
                String name = one.getFileName().toString().replace(".class", "");
                if (name.startsWith("YardstickValues")) values.put(name, Files.readAllBytes(one));
            }
        }
        return values;
    }

    private static void write(DataOutputStream out, Map<String, byte[]> classes) throws IOException {
        for (Map.Entry<String, byte[]> one : classes.entrySet()) {
            String head = one.getKey() + ".class " + one.getValue().length + "\n";
            out.write(head.getBytes(StandardCharsets.UTF_8));
            out.write(one.getValue());
        }
        out.write("end\n".getBytes(StandardCharsets.UTF_8));
    }

    private static String unescaped(String line) {
        StringBuilder text = new StringBuilder();
        for (int at = 0; at < line.length(); at++) {
            char next = line.charAt(at);
            if (next == '\\') {
                next = line.charAt(++at);
                next = next == 'n' ? '\n' : next == 'r' ? '\r' : next;
            }
            text.append(next);
        }
        return text.toString();
    }

    /** How one line is carried out. */
    private enum Kind { VALUE, NOTHING, DECLARATION, STATEMENT }

    /** One line, and what is known of it. */
    private static final class Line {
        final String source;
        Kind kind = Kind.STATEMENT;
        final List<VariableTree> declared;
        /** The text that the declarations stand in. */
        final Parsed block;
        /** Why the line is no Java; else `null`. */
        String unreadable;

        Line(String source) {
            String whole = source.strip();
            Parsed block = parse("class X { void x() throws Throwable {\n" + whole + "\n} }");
            if (!block.isOne(MethodTree.class) && !whole.endsWith(";")) {
                Parsed ended = parse("class X { void x() throws Throwable {\n" + whole + ";\n} }");
                // What is wrong in a block is told without a semicolon behind it.
                if (ended.isOne(MethodTree.class) || !whole.endsWith("}")) {
                    whole += ";";
                    block = ended;
                }
            }
            List<VariableTree> declared = new ArrayList<>();
            List<? extends StatementTree> statements = List.of();
            if (block.isOne(MethodTree.class)) {
                statements = ((MethodTree) block.members.get(0)).getBody().getStatements();
                for (StatementTree statement : statements) {
                    if (statement instanceof VariableTree variable) declared.add(variable);
                }
            }
            this.declared = declared;
            this.block = block;
            // A declaration may look like a comparison: `List<Integer> l = null`.
            if (declared.isEmpty()) {
                String bare = source.strip();
                while (bare.endsWith(";")) bare = bare.substring(0, bare.length() - 1).strip();
                Parsed expression = parse("class X { Object x = (" + bare + "\n); }");
                if (expression.isOne(VariableTree.class)) {
                    ExpressionTree value = ((VariableTree) expression.members.get(0)).getInitializer();
                    Tree inner = value instanceof ParenthesizedTree own ? own.getExpression() : value;
                    this.source = bare;
                    kind = inner instanceof AssignmentTree ? Kind.STATEMENT : Kind.VALUE;
                    return;
                }
            }
            this.source = whole;
            if (!block.isOne(MethodTree.class)) {
                unreadable = block.errors.isEmpty() ? "unbalanced brackets" : block.errors.get(0);
            } else if (!declared.isEmpty()) {
                kind = Kind.DECLARATION;
                if (declared.size() < statements.size()) unreadable = "a declaration and something else";
            }
            for (StatementTree statement : statements) {
                if (statement instanceof ClassTree) unreadable = "a class is declared";
                if (statement instanceof ReturnTree) unreadable = "`return` leaves the session";
            }
        }
    }

    private record Parsed(
            String source, CompilationUnitTree unit, SourcePositions places, List<? extends Tree> members, List<String> errors) {
        /** The text of a part, as it is written. */
        String textOf(Tree part) {
            int start = (int) places.getStartPosition(unit, part);
            return source.substring(start, (int) places.getEndPosition(unit, part));
        }

        boolean isOne(Class<? extends Tree> kind) {
            return errors.isEmpty() && members.size() == 1 && kind.isInstance(members.get(0));
        }
    }

    private static Parsed parse(String source) {
        DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
        JavacTask task = task("X", source, said, FILES);
        CompilationUnitTree unit;
        try {
            unit = task.parse().iterator().next();
        } catch (IOException | RuntimeException error) {
            return new Parsed(source, null, null, List.of(), List.of(error.toString()));
        }
        boolean isOne = unit.getTypeDecls().size() == 1 && unit.getTypeDecls().get(0) instanceof ClassTree;
        List<? extends Tree> members = isOne ? ((ClassTree) unit.getTypeDecls().get(0)).getMembers() : List.of();
        List<String> errors = new ArrayList<>();
        for (Diagnostic<?> one : said.getDiagnostics()) {
            if (one.getKind() == Diagnostic.Kind.ERROR) errors.add(one.getMessage(Locale.ENGLISH));
        }
        return new Parsed(source, unit, Trees.instance(task).getSourcePositions(), members, errors);
    }

    /** One session. */
    private static final class Session {
        private final List<Line> lines = new ArrayList<>();
        private final Map<String, byte[]> known;
        /** The types of what is declared, by name. */
        private final Map<String, String> types = new LinkedHashMap<>();
        private int cut;
        private String reason = "";

        Session(List<String> sources, Map<String, byte[]> known) {
            this.known = known;
            for (String source : sources) lines.add(new Line(source));
            cut = lines.size();
            for (int at = 0; at < lines.size() && cut == lines.size(); at++) {
                if (lines.get(at).unreadable != null) cutAt(at, "unreadable", lines.get(at).unreadable);
            }
        }

        private void cutAt(int line, String call, String message) {
            cut = line;
            reason = "YardstickValues." + call + "(" + quoted(message) + ");\n";
        }

        Map<String, byte[]> classes() throws IOException {
            for (; ; ) {
                if (!attribute()) continue;
                Text text = whole();
                Compiled compiled = compile("YardstickSession", text.toString(), known);
                Map.Entry<Long, String> first = compiled.firstError();
                if (first == null) return compiled.classes;
                int line = text.lineAt(first.getKey());
                if (line < 0 || line >= cut) throw new IllegalStateException(first.getValue());
                cutAt(line, "notCompiled", first.getValue());
            }
        }

        /** Finds the types of values and declarations. Cuts the session and returns false at an error. */
        private boolean attribute() throws IOException {
            Text text = new Text();
            text.add(-1, IMPORTS + "class YardstickSession { static void session() throws Throwable {\n");
            for (int at = 0; at < cut; at++) {
                Line line = lines.get(at);
                String type = line.source.equals("null") ? "Object" : "var";
                switch (line.kind) {
                    case VALUE -> text.add(at, type + " $value" + at + " = (" + line.source + "\n);\n");
                    case NOTHING, STATEMENT -> text.add(at, line.source + "\n;\n");
                    case DECLARATION -> text.add(at, line.source + "\n");
                }
            }
            text.add(-1, "}}\n");
            DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
            JavacTask task = task("YardstickSession", text.toString(), said, FILES);
            CompilationUnitTree unit = task.parse().iterator().next();
            task.analyze();
            for (Diagnostic<?> one : said.getDiagnostics()) {
                // What is declared is a field in the end, which a lambda may use whether it changes or not.
                boolean isField = one.getCode().startsWith("compiler.err.cant.ref.non.effectively.final");
                if (one.getKind() != Diagnostic.Kind.ERROR || isField) continue;
                int line = text.lineAt(one.getLineNumber());
                String message = one.getMessage(Locale.ENGLISH);
                boolean isVoid = one.getCode().equals("compiler.err.cant.infer.local.var.type")
                        && message.contains("'void'") && line >= 0 && lines.get(line).kind == Kind.VALUE;
                if (isVoid) {
                    lines.get(line).kind = Kind.NOTHING;
                } else {
                    int at = line < 0 ? cut - 1 : line;
                    if (at < 0) throw new IllegalStateException(message);
                    cutAt(at, "notCompiled", message);
                    return false;
                }
            }
            Trees trees = Trees.instance(task);
            types.clear();
            new TreePathScanner<Void, Integer>() {
                @Override
                public Void visitVariable(VariableTree variable, Integer depth) {
                    TypeMirror type = trees.getTypeMirror(getCurrentPath());
                    String name = variable.getName().toString();
                    boolean isOurs = getCurrentPath().getParentPath().getLeaf() instanceof BlockTree
                            && getCurrentPath().getParentPath().getParentPath().getLeaf() instanceof MethodTree method
                            && method.getName().contentEquals("session");
                    if (isOurs && !name.startsWith("$value")) {
                        String written = type.toString();
                        boolean isPlain = written.matches("[\\w.$<>,\\[\\]? &]+") && !written.contains("capture")
                                && !written.contains("anonymous") && !written.contains("&");
                        types.putIfAbsent(name, isPlain ? written : task.getTypes().erasure(type).toString());
                    }
                    return super.visitVariable(variable, depth);
                }
            }.scan(unit, 0);
            return true;
        }

        /** The class that answers the lines. */
        private Text whole() {
            Text text = new Text();
            text.add(-1, IMPORTS + "public class YardstickSession {\n");
            for (Map.Entry<String, String> one : types.entrySet()) {
                text.add(-1, "static " + one.getValue() + " " + one.getKey() + ";\n");
            }
            text.add(-1, "public static void main(String[] arguments) {\nYardstickValues.start();\n");
            for (int at = 0; at < cut; at++) text.add(-1, "line" + at + "();\n");
            text.add(-1, reason + "YardstickValues.end();\n}\n");
            for (int at = 0; at < cut; at++) {
                Line line = lines.get(at);
                text.add(-1, "private static void line" + at + "() {\ntry {\n");
                switch (line.kind) {
                    case VALUE -> text.add(at, "YardstickValues.value(" + (line.source.equals("null") ? "(Object) " : "") + "(" + line.source + "\n));\n");
                    case DECLARATION -> {
                        for (VariableTree variable : line.declared) text.add(at, assigned(line, variable));
                        text.add(-1, "YardstickValues.none();\n");
                    }
                    case NOTHING -> {
                        text.add(at, line.source + "\n;\n");
                        text.add(-1, "YardstickValues.nothing();\n");
                    }
                    case STATEMENT -> {
                        text.add(at, line.source + "\n;\n");
                        text.add(-1, "YardstickValues.none();\n");
                    }
                }
                text.add(-1, "} catch (Throwable thrown) {\nYardstickValues.raised(thrown);\n}\n}\n");
            }
            text.add(-1, "}\n");
            return text;
        }

        private String assigned(Line line, VariableTree variable) {
            if (variable.getInitializer() == null) return "";
            String name = variable.getName().toString();
            String value = line.block.textOf(variable.getInitializer());
            boolean isArray = variable.getInitializer() instanceof NewArrayTree own && own.getType() == null;
            return name + " = " + (isArray ? "new " + types.get(name) + value : value) + "\n;\n";
        }
    }

    /** A source, with the line of the session that each of its lines belongs to. */
    private static final class Text {
        private final StringBuilder source = new StringBuilder();
        private final List<Integer> owners = new ArrayList<>();

        void add(int line, String text) {
            source.append(text);
            text.chars().filter(one -> one == '\n').forEach(one -> owners.add(line));
        }

        int lineAt(long number) {
            return number >= 1 && number <= owners.size() ? owners.get((int) number - 1) : -1;
        }

        @Override
        public String toString() {
            return source.toString();
        }
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        String cut = text.length() > 2000 ? text.substring(0, 2000) : text;
        for (char one : cut.toCharArray()) quoted.append(String.format("\\u%04x", (int) one));
        return quoted.append('"').toString().replace("\\u000a", "\\n").replace("\\u000d", "\\r")
                .replace("\\u0022", "\\\"").replace("\\u005c", "\\\\");
    }

    /** What came of compiling a class. */
    private record Compiled(Map<String, byte[]> classes, List<Map.Entry<Long, String>> errors) {
        Map.Entry<Long, String> firstError() {
            return errors.stream().min(Map.Entry.comparingByKey()).orElse(null);
        }
    }

    private static Compiled compile(String name, String source, Map<String, byte[]> known) {
        DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
        Map<String, byte[]> classes = new LinkedHashMap<>();
        Memory memory = new Memory(known, classes);
        List<Map.Entry<Long, String>> errors = new ArrayList<>();
        task(name, source, said, memory).call();
        for (Diagnostic<?> one : said.getDiagnostics()) {
            if (one.getKind() != Diagnostic.Kind.ERROR) continue;
            errors.add(Map.entry(one.getLineNumber(), one.getMessage(Locale.ENGLISH)));
        }
        return new Compiled(classes, errors);
    }

    private static JavacTask task(
            String name, String source, DiagnosticListener<JavaFileObject> said, JavaFileManager files) {
        JavaFileObject unit = new SimpleJavaFileObject(
                URI.create("string:///" + name + ".java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignored) {
                return source;
            }
        };
        return (JavacTask) COMPILER.getTask(null, files, said, OPTIONS, null, List.of(unit));
    }

    /** The class files that are made, and those that were made before. */
    private static final class Memory extends ForwardingJavaFileManager<JavaFileManager> {
        private final Map<String, byte[]> known;
        private final Map<String, byte[]> made;

        Memory(Map<String, byte[]> known, Map<String, byte[]> made) {
            super(FILES);
            this.known = known;
            this.made = made;
        }

        @Override
        public Iterable<JavaFileObject> list(
                Location location, String folder, Set<JavaFileObject.Kind> kinds, boolean deep) throws IOException {
            List<JavaFileObject> all = new ArrayList<>();
            if (location == StandardLocation.CLASS_PATH && folder.isEmpty()) {
                for (String name : known.keySet()) all.add(new ClassFile(name, known.get(name)));
            }
            super.list(location, folder, kinds, deep).forEach(all::add);
            return all;
        }

        @Override
        public String inferBinaryName(Location location, JavaFileObject file) {
            return file instanceof ClassFile own ? own.name : super.inferBinaryName(location, file);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
            return new ClassFile(name, null) {
                @Override
                public OutputStream openOutputStream() {
                    return new ByteArrayOutputStream() {
                        @Override
                        public void close() {
                            made.put(name, toByteArray());
                        }
                    };
                }
            };
        }
    }

    private static class ClassFile extends SimpleJavaFileObject {
        final String name;
        private final byte[] content;

        ClassFile(String name, byte[] content) {
            super(URI.create("memory:///" + name.replace('$', '_') + ".class"), JavaFileObject.Kind.CLASS);
            this.name = name;
            this.content = content;
        }

        @Override
        public InputStream openInputStream() {
            return new ByteArrayInputStream(content);
        }
    }
}
