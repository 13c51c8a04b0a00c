package dev.wavetank.model.trace;

import dev.wavetank.sim.trace.TraceRecord;
import java.util.Arrays;
import java.util.Objects;

/**
 * A component threw an exception where Kubernetes' components would panic.
 *
 * @param work what the component did, such as {@code reconcile default/blog}
 * @param thrown the exception with its message
 * @param place the innermost line of code that threw it or called what threw it, outside the JDK; empty when unknown
 */
public record PanicTrace(String work, String thrown, String place) implements TraceRecord {

    /** Describes an exception without what differs between JVMs, such as names of generated classes. */
    public static PanicTrace of(String work, Throwable thrown) {
        String place = Arrays.stream(thrown.getStackTrace())
                .filter(frame -> !isGenerated(frame.getClassName()))
                .findFirst()
                .map(frame -> frame.getClassName() + "." + frame.getMethodName() + "(" + frame.getFileName() + ":"
                        + frame.getLineNumber() + ")")
                .orElse("");
        String message = Objects.requireNonNullElse(thrown.getMessage(), "");
        String name = thrown.getClass().getName();
        return new PanicTrace(work, message.isEmpty() ? name : name + ": " + message, place);
    }

    private static boolean isGenerated(String className) {
        return className.startsWith("java.")
                || className.startsWith("jdk.")
                || className.startsWith("sun.")
                || className.contains("$$");
    }

    @Override
    public String type() {
        return "panic";
    }

    @Override
    public void describe(Fields out) {
        out.text("work", work).text("thrown", thrown).text("place", place);
    }
}
