// Runs all tests of one class by JUnit 4 or JUnit 5.
//
// The class is read from standard input. The exit code is 0 if all tests pass, 1 if some fail, and 5 if there are none; the last line of
// standard error counts them as `unittest` of Python does.

import java.io.*;
import java.lang.reflect.*;
import java.nio.charset.StandardCharsets;
import java.util.*;

public final class YardstickOwnTests {
    private int ran, failures, errors;

    public static void main(String[] args) throws Exception {
        PrintStream screen = System.err;
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        String name = in.readLine();
        System.setIn(new ByteArrayInputStream(new byte[0]));
        YardstickOwnTests tests = new YardstickOwnTests();
        try {
            Class<?> own = Class.forName(name);
            if (isThere("org.junit.platform.launcher.core.LauncherFactory")) tests.withLauncher(own);
            if (tests.ran == 0 && isThere("org.junit.runner.JUnitCore")) tests.withCore(own);
        } catch (Throwable error) {
            tests.errors++;
        }
        boolean isWrong = tests.failures + tests.errors > 0;
        List<String> counts = new ArrayList<>();
        if (tests.failures > 0) counts.add("failures=" + tests.failures);
        if (tests.errors > 0) counts.add("errors=" + tests.errors);
        screen.println();
        screen.println(isWrong ? "FAILED (" + String.join(", ", counts) + ")" : tests.ran == 0 ? "NO TESTS RAN" : "OK");
        screen.flush();
        Runtime.getRuntime().halt(isWrong ? 1 : tests.ran == 0 ? 5 : 0);
    }

    private static boolean isThere(String name) {
        try {
            Class.forName(name, false, YardstickOwnTests.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException lacking) {
            return false;
        }
    }

    private void count(Throwable error) {
        if (error instanceof AssertionError) failures++;
        else errors++;
    }

    /** JUnit 4. */
    private void withCore(Class<?> own) throws Exception {
        Object core = Class.forName("org.junit.runner.JUnitCore").getConstructor().newInstance();
        Object result = core.getClass().getMethod("run", Class[].class).invoke(core, (Object) new Class<?>[] {own});
        for (Object failure : (List<?>) result.getClass().getMethod("getFailures").invoke(result)) {
            Throwable error = (Throwable) failure.getClass().getMethod("getException").invoke(failure);
            // It says so where a class has no tests.
            boolean isEmpty = error.getClass().getName().contains("Initialization") || String.valueOf(error.getMessage()).contains("No runnable methods");
            if (isEmpty) return;
            count(error);
        }
        ran += (int) result.getClass().getMethod("getRunCount").invoke(result);
    }

    /** JUnit 5. */
    private void withLauncher(Class<?> own) throws Exception {
        Class<?> selector = Class.forName("org.junit.platform.engine.DiscoverySelector");
        Object selected = Class.forName("org.junit.platform.engine.discovery.DiscoverySelectors")
                .getMethod("selectClass", Class.class).invoke(null, own);
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
    }

    private Object heard(Object proxy, Method method, Object[] values) throws Exception {
        if (method.getName().equals("hashCode")) return 1;
        if (method.getName().equals("equals")) return proxy == values[0];
        if (method.getName().equals("toString")) return "YardstickOwnTests";
        if (!method.getName().equals("executionFinished")) return null;
        Class<?> kind = Class.forName("org.junit.platform.launcher.TestIdentifier");
        boolean isTest = (boolean) kind.getMethod("isTest").invoke(values[0]);
        Class<?> results = Class.forName("org.junit.platform.engine.TestExecutionResult");
        String status = results.getMethod("getStatus").invoke(values[1]).toString();
        Optional<?> thrown = (Optional<?>) results.getMethod("getThrowable").invoke(values[1]);
        if (isTest) ran++;
        if (status.equals("FAILED")) count(thrown.isPresent() ? (Throwable) thrown.get() : new IllegalStateException());
        return null;
    }
}
