package dev.wavetank.properties.determinism;

import java.time.Duration;
import java.util.List;

/**
 * A JVM that repeats a run: a main class that calls {@link FreshRun#answer}, with the class path of this JVM.
 *
 * @param mainClass name of the main class
 * @param arguments of the main class
 * @param input its standard input
 * @param environment of the JVM
 * @param limit time limit of the JVM
 */
public record FreshJvm(
        String mainClass, List<String> arguments, String input, Environment environment, Duration limit) {

    private static final Duration LIMIT = Duration.ofMinutes(10);

    /** Keeps a copy of the arguments. */
    public FreshJvm {
        arguments = List.copyOf(arguments);
    }

    /** A {@linkplain Environment#STRANGE strange} JVM that runs a main class and may take ten minutes. */
    public static FreshJvm of(Class<?> mainClass, String... arguments) {
        return new FreshJvm(mainClass.getName(), List.of(arguments), "", Environment.STRANGE, LIMIT);
    }

    /** The same with something to read. */
    public FreshJvm withInput(String text) {
        return new FreshJvm(mainClass, arguments, text, environment, limit);
    }

    /** The same with more or less time. */
    public FreshJvm withLimit(Duration other) {
        return new FreshJvm(mainClass, arguments, input, environment, other);
    }

    /** In short, such as {@code a fresh JVM (hashCode=2, UTC+14, tr-TR, US-ASCII, SerialGC, Set.of reversed)}. */
    @Override
    public String toString() {
        return "a fresh JVM (" + environment + ", Set.of reversed)";
    }
}
