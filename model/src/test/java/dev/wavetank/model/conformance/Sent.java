package dev.wavetank.model.conformance;

import java.util.List;

/**
 * A mutating request, recorded or simulated.
 *
 * @param millis when it was received, after the first action of the scenario
 * @param by user agent; {@code user} for whoever acts in the scenario
 * @param verb of the API
 * @param resource and subresource
 * @param name of the object, as it is there
 * @param code of the answer
 * @param replicas of a written ReplicaSet, or null
 * @param available pods that a written status of a ReplicaSet tells of, or null; where the invariant of roll-outs is
 *     judged
 * @param conditions of a written status, as texts; empty when there are none
 * @param policy of a deletion, or null
 * @param message of a refusal, or null
 */
record Sent(
        double millis,
        String by,
        String verb,
        String resource,
        String name,
        int code,
        Integer replicas,
        Integer available,
        List<String> conditions,
        String policy,
        String message) {

    boolean isStatus() {
        return resource.endsWith("/status");
    }

    boolean isConflict() {
        return code == 409;
    }

    boolean isUsers() {
        return by.equals("user");
    }

    /** Whether it gives a ReplicaSet a size. */
    boolean isSize() {
        return resource.equals("replicasets")
                && replicas != null
                && code < 300
                && (verb.equals("create") || verb.equals("update"));
    }
}
