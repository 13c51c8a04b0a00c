package dev.wavetank.sim.fault;

import java.util.List;

/**
 * One thing that goes wrong: what, and whom it hits. When it does is said by the {@link FaultClause} around it.
 * Implementations are records of plain data.
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

    /** The same for the voices with which components make requests: a component's name or a request's actor. */
    default List<String> actors() {
        return List.of();
    }

    /** Whether all of it happens at the instant at which it opens, however long the clause lasts. */
    default boolean isInstant() {
        return false;
    }

    /**
     * Whether it can make a client take a request for not carried out that the server did carry out, or was carried
     * out twice. Invariants about what a client may do twice are not judged of such a client any more. News that only
     * arrive late do not deceive: every client has to live with them.
     *
     * @param client who asks, by the name of the component or the actor of its requests
     * @param server whom it asks
     */
    default boolean canDeceive(String client, String server) {
        return false;
    }
}
