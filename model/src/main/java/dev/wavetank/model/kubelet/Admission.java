package dev.wavetank.model.kubelet;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.nodefit.ResourceAmounts;
import dev.wavetank.model.nodefit.ResourceFit;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Rejects pods for which the node has not enough resources left. The scheduler's cache may have been too old, or the
 * pod was created with a node name.
 */
final class Admission {

    private final ResourceAmounts capacity;
    private final Map<String, ResourceAmounts> admitted = new TreeMap<>();

    Admission(Map<String, String> capacity) {
        this.capacity = ResourceAmounts.of(capacity);
    }

    /**
     * A rejection.
     *
     * @param reason such as {@code OutOfcpu}
     * @param message for people
     */
    record Refusal(String reason, String message) {}

    /** Admits the pod, or returns the reason for a rejection. */
    Optional<Refusal> admit(Pod pod) {
        ResourceAmounts used = ResourceAmounts.NONE;
        for (ResourceAmounts other : admitted.values()) {
            used = used.plus(other);
        }
        ResourceAmounts wanted = ResourceAmounts.requestedBy(pod.spec());
        Optional<Refusal> refusal = ResourceFit.lacking(wanted, admitted.size(), used, capacity).stream()
                .findFirst()
                .map(Admission::refusal);
        if (refusal.isEmpty()) {
            admitted.put(pod.uid(), wanted);
        }
        return refusal;
    }

    /** Releases the resources of the pod. */
    void release(String uid) {
        admitted.remove(uid);
    }

    private static Refusal refusal(ResourceFit.Insufficient lack) {
        return new Refusal(
                "OutOf" + lack.resource(),
                "Pod was rejected: Node didn't have enough resource: " + lack.resource() + ", requested: "
                        + lack.requested() + ", used: " + lack.used() + ", capacity: " + lack.capacity());
    }
}
