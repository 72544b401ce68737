// Runs one test of the instructor with the classes of a submission, by JUnit 4 or JUnit 5, and writes what came of it.
//
// The first line of standard input is the key, which the record repeats; then come the class, the method, the classes of the
// instructor, and those of their methods that have nothing to do with the submission. What came of a case is written as it comes, on a line of its own on descriptor 3: nothing can take it back. The record at
// the end repeats the key and all cases. The key is in no field and in no object that a field leads to.
//
// This class is in a module of its own. Only that module may use a descriptor by its number, and nothing outside of it may use what is
// private in it.
//
// Of an exception counts what the virtual machine keeps of it: the submission can have written its methods, and can set its trace.
//
// All classes of the instructor and of JUnit are loaded before the first line of the submission runs: it could put its own in their
// places. The files of the tests are gone then.

package yardstick;

import java.io.*;
import java.lang.reflect.*;
import java.nio.charset.StandardCharsets;
import java.security.CodeSource;
import java.util.*;
import java.util.function.BiConsumer;
import java.util.zip.*;

public final class YardstickJunit {
    private static final int MOST_TEXT = 4000;

    /** What in the libraries decides nothing, by a part of the path. */
    private static final List<String> LEFT_OUT =
            List.of("META-INF/", "bytebuddy/", "picocli/", "/platform/console/", "/platform/reporting/", "/platform/suite/", "/vintage/", "/jupiter/params/", "/migrationsupport/");

    private final String test;
    private final String method;
    private final Set<String> theirs;
    private final Set<String> apart;
    private final Told told;
    private final Limited printed = new Limited();
    private int started, finished, ended;
    private boolean isLost;

    private YardstickJunit(String test, String method, Set<String> theirs, Set<String> apart, Told told) {
        this.test = test;
        this.method = method;
        this.theirs = theirs;
        this.apart = apart;
        this.told = told;
    }

    public static void main(String[] args) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        String key = in.readLine();
        String test = in.readLine();
        String method = in.readLine();
        Set<String> classes = new HashSet<>(List.of(in.readLine().split(",")));
        Set<String> theirs = new HashSet<>();
        for (String name : classes) theirs.add(outer(name));
        Set<String> apart = new HashSet<>(List.of(in.readLine().split(",")));
        // No file leads to the descriptor: the sandbox lets none in /proc be opened for writing.
        Constructor<FileDescriptor> numbered = FileDescriptor.class.getDeclaredConstructor(int.class);
        numbered.setAccessible(true);
        String side = System.getenv("YARDSTICK_SIDE");
        FileOutputStream out =
                side == null ? new FileOutputStream(numbered.newInstance(3)) : new FileOutputStream(side, true);
        System.setIn(new ByteArrayInputStream(new byte[0]));
        Told told = new Told(out);
        load(classes);
        YardstickJunit one = new YardstickJunit(test, method, theirs, apart, told);
        Steady steady = new Steady(one::run);
        steady.start();
        while (steady.isAlive()) {
            try {
                steady.join();
            } catch (InterruptedException again) {
                // Whoever interrupts all threads ends nothing.
            }
        }
        told.write("{\"key\": \"" + key + "\", \"cases\": [" + String.join(", ", told.cases)
                + "], \"score\": null, \"changed\": null, \"seen\": []}\n");
        Runtime.getRuntime().halt(0);
    }

    /** Loads what decides, and takes away the files of the tests: what they expect stands there. Nothing of it is run. */
    private static void load(Set<String> classes) throws IOException {
        File[] libraries = new File(".yardstick-junit").listFiles();
        for (File library : libraries == null ? new File[0] : libraries) {
            try (ZipFile jar = new ZipFile(library)) {
                for (ZipEntry entry : (Iterable<ZipEntry>) jar.stream().<ZipEntry>map(one -> one)::iterator) {
                    String name = entry.getName();
                    boolean isLeftOut = LEFT_OUT.stream().anyMatch(name::contains);
                    if (name.endsWith(".class") && !isLeftOut) isLoaded(name.substring(0, name.length() - 6).replace('/', '.'));
                }
            } catch (ZipException broken) {
                // It has no classes.
            }
        }
        isLoaded("YardstickListener");
        for (String name : classes) if (isLoaded(name)) new File(name.replace('.', '/') + ".class").delete();
    }

    /** Tells whether a class is there. Its code does not run. */
    private static boolean isLoaded(String name) {
        try {
            Class.forName(name, false, YardstickJunit.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError lacking) {
            return false;
        }
    }

    /** Returns a class of the libraries. A class of the submission in the package of a library is none. */
    private static Class<?> library(String name) throws ClassNotFoundException {
        Class<?> found = Class.forName(name);
        if (isOfLibrary(found)) return found;
        throw new ClassNotFoundException(name);
    }

    private static boolean isOfLibrary(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        return source != null && source.getLocation().getPath().endsWith(".jar");
    }

    private static String outer(String name) {
        return name.replaceAll("\\$.*", "");
    }

    private void run() {
        PrintStream screen = System.out;
        System.setOut(new PrintStream(printed, true));
        try {
            Class<?> own = Class.forName(test, false, YardstickJunit.class.getClassLoader());
            if (isThere("org.junit.platform.launcher.core.LauncherFactory")) withLauncher(own);
            else withCore(own);
        } catch (ClassNotFoundException lacking) {
            add("", "absent", lacking.getMessage().startsWith("org.junit") ? "its files have no JUnit" : "its class is not there", null);
        } catch (Throwable error) {
            add("", "error", "", error instanceof InvocationTargetException ? error.getCause() : error);
        } finally {
            System.setOut(screen);
        }
    }

    private static boolean isThere(String name) {
        try {
            return isOfLibrary(Class.forName(name, false, YardstickJunit.class.getClassLoader()));
        } catch (ClassNotFoundException | LinkageError lacking) {
            return false;
        }
    }

    /** JUnit 4: a pass is counted by it and by its listener. */
    private void withCore(Class<?> own) throws Exception {
        Class<?> requests = library("org.junit.runner.Request");
        Object request = requests.getMethod("method", Class.class, String.class).invoke(null, own, method);
        Object core = library("org.junit.runner.JUnitCore").getConstructor().newInstance();
        BiConsumer<String, Object> heard = this::heardOfCore;
        Object listener = Class.forName("YardstickListener").getConstructor(BiConsumer.class).newInstance(heard);
        core.getClass().getMethod("addListener", library("org.junit.runner.notification.RunListener")).invoke(core, listener);
        Object result = core.getClass().getMethod("run", requests).invoke(core, request);
        int ran = (int) result.getClass().getMethod("getRunCount").invoke(result);
        boolean isGood = (boolean) result.getClass().getMethod("wasSuccessful").invoke(result);
        if (isLost) return;
        if (isGood && ran == 1 && started == 1 && finished == 1) add("", "passed", "", null);
        else add("", "absent", "JUnit ran no test", null);
    }

    private void heardOfCore(String event, Object failure) {
        try {
            hearOfCore(event, failure);
        } catch (Throwable lost) {
            lose();
        }
    }

    private void hearOfCore(String event, Object failure) throws ReflectiveOperationException {
        Throwable error = failure == null ? null : (Throwable) failure.getClass().getMethod("getException").invoke(failure);
        if (event.equals("started")) started++;
        else if (event.equals("finished")) finished++;
        else if (isLost) return;
        else if (event.equals("failed")) add("", null, "", error);
        else if (event.equals("assumed")) addSkip("", error);
        else add("", "skipped", "it is ignored", null);
    }

    /** Adds a case of which nothing can be told, as something went wrong meanwhile. */
    private void lose() {
        add("", "error", "nothing can be told of what it raised", null);
    }

    /** JUnit 5. */
    private void withLauncher(Class<?> own) throws Exception {
        Method found = null;
        for (Class<?> one = own; one != null && found == null; one = one.getSuperclass()) {
            for (Method declared : one.getDeclaredMethods()) if (declared.getName().equals(method)) found = declared;
        }
        // An interface may have it.
        for (Method known : own.getMethods()) if (found == null && known.getName().equals(method)) found = known;
        if (found == null) {
            add("", "absent", "the class has no such method", null);
            return;
        }
        Class<?> selector = library("org.junit.platform.engine.DiscoverySelector");
        Object selected = library("org.junit.platform.engine.discovery.DiscoverySelectors")
                .getMethod("selectMethod", Class.class, Method.class).invoke(null, own, found);
        Class<?> builders = library("org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder");
        Object builder = builders.getMethod("request").invoke(null);
        Object selectors = Array.newInstance(selector, 1);
        Array.set(selectors, 0, selected);
        builder = builders.getMethod("selectors", selectors.getClass()).invoke(builder, selectors);
        Object request = builders.getMethod("build").invoke(builder);
        Object launcher = library("org.junit.platform.launcher.core.LauncherFactory").getMethod("create").invoke(null);
        Class<?> listener = library("org.junit.platform.launcher.TestExecutionListener");
        Object ours = Proxy.newProxyInstance(listener.getClassLoader(), new Class<?>[] {listener}, this::heard);
        Object listeners = Array.newInstance(listener, 1);
        Array.set(listeners, 0, ours);
        library("org.junit.platform.launcher.Launcher").getMethod("execute",
                library("org.junit.platform.launcher.LauncherDiscoveryRequest"), listeners.getClass())
                .invoke(launcher, request, listeners);
        if (told.cases.isEmpty()) add("", "absent", "JUnit ran no test", null);
        else if (started != finished || finished != ended) add("", "error", "a test was left before its end", null);
    }

    private Object heard(Object proxy, Method method, Object[] values) throws Exception {
        if (method.getName().equals("hashCode")) return 1;
        if (method.getName().equals("equals")) return proxy == values[0];
        if (method.getName().equals("toString")) return "YardstickJunit";
        boolean isFinished = method.getName().equals("executionFinished");
        boolean isStarted = method.getName().equals("executionStarted");
        if (!isFinished && !isStarted && !method.getName().equals("executionSkipped")) return null;
        Object identifier = values[0];
        Class<?> kind = library("org.junit.platform.launcher.TestIdentifier");
        boolean isTest = (boolean) kind.getMethod("isTest").invoke(identifier);
        if (isTest && isStarted) started++;
        if (isTest && isFinished) finished++;
        if (isStarted) return null;
        try {
            end(identifier, isTest, isFinished, values[1]);
        } catch (Throwable lost) {
            lose();
        }
        if (isTest && isFinished) ended++;
        return null;
    }

    private void end(Object identifier, boolean isTest, boolean isFinished, Object result) throws ReflectiveOperationException {
        Class<?> kind = library("org.junit.platform.launcher.TestIdentifier");
        String shown = (String) kind.getMethod("getDisplayName").invoke(identifier);
        String name = shown.startsWith("[") ? shown.substring(shown.indexOf(' ') + 1) : "";
        if (!isFinished) {
            if (isTest) add(name, "skipped", String.valueOf(result), null);
            return;
        }
        Class<?> results = library("org.junit.platform.engine.TestExecutionResult");
        String status = results.getMethod("getStatus").invoke(result).toString();
        Optional<?> thrown = (Optional<?>) results.getMethod("getThrowable").invoke(result);
        if (status.equals("SUCCESSFUL")) {
            if (isTest) add(name, "passed", "", null);
        } else if (status.equals("ABORTED")) {
            addSkip(name, thrown.isPresent() ? (Throwable) thrown.get() : new IllegalStateException("it was aborted"));
        } else {
            add(name, null, "", thrown.isPresent() ? (Throwable) thrown.get() : new IllegalStateException("it failed"));
        }
    }

    /** Adds a case whose exception says that it does not apply: nothing is lost by it if the submission has not raised it. */
    private void addSkip(String name, Throwable error) {
        add(name, isRaisedByOwn(error) ? "error" : "skipped", messageOf(error), error);
    }

    private boolean isRaisedByOwn(Throwable error) {
        StackTraceElement[] frames = framesOf(error);
        for (StackTraceElement frame : frames) {
            String holder = outer(frame.getClassName());
            if (theirs.contains(holder)) return false;
            if (isHandedIn(holder)) return true;
        }
        // JUnit raises none without a frame of the test; what has no frames at all was made elsewhere.
        return frames.length == 0;
    }

    /** Adds a case; without an outcome, the exception decides it. */
    private void add(String name, String outcome, String reason, Throwable error) {
        String fault = outcome == null ? fault(error) : null;
        String came = outcome != null ? outcome : fault != null ? "fixture" : error instanceof AssertionError ? "failed" : "error";
        isLost = isLost || !came.equals("passed");
        String said = error == null ? "" : ", " + described(error);
        told.add("{\"name\": " + quoted(name) + ", \"outcome\": " + quoted(came) + ", \"reason\": " + quoted(String.valueOf(fault != null ? fault : reason))
                + ", \"printed\": " + quoted(printed.take()) + said + "}");
    }

    /** Returns what of the instructor failed by itself before or after the test: a method that has nothing to do with the submission. */
    private String fault(Throwable error) {
        // Who took the streams away is nobody's fault but its own.
        if (System.out == null || System.err == null || System.in == null) return null;
        Throwable first = error;
        for (int depth = 0; causeOf(first) != null && depth < 100; depth++) {
            if (isPassedByOwn(first)) return null;
            first = causeOf(first);
        }
        boolean isOfTest = first instanceof AssertionError || first instanceof LinkageError || first instanceof VirtualMachineError;
        if (isOfTest || isPassedByOwn(first) || first.getClass().getModule() == getClass().getClassLoader().getUnnamedModule() && !isOfLibrary(first.getClass())) return null;
        StackTraceElement at = null;
        for (StackTraceElement frame : framesOf(first)) {
            if (!theirs.contains(outer(frame.getClassName()))) continue;
            String called = frame.getMethodName().replaceAll("^lambda\\$(.*)\\$\\d+$", "$1").replaceAll("^new$", "<init>").replaceAll("^static$", "<clinit>");
            boolean isTest = frame.getClassName().equals(test) && called.equals(method);
            if (isTest || !apart.contains(frame.getClassName() + "." + called)) return null;
            at = frame;
        }
        if (at == null) return null;
        String called = at.getMethodName().startsWith("<") ? "a field or the constructor" : "`" + at.getMethodName() + "`";
        return "an error in " + called + " of `" + at.getFileName() + "`, line " + at.getLineNumber() + ": " + nameOf(first) + ": " + messageOf(first);
    }

    private boolean isPassedByOwn(Throwable error) {
        for (StackTraceElement frame : framesOf(error)) if (isHandedIn(outer(frame.getClassName()))) return true;
        return false;
    }

    /** Returns where an exception was made, as the virtual machine knows it: whatever the trace was set to, and `getStackTrace` says. */
    private static StackTraceElement[] framesOf(Throwable error) {
        try {
            Field trace = Throwable.class.getDeclaredField("stackTrace");
            Field unassigned = Throwable.class.getDeclaredField("UNASSIGNED_STACK");
            Method known = Throwable.class.getDeclaredMethod("getOurStackTrace");
            for (AccessibleObject one : List.of(trace, unassigned, known)) one.setAccessible(true);
            synchronized (error) {
                trace.set(error, unassigned.get(null));
                return (StackTraceElement[]) known.invoke(error);
            }
        } catch (ReflectiveOperationException unknown) {
            throw new IllegalStateException(unknown);
        }
    }

    /** Returns what an exception was raised for, without asking a method of the submission; `null` if there is nothing. */
    private static Throwable causeOf(Throwable error) {
        try {
            if (error.getClass() == ExceptionInInitializerError.class) return ((ExceptionInInitializerError) error).getException();
            if (error.getClass() == InvocationTargetException.class) return ((InvocationTargetException) error).getTargetException();
            Field cause = Throwable.class.getDeclaredField("cause");
            cause.setAccessible(true);
            Throwable found = (Throwable) cause.get(error);
            return found == error ? null : found;
        } catch (ReflectiveOperationException unknown) {
            throw new IllegalStateException(unknown);
        }
    }

    /** Returns the name of the class of an exception; one without a name goes by that from which it is derived. */
    private static String nameOf(Throwable error) {
        Class<?> type = error.getClass();
        return (type.getSimpleName().isEmpty() ? type.getSuperclass() : type).getSimpleName();
    }

    private static String messageOf(Throwable error) {
        try {
            return String.valueOf(error.getMessage() == null ? "" : error.getMessage());
        } catch (Throwable failed) {
            return "";
        }
    }

    /** Returns the class and the message of an exception, where the test was, and where the submission was. */
    private String described(Throwable raised) {
        // Of a class that cannot be initialised, the reason tells more.
        Throwable reason = raised.getClass() == ExceptionInInitializerError.class ? causeOf(raised) : null;
        Throwable error = reason == null ? raised : reason;
        String at = "null", own = "null";
        boolean isOwn = false;
        Set<String> line = new HashSet<>();
        collect(test, line);
        for (StackTraceElement frame : framesOf(error)) {
            String holder = outer(frame.getClassName());
            if (line.contains(holder)) {
                String file = frame.getFileName();
                String named = file == null ? "" : ", " + quoted(file);
                at = "[" + Math.max(frame.getLineNumber(), 1) + ", \"\"" + named + "]";
                break;
            }
            if (own.equals("null") && isHandedIn(holder) && frame.getFileName() != null) {
                String file = quoted(frame.getFileName());
                own = "[" + Math.max(frame.getLineNumber(), 1) + ", " + file + ", " + file + "]";
                isOwn = true;
            }
        }
        String message = messageOf(error);
        return "\"raised\": [" + quoted(nameOf(error)) + ", " + quoted(message) + "], \"missing\": null, \"at\": "
                + at + ", \"own\": " + own + ", \"is_own\": " + isOwn + ", \"importing\": false";
    }

    /** Collects the classes of the instructor from which a class has its tests, without those inside of them. */
    private void collect(String name, Set<String> line) {
        String outer = name.replaceAll("\\$.*", "");
        if (!theirs.contains(outer)) return;
        line.add(outer);
        try {
            Class<?> own = Class.forName(name, false, YardstickJunit.class.getClassLoader());
            if (own.getSuperclass() != null) collect(own.getSuperclass().getName(), line);
            for (Class<?> one : own.getInterfaces()) collect(one.getName(), line);
        } catch (ClassNotFoundException | LinkageError lacking) {
            // Then nothing of it ran.
        }
    }

    /** Tells whether a class lies in the folder of the submission. */
    private boolean isHandedIn(String name) {
        boolean isOurs = name.startsWith("Yardstick") || theirs.contains(name);
        return !isOurs && new File(name.replace('.', '/') + ".class").isFile();
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        String cut = text.length() <= MOST_TEXT ? text : text.substring(0, MOST_TEXT);
        for (char one : cut.toCharArray()) {
            boolean isPlain = one >= ' ' && one <= '~' && one != '"' && one != '\\';
            boolean isHalf = Character.isSurrogate(one);
            quoted.append(isPlain ? String.valueOf(one) : isHalf ? "?" : String.format("\\u%04x", (int) one));
        }
        return quoted.append('"').toString();
    }

    /** The thread of a test. Where JUnit looks for classes by their names, nobody leads it elsewhere. */
    private static final class Steady extends Thread {
        private Steady(Runnable test) {
            super(test, "main");
        }

        @Override
        public ClassLoader getContextClassLoader() {
            return YardstickJunit.class.getClassLoader();
        }

        @Override
        public void setContextClassLoader(ClassLoader loader) {
            // It stays as it is.
        }
    }

    /** What was told of cases. Nothing that the submission can reach leads here. */
    private static final class Told {
        private final FileOutputStream out;
        private final List<String> cases = new ArrayList<>();

        private Told(FileOutputStream out) {
            this.out = out;
        }

        private void add(String told) {
            cases.add(told);
            write("{\"case\": " + told + "}\n");
        }

        private void write(String line) {
            try {
                out.write(line.getBytes(StandardCharsets.US_ASCII));
                out.flush();
            } catch (IOException closed) {
                throw new UncheckedIOException(closed);
            }
        }
    }

    /** Keeps the first part of what is printed. It leads nowhere else: the submission can find it behind `System.out`. */
    private static final class Limited extends OutputStream {
        private final ByteArrayOutputStream kept = new ByteArrayOutputStream();

        @Override
        public synchronized void write(int one) {
            if (kept.size() < MOST_TEXT) kept.write(one);
        }

        private synchronized String take() {
            String text = new String(kept.toByteArray(), StandardCharsets.UTF_8);
            kept.reset();
            return text;
        }
    }
}
