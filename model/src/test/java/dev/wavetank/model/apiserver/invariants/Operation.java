package dev.wavetank.model.apiserver.invariants;

import dev.wavetank.sim.VirtualTime;

/**
 * One thing that a client does.
 *
 * @param what it does
 * @param key the object that it is about
 * @param pause how long it waits before, in nanoseconds
 */
record Operation(What what, String key, long pause) {

    /** What can be done to an object. */
    enum What {
        /** Reads it. */
        GET,
        /** Stores a new one. */
        CREATE,
        /** Replaces the state that the client has seen last. */
        UPDATE,
        /** Sets its value, whatever it was. */
        PATCH,
        /** Deletes it, whatever it was. */
        DELETE,
        /** Deletes the state that the client has seen last. */
        DELETE_SEEN;

        boolean isWrite() {
            return this != GET;
        }
    }

    @Override
    public String toString() {
        return "after " + VirtualTime.span(pause) + " " + what + " " + key;
    }
}
