package dev.wavetank.properties.determinism;

import dev.wavetank.sim.determinism.DeterminismDiagnosis;
import dev.wavetank.sim.determinism.RecordingText;
import dev.wavetank.sim.determinism.ReproducibleRun;
import dev.wavetank.sim.determinism.RunDigest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * The side of the fresh JVM: its main class calls {@link #answer} with the run that it is asked for.
 *
 * <p>Question and answer are files, so that the program may print what it likes. The question is the first run in
 * hashes; the answer is this JVM's run, with the records around the first difference, in the form of
 * {@link RecordingText}.
 *
 * <p>{@code Set.of} and {@code Map.of} iterate one way or the other, which a JVM decides by chance when it starts.
 * A JVM that does as the first one would not show what depends on it: it declines, and the next one is tried.
 */
public final class FreshRun {

    /** Property of a fresh JVM: the directory of question and answer. */
    static final String DIRECTORY = "wavetank.determinism.directory";

    /** Property of a fresh JVM: decline when {@link #order} is this. */
    static final String UNLIKE = "wavetank.determinism.unlike";

    static final String QUESTION = "question.txt";
    static final String ANSWER = "answer.txt";

    /** The whole answer of a JVM that declines. */
    static final List<String> DECLINED = List.of("declined");

    private FreshRun() {}

    /** Whether this JVM was started to make a run again. */
    public static boolean isAsked() {
        return System.getProperty(DIRECTORY) != null;
    }

    /**
     * Whether this JVM is of no use, because it is too much like the first one. The program may then end at once;
     * {@link #answer} would do nothing.
     */
    public static boolean isDeclined() {
        boolean declined = isAsked() && order().equals(System.getProperty(UNLIKE));
        if (declined) {
            write(DECLINED);
        }
        return declined;
    }

    /**
     * Makes the run and answers.
     *
     * @throws IllegalStateException without a question: the program was started by hand
     */
    public static void answer(ReproducibleRun subject) {
        if (!isAsked()) {
            throw new IllegalStateException(
                    "this program answers a determinism check, which starts it itself: run the" + " check instead");
        }
        if (!isDeclined()) {
            write(RecordingText.write(DeterminismDiagnosis.answer(question(), subject)));
        }
    }

    /** Which way {@code Set.of} and {@code Map.of} iterate in this JVM. */
    static String order() {
        return String.join("", Set.of("0", "1"));
    }

    private static RunDigest question() {
        try {
            return RecordingText.read(Files.readAllLines(directory().resolve(QUESTION), StandardCharsets.US_ASCII))
                    .outline();
        } catch (IOException failure) {
            throw new UncheckedIOException("the question of the determinism check cannot be read", failure);
        }
    }

    private static void write(List<String> lines) {
        try {
            Files.write(directory().resolve(ANSWER), lines, StandardCharsets.US_ASCII);
        } catch (IOException failure) {
            throw new UncheckedIOException("the answer to the determinism check cannot be written", failure);
        }
    }

    private static Path directory() {
        return Path.of(System.getProperty(DIRECTORY));
    }
}
