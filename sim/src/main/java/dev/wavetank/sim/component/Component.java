package dev.wavetank.sim.component;

/** An active entity of the model. One object is one incarnation. */
@FunctionalInterface
public interface Component {

    /**
     * Starts: serves, subscribes, sets its first timers. Called once, when the incarnation has been built.
     */
    void start();

    /** Builds the object of a new incarnation, which may share no state with the one before. */
    @FunctionalInterface
    interface Factory {

        /** A component that acts through the given context. */
        Component create(Context context);
    }
}
