// Compiles sources of the instructor, and of ours, against the classes of a submission. Nothing of the submission runs here.
//
// It reads groups of sources from standard input, in which `\n`, `\r` and `\\` stand for a newline, a carriage return and a
// backslash: for each group the number of its files, and then the name and the text of each, on a line of its own.
//
// It writes to descriptor 3 the class files of each group, each after a line with its name and its length. If a group cannot be
// compiled, the complaint stands there under the name `error`: the line, the name of the file and `/`, and what is said. Under `hides` stand
// the classes of the submission that hide a name which the group takes from elsewhere, and under `apart` the methods that have nothing to
// do with the submission. A line `end` follows each group. After the last comes one with the options of the virtual machine that runs tests.

import com.sun.source.tree.*;
import com.sun.source.util.*;
import java.io.*;
import java.lang.module.*;
import java.lang.reflect.Constructor;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;
import java.util.zip.*;
import javax.lang.model.element.*;
import javax.tools.*;

class YardstickCompile {
    private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

    /** Modules by which a program reaches into the virtual machine that runs it, or looks at its memory. */
    private static final Set<String> DEEP = Set.of("jdk.attach", "jdk.hotspot.agent", "jdk.incubator.foreign", "jdk.internal.jvmstat",
            "jdk.internal.vm.ci", "jdk.jdi", "jdk.jdwp.agent", "jdk.jfr", "jdk.management", "jdk.unsupported");

    /** By what a class that needs one of them can be told. */
    private static final List<String> NEEDS_THEM = List.of("sun/misc/", "sun/reflect/", "com/sun/management", "jdk/jfr",
            "sun.misc.", "sun.reflect.", "com.sun.management", "jdk.jfr");

    public static void main(String[] args) throws IOException, ReflectiveOperationException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Constructor<FileDescriptor> numbered = FileDescriptor.class.getDeclaredConstructor(int.class);
        numbered.setAccessible(true);
        String side = System.getenv("YARDSTICK_SIDE");
        DataOutputStream out = new DataOutputStream(new BufferedOutputStream(
                side == null ? new FileOutputStream(numbered.newInstance(3)) : new FileOutputStream(side, true)));
        int group = 0;
        boolean isDeep = isDeepLibrary();
        for (String count = in.readLine(); count != null && !count.isEmpty(); count = in.readLine()) {
            List<JavaFileObject> sources = new ArrayList<>();
            for (int left = Integer.parseInt(count); left > 0; left--) {
                String name = in.readLine();
                String text = unescaped(in.readLine());
                isDeep = isDeep || needsThem(text);
                sources.add(new Source(name, text));
            }
            compile(sources, Path.of(".yardstick-out", Integer.toString(group++)), out);
        }
        write(out, "options", options(isDeep).getBytes(StandardCharsets.UTF_8));
        out.write("end\n".getBytes(StandardCharsets.UTF_8));
        out.flush();
        Runtime.getRuntime().halt(0);
    }

    private static void compile(List<JavaFileObject> sources, Path folder, DataOutputStream out) throws IOException {
        Files.createDirectories(folder);
        DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
        JavacTask task = task(sources, folder, said);
        Iterable<? extends CompilationUnitTree> units = task.parse();
        task.analyze();
        if (!isWrong(said)) {
            Names names = new Names(task, units);
            for (CompilationUnitTree unit : units) names.scan(unit, null);
            task.generate();
            if (!isWrong(said)) {
                List<String> hides = new ArrayList<>();
                for (Hidden hidden : names.hidden.values()) if (isMeant(hidden, sources, folder)) hides.add(hidden.told());
                write(out, "hides", String.join("\n", hides).getBytes(StandardCharsets.UTF_8));
                write(out, "apart", String.join(",", names.apart()).getBytes(StandardCharsets.UTF_8));
            }
        }
        if (!isWrong(said)) {
            try (Stream<Path> made = Files.walk(folder)) {
                for (Path file : made.filter(Files::isRegularFile).sorted().collect(Collectors.toList())) {
                    write(out, folder.relativize(file).toString(), Files.readAllBytes(file));
                }
            }
        } else {
            for (Diagnostic<? extends JavaFileObject> one : said.getDiagnostics()) {
                if (one.getKind() == Diagnostic.Kind.ERROR) {
                    String name = one.getSource() == null ? "" : one.getSource().getName().replaceAll(".*/", "");
                    String text = one.getLineNumber() + " " + name + "/" + one.getMessage(Locale.ENGLISH);
                    write(out, "error", text.getBytes(StandardCharsets.UTF_8));
                    break;
                }
            }
        }
        out.write("end\n".getBytes(StandardCharsets.UTF_8));
    }

    private static JavacTask task(List<JavaFileObject> sources, Path folder, DiagnosticCollector<JavaFileObject> said) throws IOException {
        String jars = libraries().stream().map(Path::toString).collect(Collectors.joining(":"));
        List<String> options = List.of("-proc:none", "-processorpath", "/nonexistent", "-classpath", jars + ":.",
                "-sourcepath", "/nonexistent", "-nowarn", "-g", "-encoding", "UTF-8", "-d", folder.toString());
        return (JavacTask) COMPILER.getTask(null, new Sources(), said, options, null, sources);
    }

    private static boolean isWrong(DiagnosticCollector<JavaFileObject> said) {
        return said.getDiagnostics().stream().anyMatch(one -> one.getKind() == Diagnostic.Kind.ERROR);
    }

    private static List<Path> libraries() throws IOException {
        try (Stream<Path> listed = Files.list(Path.of(".yardstick-junit"))) {
            return listed.sorted().collect(Collectors.toList());
        } catch (NoSuchFileException none) {
            return List.of(); // Then the tests need none.
        }
    }

    /** Tells whether a test can mean what is hidden: it compiles if the name is imported. Otherwise it means the submission's. */
    private static boolean isMeant(Hidden hidden, List<JavaFileObject> sources, Path folder) throws IOException {
        if (hidden.isPackage) return true;
        List<JavaFileObject> changed = new ArrayList<>();
        for (JavaFileObject source : sources) {
            String text = source.getCharContent(true).toString();
            int at = hidden.file.toUri().equals(source.toUri()) ? hidden.at : -1;
            changed.add(at < 0 ? source : new Source(source.toUri().getPath().substring(1), text.substring(0, at) + " import " + hidden.imported + "; " + text.substring(at)));
        }
        Path other = folder.resolveSibling("meant");
        Files.createDirectories(other);
        DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
        task(changed, other, said).analyze();
        return !isWrong(said);
    }

    /** Returns what keeps deep modules away, and all modules that need them. Libraries of the instructor may need them. */
    private static String options(boolean isDeep) {
        if (isDeep) return "";
        Map<String, ModuleDescriptor> all = new TreeMap<>();
        for (ModuleReference module : ModuleFinder.ofSystem().findAll()) all.put(module.descriptor().name(), module.descriptor());
        Set<String> out = new HashSet<>(DEEP);
        boolean isMore = true;
        while (isMore) {
            isMore = false;
            for (ModuleDescriptor module : all.values()) {
                boolean needs = module.requires().stream().anyMatch(required -> out.contains(required.name()));
                isMore = needs && out.add(module.name()) || isMore;
            }
        }
        all.keySet().removeAll(out);
        String calls = Runtime.version().feature() < 22 ? "" : "--enable-native-access=yardstick\n";
        return calls + "--limit-modules\n" + String.join(",", all.keySet()) + "\n";
    }

    private static boolean needsThem(String text) {
        return NEEDS_THEM.stream().anyMatch(text::contains);
    }

    /** Tells whether a library, other than those of JUnit, needs a deep module. */
    private static boolean isDeepLibrary() throws IOException {
        for (Path library : libraries()) {
            try (ZipFile jar = new ZipFile(library.toFile())) {
                for (ZipEntry entry : (Iterable<ZipEntry>) jar.stream().<ZipEntry>map(one -> one)::iterator) {
                    String name = entry.getName();
                    boolean isOfJunit = name.startsWith("org/junit/") || name.startsWith("org/hamcrest/") || name.startsWith("junit/");
                    if (isOfJunit || !name.endsWith(".class")) continue;
                    byte[] content = jar.getInputStream(entry).readAllBytes();
                    if (needsThem(new String(content, StandardCharsets.ISO_8859_1))) return true;
                }
            } catch (ZipException broken) {
                // It holds no classes.
            }
        }
        return false;
    }

    private static void write(DataOutputStream out, String name, byte[] content) throws IOException {
        out.write((name + " " + content.length + "\n").getBytes(StandardCharsets.UTF_8));
        out.write(content);
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

    /** A name that a class of the submission takes away from what a test means by it. */
    private static final class Hidden {
        private final String name, imported, whose;
        private final boolean isPackage, isContainer;
        private final JavaFileObject file;
        private final int at;

        Hidden(String name, String imported, boolean isPackage, boolean isContainer, String whose, CompilationUnitTree unit, SourcePositions places) {
            this.name = name;
            this.imported = imported;
            this.whose = whose;
            this.isPackage = isPackage;
            this.isContainer = isContainer;
            this.file = unit.getSourceFile();
            this.at = unit.getPackageName() == null ? 0 : (int) places.getEndPosition(unit, unit.getPackage());
        }

        String told() {
            String meant = imported.startsWith("static ") ? imported.substring(7) : imported;
            return name + "\t" + meant + "\t" + whose + "\t" + isContainer;
        }
    }

    /** Looks at what the names in tests mean. */
    private static final class Names extends TreePathScanner<Void, Void> {
        /** A class of this name would stand before a package of the same name. */
        private static final Set<String> PACKAGES = Set.of("java", "javax", "org");

        private final JavacTask task;
        private final Trees trees;
        private final Set<String> theirs = new HashSet<>();
        private final Map<String, Hidden> hidden = new TreeMap<>();
        /** For each method of the tests, the methods of the tests that it calls; none if it has to do with the submission. */
        private final Map<String, Set<String>> calls = new TreeMap<>();
        private final Set<String> mixed = new HashSet<>();

        Names(JavacTask task, Iterable<? extends CompilationUnitTree> units) {
            this.task = task;
            this.trees = Trees.instance(task);
            for (CompilationUnitTree unit : units) {
                for (Tree type : unit.getTypeDecls()) {
                    Element element = trees.getElement(new TreePath(new TreePath(unit), type));
                    if (element instanceof TypeElement) theirs.add(((TypeElement) element).getQualifiedName().toString());
                }
            }
        }

        /** Returns the methods that have nothing to do with the submission, nor call one that has. */
        Set<String> apart() {
            boolean isMore = true;
            while (isMore) {
                isMore = false;
                for (Map.Entry<String, Set<String>> method : calls.entrySet()) {
                    boolean isMixed = method.getValue().stream().anyMatch(called -> mixed.contains(called) || !calls.containsKey(called));
                    isMore = isMixed && mixed.add(method.getKey()) || isMore;
                }
            }
            Set<String> apart = new TreeSet<>(calls.keySet());
            apart.removeAll(mixed);
            return apart;
        }

        @Override
        public Void visitMethod(MethodTree method, Void none) {
            methodAt(getCurrentPath());
            return super.visitMethod(method, none);
        }

        @Override
        public Void visitNewClass(NewClassTree made, Void none) {
            seen(trees.getElement(getCurrentPath()), false);
            return super.visitNewClass(made, none);
        }

        @Override
        public Void visitMemberSelect(MemberSelectTree member, Void none) {
            seen(trees.getElement(getCurrentPath()), isAssigned());
            return super.visitMemberSelect(member, none);
        }

        @Override
        public Void visitVariable(VariableTree variable, Void none) {
            Element element = trees.getElement(getCurrentPath());
            if (element != null && isOfSubmission(element.asType())) mix();
            return super.visitVariable(variable, none);
        }

        @Override
        public Void visitIdentifier(IdentifierTree identifier, Void none) {
            Element element = trees.getElement(getCurrentPath());
            seen(element, isAssigned());
            if (element != null) look(identifier.getName().toString(), element);
            return null;
        }

        private boolean isAssigned() {
            Tree outer = getCurrentPath().getParentPath().getLeaf();
            return outer instanceof AssignmentTree && ((AssignmentTree) outer).getVariable() == getCurrentPath().getLeaf();
        }

        /** Remembers what the method at this place has to do with. */
        private void seen(Element element, boolean isAssigned) {
            if (element == null) return;
            String method = methodAt(getCurrentPath());
            TypeElement holder = outermost(element);
            if (holder == null || method == null) return;
            boolean isTheirs = theirs.contains(holder.getQualifiedName().toString());
            boolean isExecutable = element.getKind() == ElementKind.METHOD || element.getKind() == ElementKind.CONSTRUCTOR;
            boolean isState = element.getKind() == ElementKind.FIELD && isTheirs && !isAssigned && ((VariableElement) element).getConstantValue() == null;
            boolean isThis = element.getSimpleName().contentEquals("this") || element.getSimpleName().contentEquals("super");
            boolean isLocal = !element.getKind().isClass() && !element.getKind().isInterface() && !element.getKind().isField() && !isExecutable;
            if (isHandedIn(holder) && !isLocal || isState && !isThis || isOfSubmission(element.asType())) mixed.add(method);
            else if (isTheirs && isExecutable) calls.get(method).add(nameOf(element));
        }

        private void mix() {
            String method = methodAt(getCurrentPath());
            if (method != null) mixed.add(method);
        }

        /** Returns the method around a place, as stack traces call it: also what stands in a class outside of methods. */
        private String methodAt(TreePath path) {
            boolean isStatic = false;
            for (TreePath at = path; at != null; at = at.getParentPath()) {
                Tree leaf = at.getLeaf();
                Tree outer = at.getParentPath() == null ? null : at.getParentPath().getLeaf();
                String name = null;
                if (leaf instanceof MethodTree) name = nameOf(trees.getElement(at));
                else if (outer instanceof ClassTree && (leaf instanceof VariableTree || leaf instanceof BlockTree)) {
                    isStatic = leaf instanceof BlockTree ? ((BlockTree) leaf).isStatic()
                            : ((VariableTree) leaf).getModifiers().getFlags().contains(Modifier.STATIC);
                    Element type = trees.getElement(at.getParentPath());
                    name = type == null ? null : task.getElements().getBinaryName((TypeElement) type) + (isStatic ? ".<clinit>" : ".<init>");
                }
                if (name != null) {
                    calls.computeIfAbsent(name, any -> new HashSet<>());
                    return name;
                }
            }
            return null;
        }

        private String nameOf(Element method) {
            TypeElement type = method == null ? null : (TypeElement) method.getEnclosingElement();
            return type == null ? null : task.getElements().getBinaryName(type) + "." + method.getSimpleName();
        }

        private boolean isOfSubmission(javax.lang.model.type.TypeMirror type) {
            if (!(type instanceof javax.lang.model.type.DeclaredType)) {
                return type instanceof javax.lang.model.type.ArrayType && isOfSubmission(((javax.lang.model.type.ArrayType) type).getComponentType());
            }
            javax.lang.model.type.DeclaredType declared = (javax.lang.model.type.DeclaredType) type;
            TypeElement holder = outermost(declared.asElement());
            return holder != null && isHandedIn(holder) || declared.getTypeArguments().stream().anyMatch(this::isOfSubmission);
        }

        private static TypeElement outermost(Element element) {
            TypeElement outermost = null;
            for (Element at = element; at != null; at = at.getEnclosingElement()) if (at instanceof TypeElement) outermost = (TypeElement) at;
            return outermost;
        }

        /** Tells whether a class was compiled from the submission. Libraries stand before it. */
        private boolean isHandedIn(TypeElement type) {
            String name = type.getQualifiedName().toString();
            boolean isThere = !theirs.contains(name) && Files.isRegularFile(Path.of(name.replace('.', '/') + ".class"));
            return isThere && task.getElements().getModuleOf(type).isUnnamed() && !isInLibrary(name);
        }

        private static boolean isInLibrary(String name) {
            try {
                for (Path library : libraries()) {
                    try (ZipFile jar = new ZipFile(library.toFile())) {
                        if (jar.getEntry(name.replace('.', '/') + ".class") != null) return true;
                    }
                }
            } catch (IOException broken) {
                // It holds no classes.
            }
            return false;
        }

        /** Looks whether a name means something of the submission, and would mean something else without it. */
        private void look(String name, Element element) {
            TypeElement holder = outermost(element);
            boolean isType = element.getKind().isClass() || element.getKind().isInterface();
            boolean isMember = element.getKind() == ElementKind.METHOD || element.getKind() == ElementKind.FIELD;
            if (holder == null || hidden.containsKey(name) || !isType && !isMember || !isHandedIn(holder)) return;
            CompilationUnitTree unit = getCurrentPath().getCompilationUnit();
            if (isType && PACKAGES.contains(name)) {
                keep(name, "the package " + name, true, element);
                return;
            }
            List<String> meant = new ArrayList<>();
            for (ImportTree one : unit.getImports()) {
                String path = one.getQualifiedIdentifier().toString();
                String last = path.substring(path.lastIndexOf('.') + 1), before = path.substring(0, Math.max(path.lastIndexOf('.'), 0));
                if (last.equals(name) && isType && !one.isStatic()) return; // It is asked for by its whole name.
                if (one.isStatic() && (last.equals(name) || last.equals("*")) && hasMember(before, name)) meant.add("static " + before + "." + name);
                else if (last.equals("*") && isType && !one.isStatic()) meant.add(before + "." + name);
            }
            if (isType) meant.add("java.lang." + name);
            for (String one : meant) {
                TypeElement other = one.startsWith("static ") ? null : task.getElements().getTypeElement(one);
                if (one.startsWith("static ") || other != null && !isHandedIn(other)) {
                    keep(name, one, false, element);
                    return;
                }
            }
        }

        private boolean hasMember(String type, String name) {
            TypeElement holder = task.getElements().getTypeElement(type);
            return holder != null && !isHandedIn(outermost(holder))
                    && task.getElements().getAllMembers(holder).stream().anyMatch(member -> member.getSimpleName().contentEquals(name));
        }

        private void keep(String name, String meant, boolean isPackage, Element element) {
            TypeElement other = task.getElements().getTypeElement(meant);
            boolean isContainer = other != null && Stream.of("java.util.Collection", "java.util.Map")
                    .map(task.getElements()::getTypeElement)
                    .anyMatch(kind -> task.getTypes().isSubtype(task.getTypes().erasure(other.asType()), task.getTypes().erasure(kind.asType())));
            hidden.put(name, new Hidden(name, meant, isPackage, isContainer, fileOf(outermost(element).getSimpleName().toString()),
                    getCurrentPath().getCompilationUnit(), trees.getSourcePositions()));
        }

        /** Returns the file of the submission in which a class stands. */
        private static String fileOf(String name) {
            java.util.regex.Pattern declared = java.util.regex.Pattern.compile("\\b(class|interface|enum|record)\\s+" + java.util.regex.Pattern.quote(name) + "\\b");
            try (Stream<Path> files = Files.walk(Path.of("."))) {
                for (Path file : files.filter(one -> one.toString().endsWith(".java")).sorted().collect(Collectors.toList())) {
                    String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
                    if (declared.matcher(text).find()) return Path.of(".").relativize(file).toString();
                }
            } catch (IOException | UncheckedIOException unreadable) {
                // Then its class tells enough.
            }
            return name + ".java";
        }
    }

    /** Knows that sources in memory are where a source of a module may be. */
    private static final class Sources extends ForwardingJavaFileManager<JavaFileManager> {
        Sources() {
            super(COMPILER.getStandardFileManager(null, Locale.ENGLISH, StandardCharsets.UTF_8));
        }

        @Override
        public boolean contains(Location location, FileObject file) throws IOException {
            return file instanceof Source || super.contains(location, file);
        }
    }

    /** A source in memory. */
    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String name, String text) {
            super(URI.create("string:///" + name), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoresErrors) {
            return text;
        }
    }
}
