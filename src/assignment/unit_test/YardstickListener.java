// Passes on what JUnit 4 says of a test. It is compiled where the libraries of the tests are those of JUnit 4, beside the classes of a
// submission: so it imports each name that it uses.

import java.lang.Object;
import java.lang.Override;
import java.lang.String;
import java.util.function.BiConsumer;
import org.junit.runner.Description;
import org.junit.runner.notification.Failure;
import org.junit.runner.notification.RunListener;

public final class YardstickListener extends RunListener {
    private final BiConsumer<String, Object> heard;

    public YardstickListener(BiConsumer<String, Object> heard) {
        this.heard = heard;
    }

    @Override
    public void testStarted(Description test) {
        heard.accept("started", null);
    }

    @Override
    public void testFinished(Description test) {
        heard.accept("finished", null);
    }

    @Override
    public void testFailure(Failure failure) {
        heard.accept("failed", failure);
    }

    @Override
    public void testAssumptionFailure(Failure failure) {
        heard.accept("assumed", failure);
    }

    @Override
    public void testIgnored(Description test) {
        heard.accept("ignored", null);
    }
}
