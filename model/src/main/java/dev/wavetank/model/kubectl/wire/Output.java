package dev.wavetank.model.kubectl.wire;

/** What a command has printed so far, and its exit code. */
public final class Output {

    private final StringBuilder out = new StringBuilder();
    private final StringBuilder error = new StringBuilder();
    private final StringBuilder both = new StringBuilder();
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

    /** Sets the exit code. */
    public void endWith(int code) {
        exitCode = code;
    }

    /** Whether something has failed so far. */
    public boolean hasFailed() {
        return exitCode != 0;
    }

    /** The result of a command that ends now. */
    public KubectlResult result() {
        return new KubectlResult(exitCode, out.toString(), error.toString(), both.toString(), mistake);
    }
}
