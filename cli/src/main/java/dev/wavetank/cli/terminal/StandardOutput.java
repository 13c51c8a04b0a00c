package dev.wavetank.cli.terminal;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Standard output, which knows why a write failed: a {@link java.io.PrintStream} over it only knows that one did.
 */
public final class StandardOutput extends FilterOutputStream {

    /** The text of EPIPE, which the JDK passes on from the operating system; Java has no type for it. */
    private static final String BROKEN_PIPE = "Broken pipe";

    private boolean lostReader;

    /** Writes to another stream. */
    public StandardOutput(OutputStream out) {
        super(out);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        try {
            out.write(bytes, from, length);
        } catch (IOException failure) {
            lostReader |= BROKEN_PIPE.equals(failure.getMessage());
            throw failure;
        }
    }

    /** Whether a write failed because the process that reads this output has ended or closed it. */
    public boolean hasLostItsReader() {
        return lostReader;
    }
}
