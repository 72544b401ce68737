// Runs one test of the instructor with the classes of a submission, by JUnit 4 or JUnit 5, and writes what came of it.
//
// The first line of standard input is the key, which the record repeats; then come the class, the method, and the classes of the
// instructor. What came of a case is written as it comes, on a line of its own on descriptor 3: nothing can take it back. The record at
// the end repeats the key and all cases. The key is in no field and in no object that a field leads to.
//
// This class is in a module of its own. Only that module may use a descriptor by its number, and nothing outside of it may use what is
// private in it.

package yardstick;

import java.io.*;
import java.lang.reflect.*;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.function.BiConsumer;

public final class YardstickJunit {
    private static final int MOST_TEXT = 4000;

    private final String test;
    private final Set<String> theirs;
    private final Told told;
    private final Limited printed = new Limited();
    private int started, finished;
    private boolean isLost;

    private YardstickJunit(String test, Set<String> theirs, Told told) {
        this.test = test;
        this.theirs = theirs;
        this.told = told;
    }

    public static void main(String[] args) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        String key = in.readLine();
        String test = in.readLine();
        String method = in.readLine();
        Set<String> theirs = new HashSet<>(List.of(in.readLine().split(",")));
        // No file leads to the descriptor: the sandbox lets none in /proc be opened for writing.
        Constructor<FileDescriptor> numbered = FileDescriptor.class.getDeclaredConstructor(int.class);
        numbered.setAccessible(true);
        String side = System.getenv("YARDSTICK_SIDE");
        FileOutputStream out =
                side == null ? new FileOutputStream(numbered.newInstance(3)) : new FileOutputStream(side, true);
        System.setIn(new ByteArrayInputStream(new byte[0]));
        Told told = new Told(out);
        new YardstickJunit(test, theirs, told).run(method);
        told.write("{\"key\": \"" + key + "\", \"cases\": [" + String.join(", ", told.cases)
                + "], \"score\": null, \"changed\": null, \"seen\": []}\n");
        Runtime.getRuntime().halt(0);
    }

    private void run(String method) {
        PrintStream screen = System.out;
        System.setOut(new PrintStream(printed, true));
        try {
            Class<?> own = Class.forName(test);
            if (isThere("org.junit.platform.launcher.core.LauncherFactory")) withLauncher(own, method);
            else withCore(own, method);
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
            Class.forName(name, false, YardstickJunit.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException lacking) {
            return false;
        }
    }

    /** JUnit 4: a pass is counted by it and by its listener. */
    private void withCore(Class<?> own, String method) throws Exception {
        Class<?> requests = Class.forName("org.junit.runner.Request");
        Object request = requests.getMethod("method", Class.class, String.class).invoke(null, own, method);
        Object core = Class.forName("org.junit.runner.JUnitCore").getConstructor().newInstance();
        BiConsumer<String, Object> heard = this::heardOfCore;
        Object listener = Class.forName("YardstickListener").getConstructor(BiConsumer.class).newInstance(heard);
        core.getClass().getMethod("addListener", Class.forName("org.junit.runner.notification.RunListener")).invoke(core, listener);
        Object result = core.getClass().getMethod("run", requests).invoke(core, request);
        int ran = (int) result.getClass().getMethod("getRunCount").invoke(result);
        boolean isGood = (boolean) result.getClass().getMethod("wasSuccessful").invoke(result);
        if (isLost) return;
        if (isGood && ran == 1 && started == 1 && finished == 1) add("", "passed", "", null);
        else add("", "absent", "JUnit ran no test", null);
    }

    private void heardOfCore(String event, Object failure) {
        try {
            Throwable error = failure == null ? null : (Throwable) failure.getClass().getMethod("getException").invoke(failure);
            if (event.equals("started")) started++;
            else if (event.equals("finished")) finished++;
            else if (isLost) return;
            else if (event.equals("failed")) add("", null, "", error);
            else if (event.equals("assumed")) addSkip("", error);
            else add("", "skipped", "it is ignored", null);
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** JUnit 5. */
    private void withLauncher(Class<?> own, String name) throws Exception {
        Method method = null;
        for (Class<?> one = own; one != null && method == null; one = one.getSuperclass()) {
            for (Method declared : one.getDeclaredMethods()) if (declared.getName().equals(name)) method = declared;
        }
        // An interface may have it.
        for (Method known : own.getMethods()) if (method == null && known.getName().equals(name)) method = known;
        if (method == null) {
            add("", "absent", "the class has no such method", null);
            return;
        }
        Class<?> selector = Class.forName("org.junit.platform.engine.DiscoverySelector");
        Object selected = Class.forName("org.junit.platform.engine.discovery.DiscoverySelectors")
                .getMethod("selectMethod", Class.class, Method.class).invoke(null, own, method);
        Class<?> builders = Class.forName("org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder");
        Object builder = builders.getMethod("request").invoke(null);
        Object selectors = Array.newInstance(selector, 1);
        Array.set(selectors, 0, selected);
        builder = builders.getMethod("selectors", selectors.getClass()).invoke(builder, selectors);
        Object request = builders.getMethod("build").invoke(builder);
        Object launcher = Class.forName("org.junit.platform.launcher.core.LauncherFactory").getMethod("create").invoke(null);
        Class<?> listener = Class.forName("org.junit.platform.launcher.TestExecutionListener");
        Object ours = Proxy.newProxyInstance(listener.getClassLoader(), new Class<?>[] {listener}, this::heard);
        Object listeners = Array.newInstance(listener, 1);
        Array.set(listeners, 0, ours);
        Class.forName("org.junit.platform.launcher.Launcher").getMethod("execute",
                Class.forName("org.junit.platform.launcher.LauncherDiscoveryRequest"), listeners.getClass())
                .invoke(launcher, request, listeners);
        if (told.cases.isEmpty()) add("", "absent", "JUnit ran no test", null);
        else if (started != finished) add("", "error", "a test was left before its end", null);
    }

    private Object heard(Object proxy, Method method, Object[] values) throws Exception {
        if (method.getName().equals("hashCode")) return 1;
        if (method.getName().equals("equals")) return proxy == values[0];
        if (method.getName().equals("toString")) return "YardstickJunit";
        boolean isFinished = method.getName().equals("executionFinished");
        boolean isStarted = method.getName().equals("executionStarted");
        if (!isFinished && !isStarted && !method.getName().equals("executionSkipped")) return null;
        Object identifier = values[0];
        Class<?> kind = Class.forName("org.junit.platform.launcher.TestIdentifier");
        boolean isTest = (boolean) kind.getMethod("isTest").invoke(identifier);
        if (isTest && isStarted) started++;
        if (isTest && isFinished) finished++;
        if (isStarted) return null;
        String shown = (String) kind.getMethod("getDisplayName").invoke(identifier);
        String name = shown.startsWith("[") ? shown.substring(shown.indexOf(' ') + 1) : "";
        if (!isFinished) {
            if (isTest) add(name, "skipped", String.valueOf(values[1]), null);
            return null;
        }
        Class<?> results = Class.forName("org.junit.platform.engine.TestExecutionResult");
        String status = results.getMethod("getStatus").invoke(values[1]).toString();
        Optional<?> thrown = (Optional<?>) results.getMethod("getThrowable").invoke(values[1]);
        if (status.equals("SUCCESSFUL")) {
            if (isTest) add(name, "passed", "", null);
        } else if (status.equals("ABORTED")) {
            addSkip(name, thrown.isPresent() ? (Throwable) thrown.get() : new IllegalStateException("it was aborted"));
        } else {
            add(name, null, "", thrown.isPresent() ? (Throwable) thrown.get() : new IllegalStateException("it failed"));
        }
        return null;
    }

    /** Adds a case whose exception says that it does not apply: nothing is lost by it if the submission has not raised it. */
    private void addSkip(String name, Throwable error) {
        add(name, isRaisedByOwn(error) ? "error" : "skipped", error.getMessage(), error);
    }

    private boolean isRaisedByOwn(Throwable error) {
        for (StackTraceElement frame : error.getStackTrace()) {
            String holder = frame.getClassName().replaceAll("\\$.*", "");
            if (theirs.contains(holder)) return false;
            if (isHandedIn(holder)) return true;
        }
        // JUnit raises none without a frame of the test; what has no frames at all was made elsewhere.
        return error.getStackTrace().length == 0;
    }

    /** Adds a case; without an outcome, the exception decides it. */
    private void add(String name, String outcome, String reason, Throwable error) {
        String came = outcome != null ? outcome : error instanceof AssertionError ? "failed" : "error";
        isLost = isLost || !came.equals("passed");
        String said = error == null ? "" : ", " + described(error);
        told.add("{\"name\": " + quoted(name) + ", \"outcome\": " + quoted(came) + ", \"reason\": " + quoted(String.valueOf(reason))
                + ", \"printed\": " + quoted(printed.take()) + said + "}");
    }

    /** Returns the class and the message of an exception, where the test was, and where the submission was. */
    private String described(Throwable error) {
        String at = "null", own = "null";
        boolean isOwn = false;
        Set<String> line = new HashSet<>();
        collect(test, line);
        StackTraceElement[] frames = error.getStackTrace();
        for (StackTraceElement frame : frames) {
            String holder = frame.getClassName().replaceAll("\\$.*", "");
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
        String message;
        try {
            message = String.valueOf(error.getMessage() == null ? "" : error.getMessage());
        } catch (Throwable failed) {
            message = "";
        }
        return "\"raised\": [" + quoted(error.getClass().getSimpleName()) + ", " + quoted(message) + "], \"missing\": null, \"at\": "
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
