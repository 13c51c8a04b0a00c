package dev.wavetank.model.podnetwork;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What lies between the nodes: what a packet meets there now. */
public interface Wire {

    /** The way from one node to another. */
    State between(Host from, Host to);

    /**
     * A way.
     *
     * @param nanos how long a packet takes
     * @param notes what disturbs it, in words
     * @param cut why nothing gets through, or null
     */
    record State(long nanos, List<String> notes, @Nullable String cut) {

        /** Keeps a copy. */
        public State {
            notes = List.copyOf(notes);
        }
    }

    /** One on which nothing is disturbed, and all take the same time. */
    static Wire undisturbed(long nanos) {
        State state = new State(nanos, List.of(), null);
        return (from, to) -> state;
    }
}
