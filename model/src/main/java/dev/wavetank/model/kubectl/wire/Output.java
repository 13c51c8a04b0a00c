package dev.wavetank.model.kubectl.wire;

import java.util.ArrayList;
import java.util.List;

/** What a command has printed so far, and its exit code. */
public final class Output {

    private final StringBuilder out = new StringBuilder();
    private final StringBuilder error = new StringBuilder();
    private final StringBuilder both = new StringBuilder();
    private final List<String> kept = new ArrayList<>();
    private int exitCode;
    private boolean mistake;

    /** Prints text as it is. */
    public void print(String text) {
        out.append(text);
        both.append(text);
    }

    /** Whether something has been printed, errors aside. */
    public boolean hasText() {
        return out.length() > 0;
    }

    /** Prints a line on the standard error stream. */
    public void note(String line) {
        error.append(line).append('\n');
        both.append(line).append('\n');
    }

    /** Prints an error; the command may continue with other objects, but fails. */
    public void fail(String line) {
        note(line);
        exitCode = 1;
    }

    /** Prints an error about what the user wrote, which is wrong whatever the cluster holds. */
    public void refuse(String line) {
        fail(line);
        mistake = true;
    }

    /** Keeps an error of {@link #refuse} for the end of the command, which goes on with something else. */
    public void refuseAtEnd(String error) {
        kept.add(error);
    }

    /** Sets the exit code. */
    public void endWith(int code) {
        exitCode = code;
    }

    /** Whether something has failed so far. */
    public boolean hasFailed() {
        return exitCode != 0;
    }

    /** The result of a command that ends now, with the errors kept for it; only one alone is called an error. */
    public KubectlResult result() {
        boolean alone = kept.size() == 1 && !hasFailed();
        kept.forEach(line -> refuse((alone ? "error: " : "") + line));
        kept.clear();
        return new KubectlResult(exitCode, out.toString(), error.toString(), both.toString(), mistake);
    }
}
