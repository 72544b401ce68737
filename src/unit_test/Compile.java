// Compiles tests of the instructor against the classes of a submission. Nothing of the submission runs here.
//
// It reads groups of sources from standard input, in which `\n`, `\r` and `\\` stand for a newline, a carriage return and a
// backslash: for each group the number of its files, and then the name and the text of each, on a line of its own.
//
// It writes to descriptor 3 the class files of each group, each after a line with its name and its length. If a group cannot be
// compiled, the complaint stands there under the name `error`: the line, the name of the file and `/`, and what is said. A line `end` follows each group.

import java.io.*;
import java.lang.reflect.Constructor;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;
import javax.tools.*;

class YardstickCompile {
    private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

    public static void main(String[] args) throws IOException, ReflectiveOperationException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Constructor<FileDescriptor> numbered = FileDescriptor.class.getDeclaredConstructor(int.class);
        numbered.setAccessible(true);
        String side = System.getenv("YARDSTICK_SIDE");
        DataOutputStream out = new DataOutputStream(new BufferedOutputStream(
                side == null ? new FileOutputStream(numbered.newInstance(3)) : new FileOutputStream(side, true)));
        int group = 0;
        for (String count = in.readLine(); count != null && !count.isEmpty(); count = in.readLine()) {
            List<JavaFileObject> sources = new ArrayList<>();
            for (int left = Integer.parseInt(count); left > 0; left--) {
                String name = in.readLine();
                sources.add(new Source(name, unescaped(in.readLine())));
            }
            compile(sources, Path.of(".yardstick-out", Integer.toString(group++)), out);
        }
        out.flush();
        Runtime.getRuntime().halt(0);
    }

    private static void compile(List<JavaFileObject> sources, Path folder, DataOutputStream out) throws IOException {
        Files.createDirectories(folder);
        String jars = "";
        try (Stream<Path> listed = Files.list(Path.of(".yardstick-junit"))) {
            jars = listed.map(Path::toString).sorted().collect(Collectors.joining(":"));
        } catch (NoSuchFileException none) {
            // Then the tests need none.
        }
        List<String> options = List.of("-proc:none", "-processorpath", "/nonexistent", "-classpath", jars + ":.",
                "-sourcepath", "/nonexistent", "-nowarn", "-g", "-encoding", "UTF-8", "-d", folder.toString());
        DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
        if (COMPILER.getTask(null, new Sources(), said, options, null, sources).call()) {
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
