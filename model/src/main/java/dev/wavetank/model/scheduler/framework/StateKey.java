package dev.wavetank.model.scheduler.framework;

/**
 * Where a plug-in keeps what it has computed for one attempt. Made once by each plug-in, as a constant.
 *
 * @param <T> type of what is kept
 */
public final class StateKey<T> {

    private final String name;

    /** A key; {@code name} is for messages, as in {@code PreFilterNodeResourcesFit}. */
    public StateKey(String name) {
        this.name = name;
    }

    @Override
    public String toString() {
        return name;
    }
}
