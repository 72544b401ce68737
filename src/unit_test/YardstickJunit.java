// Runs one test of the instructor with the classes of a submission, by JUnit 4 or JUnit 5, and writes what came of it.
//
// The first line of standard input is the key, which the record repeats; then come the class and the method. The key is in no field
// and in no object that a field leads to. The record is one JSON object on descriptor 3.

import java.io.*;
import java.lang.reflect.*;
import java.nio.charset.StandardCharsets;
import java.util.*;

public final class YardstickJunit {
    private static final int MOST_TEXT = 4000;

    private final String test;
    private final StringBuilder cases = new StringBuilder();
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    private YardstickJunit(String test) {
        this.test = test;
    }

    public static void main(String[] args) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        String key = in.readLine();
        String test = in.readLine();
        String method = in.readLine();
        Constructor<FileDescriptor> numbered = FileDescriptor.class.getDeclaredConstructor(int.class);
        numbered.setAccessible(true);
        String side = System.getenv("YARDSTICK_SIDE");
        FileOutputStream out =
                side == null ? new FileOutputStream(numbered.newInstance(3)) : new FileOutputStream(side, true);
        System.setIn(new ByteArrayInputStream(new byte[0]));
        YardstickJunit runner = new YardstickJunit(test);
        runner.run(method);
        String record = "{\"key\": \"" + key + "\", \"cases\": [" + runner.cases
                + "], \"score\": null, \"changed\": null, \"seen\": []}\n";
        out.write(record.getBytes(StandardCharsets.US_ASCII));
        out.flush();
        Runtime.getRuntime().halt(0);
    }

    private void run(String method) {
        PrintStream screen = System.out;
        System.setOut(new PrintStream(new Limited(), true));
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

    /** JUnit 4. */
    private void withCore(Class<?> own, String method) throws Exception {
        Class<?> requests = Class.forName("org.junit.runner.Request");
        Object request = requests.getMethod("method", Class.class, String.class).invoke(null, own, method);
        Object core = Class.forName("org.junit.runner.JUnitCore").getConstructor().newInstance();
        Object result = core.getClass().getMethod("run", requests).invoke(core, request);
        List<?> failures = (List<?>) result.getClass().getMethod("getFailures").invoke(result);
        int ignored = (int) result.getClass().getMethod("getIgnoreCount").invoke(result);
        for (Object failure : failures) {
            add("", null, "", (Throwable) failure.getClass().getMethod("getException").invoke(failure));
            return;
        }
        if (ignored > 0) add("", "skipped", "it is ignored", null);
        else add("", "passed", "", null);
    }

    /** JUnit 5. */
    private void withLauncher(Class<?> own, String name) throws Exception {
        Method method = null;
        for (Class<?> one = own; one != null && method == null; one = one.getSuperclass()) {
            for (Method declared : one.getDeclaredMethods()) if (declared.getName().equals(name)) method = declared;
        }
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
        if (cases.length() == 0) add("", "absent", "JUnit ran no test", null);
    }

    private Object heard(Object proxy, Method method, Object[] values) throws Exception {
        if (method.getName().equals("hashCode")) return 1;
        if (method.getName().equals("equals")) return proxy == values[0];
        if (method.getName().equals("toString")) return "YardstickJunit";
        boolean isFinished = method.getName().equals("executionFinished");
        if (!isFinished && !method.getName().equals("executionSkipped")) return null;
        Object identifier = values[0];
        Class<?> kind = Class.forName("org.junit.platform.launcher.TestIdentifier");
        boolean isTest = (boolean) kind.getMethod("isTest").invoke(identifier);
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
            add(name, "skipped", thrown.map(one -> ((Throwable) one).getMessage()).orElse("it was aborted"), null);
        } else {
            add(name, null, "", thrown.isPresent() ? (Throwable) thrown.get() : new IllegalStateException("it failed"));
        }
        return null;
    }

    /** Adds a case; without an outcome, the exception decides it. */
    private void add(String name, String outcome, String reason, Throwable error) {
        if (cases.length() > 0) cases.append(", ");
        String said = error == null ? null : described(error);
        boolean isAssertion = error instanceof AssertionError;
        String came = outcome != null && error == null ? outcome : isAssertion ? "failed" : "error";
        cases.append("{\"name\": ").append(quoted(name)).append(", \"outcome\": ").append(quoted(came));
        cases.append(", \"reason\": ").append(quoted(String.valueOf(reason)));
        cases.append(", \"printed\": ").append(quoted(new String(printed.toByteArray(), StandardCharsets.UTF_8)));
        if (said != null) cases.append(", ").append(said);
        cases.append("}");
        printed.reset();
    }

    /** Returns the class and the message of an exception, where the test was, and where the submission was. */
    private String described(Throwable error) {
        String at = "null", own = "null";
        boolean isOwn = false;
        String outer = test.replaceAll("\\$.*", "");
        for (StackTraceElement frame : error.getStackTrace()) {
            String holder = frame.getClassName().replaceAll("\\$.*", "");
            if (holder.equals(outer)) {
                at = "[" + Math.max(frame.getLineNumber(), 1) + ", \"\"]";
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

    /** Tells whether a class lies in the folder of the submission. */
    private static boolean isHandedIn(String name) {
        return !name.startsWith("Yardstick") && new File(name.replace('.', '/') + ".class").isFile();
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

    /** Keeps the first part of what is printed. */
    private final class Limited extends OutputStream {
        @Override
        public synchronized void write(int one) {
            if (printed.size() < MOST_TEXT) printed.write(one);
        }
    }
}
