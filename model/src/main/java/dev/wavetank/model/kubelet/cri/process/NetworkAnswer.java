package dev.wavetank.model.kubelet.cri.process;

import java.util.List;

/**
 * What a process finds in its network.
 *
 * @param name the name below the search path that there is; empty when there is none
 * @param addresses of the name, in order
 * @param attempt what became of its connection to the first of them
 * @param nanos how long it took, in nanoseconds
 */
public record NetworkAnswer(String name, List<String> addresses, Attempt attempt, long nanos) {

    /** What becomes of a connection. */
    public enum Attempt {
        /** Nothing was to be connected. */
        NONE,
        ACCEPTED,
        REFUSED,
        /** Nothing answers. */
        UNREACHABLE,
        /** The address is none of the cluster. */
        UNKNOWN
    }

    /** Keeps a copy. */
    public NetworkAnswer {
        addresses = List.copyOf(addresses);
    }

    /** What a resolver finds. */
    public NetworkAnswer(String name, List<String> addresses, long nanos) {
        this(name, addresses, Attempt.NONE, nanos);
    }

    /** The same with what became of the connection, which took so much longer. */
    public NetworkAnswer after(Attempt tried, long longer) {
        return new NetworkAnswer(name, addresses, tried, nanos + longer);
    }
}
