package dev.wavetank.sim.fault.codec;

import org.jspecify.annotations.Nullable;

/** A written fault that cannot be read: where, and what was expected there. */
public final class FaultFormatException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final String path;

    FaultFormatException(String path, @Nullable String expectation) {
        super(path + ": " + expectation);
        this.path = path;
    }

    /** The field, from the root of what was read, such as {@code faults[2].for}. */
    public String path() {
        return path;
    }
}
