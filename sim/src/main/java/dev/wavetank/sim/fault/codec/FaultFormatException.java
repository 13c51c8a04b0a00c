package dev.wavetank.sim.fault.codec;

/** A written fault that cannot be read: where, and what was expected there. */
public final class FaultFormatException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final String path;

    FaultFormatException(String path, String expectation) {
        super(path + ": " + expectation);
        this.path = path;
    }

    /** The field, from the root of what was read, such as {@code faults[2].for}. */
    public String path() {
        return path;
    }
}
