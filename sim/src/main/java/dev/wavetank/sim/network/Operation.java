package dev.wavetank.sim.network;

/**
 * A request that can say in words what it asks for, so that a fault can aim at it.
 *
 * <p>The words keep their meaning when code and timing change: "the third create of pods by replicaset-controller" is
 * found again, "step 81,233" is not. A request that does not implement this is known by the name of the service only.
 */
public interface Operation {

    /** Who asks, when a component speaks with several voices; empty when its name says it all. */
    default String actor() {
        return "";
    }

    /** What is asked for, in a word, such as {@code create}. */
    String verb();

    /** What it is asked of, such as {@code pods/default/web-1}. */
    String subject();
}
