package dev.wavetank.sim.fault;

import java.util.List;

/**
 * One thing that goes wrong, and its target. The {@link FaultClause} around it has the time. Implementations are
 * records of plain data.
 */
public interface Fault {

    /** Stable name of the kind of fault, such as {@code networkPartition}. */
    String kind();

    /** What it hits, for people and for the trace. */
    String target();

    /**
     * Names or patterns (a prefix followed by {@code *}) of components, each of which has to cover a component of
     * the system for the fault to make sense.
     */
    default List<String> components() {
        return List.of();
    }

    /** The same for the names under which components send requests: a component's name or a request's actor. */
    default List<String> actors() {
        return List.of();
    }

    /** Whether all of it happens at the instant at which it opens, however long the clause lasts. */
    default boolean isInstant() {
        return false;
    }

    /**
     * Whether it can make a client believe that a request failed which the server executed, or executed twice.
     * Invariants about repeated actions are not judged for such a client any more. Late watch events do not deceive:
     * every client has to tolerate them.
     *
     * @param client the name of the client's component, or the actor of its requests
     * @param server the name of the server's component
     */
    default boolean canDeceive(String client, String server) {
        return false;
    }
}
