// Stands in the place of JUnit 4's own exception of this name, of which a submission could make one without any failure: JUnit tells each
// of its failures, so a test that ended with it would be passed. Here there always is one. It is compiled where the libraries of the tests
// are those of JUnit 4, beside the classes of a submission: so it imports each name that it uses.

package org.junit.runners.model;

import java.lang.AssertionError;
import java.lang.Exception;
import java.lang.IllegalArgumentException;
import java.lang.IllegalStateException;
import java.lang.Override;
import java.lang.String;
import java.lang.StringBuilder;
import java.lang.SuppressWarnings;
import java.lang.Throwable;
import java.util.ArrayList;
import java.util.List;
import org.junit.internal.AssumptionViolatedException;

public class MultipleFailureException extends Exception {
    private static final long serialVersionUID = 1L;

    private final List<Throwable> errors;

    public MultipleFailureException(List<Throwable> errors) {
        this.errors = copied(errors);
        if (this.errors.isEmpty()) throw new IllegalArgumentException("List of Throwables must not be empty");
    }

    public final List<Throwable> getFailures() {
        List<Throwable> told = copied(errors);
        if (told.isEmpty()) told.add(new AssertionError("the failures are gone"));
        return told;
    }

    @Override
    public String getMessage() {
        List<Throwable> told = getFailures();
        StringBuilder message = new StringBuilder("There were " + told.size() + " errors:");
        for (Throwable one : told) message.append("\n  ").append(one.getClass().getName()).append("(").append(one.getMessage()).append(")");
        return message.toString();
    }

    public static void assertEmpty(List<Throwable> errors) throws Exception {
        if (errors.isEmpty()) return;
        if (errors.size() == 1) MultipleFailureException.<Exception>raise(errors.get(0));
        throw new MultipleFailureException(errors);
    }

    /** Returns what a list gives, and not what it says of itself. */
    private static List<Throwable> copied(List<Throwable> errors) {
        List<Throwable> copied = new ArrayList<>();
        for (Throwable one : errors) {
            // A test that failed as well cannot be skipped.
            if (one instanceof AssumptionViolatedException) copied.add(new IllegalStateException("it cannot be skipped: there are other failures", one));
            else if (one != null) copied.add(one);
        }
        return copied;
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void raise(Throwable one) throws T {
        throw (T) one;
    }
}
