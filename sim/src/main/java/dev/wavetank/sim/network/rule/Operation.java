package dev.wavetank.sim.network.rule;

/**
 * A request that can say in words what it asks for, so that a fault can aim at it.
 *
 * <p>The words keep their meaning when code and timing change: "the third create of pods by replicaset-controller" is
 * found again, "step 81,233" is not. A request that does not implement this is known by the name of the service only.
 */
public interface Operation {

    /** The client within a component that has several, such as its user agent; empty when the component has one. */
    default String actor() {
        return "";
    }

    /** The client that sends a request: the actor of the request, or the component when the request names none. */
    static String actor(String component, Object request) {
        if (request instanceof Operation operation && !operation.actor().isEmpty()) {
            return operation.actor();
        }
        return component;
    }

    /** What is asked for, in a word, such as {@code create}. */
    String verb();

    /** What it is asked of, such as {@code pods/default/web-1}. */
    String subject();
}
