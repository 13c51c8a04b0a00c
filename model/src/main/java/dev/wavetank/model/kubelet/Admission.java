package dev.wavetank.model.kubelet;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.scheduler.plugin.ResourceAmounts;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Refuses pods for which the node has not enough left. The scheduler's view may have been too old, or nobody asked
 * it.
 */
final class Admission {

    private final ResourceAmounts capacity;
    private final Map<String, ResourceAmounts> admitted = new TreeMap<>();

    Admission(Map<String, String> capacity) {
        this.capacity = ResourceAmounts.of(capacity);
    }

    /**
     * A refusal.
     *
     * @param reason such as {@code OutOfcpu}
     * @param message for people
     */
    record Refusal(String reason, String message) {}

    /** Admits the pod, or says why not. */
    Optional<Refusal> admit(Pod pod) {
        ResourceAmounts used = ResourceAmounts.NONE;
        for (ResourceAmounts other : admitted.values()) {
            used = used.plus(other);
        }
        ResourceAmounts wanted = ResourceAmounts.requestedBy(pod.spec());
        Optional<Refusal> refusal = lacks("pods", 1, admitted.size(), capacityOf("pods"));
        refusal = or(refusal, lacks("cpu", wanted.milliCpu(), used.milliCpu(), capacity.milliCpu()));
        refusal = or(refusal, lacks("memory", wanted.memory(), used.memory(), capacity.memory()));
        for (Map.Entry<String, Long> other : wanted.other().entrySet()) {
            long taken = used.other().getOrDefault(other.getKey(), 0L);
            refusal = or(refusal, lacks(other.getKey(), other.getValue(), taken, capacityOf(other.getKey())));
        }
        if (refusal.isEmpty()) {
            admitted.put(pod.uid(), wanted);
        }
        return refusal;
    }

    /** The pod needs nothing any more. */
    void release(String uid) {
        admitted.remove(uid);
    }

    private long capacityOf(String resource) {
        return capacity.other().getOrDefault(resource, 0L);
    }

    private static Optional<Refusal> or(Optional<Refusal> first, Optional<Refusal> second) {
        return first.isPresent() ? first : second;
    }

    private static Optional<Refusal> lacks(String resource, long wanted, long used, long capacity) {
        if (wanted == 0 || used + wanted <= capacity) {
            return Optional.empty();
        }
        return Optional.of(new Refusal(
                "OutOf" + resource,
                "Pod was rejected: Node didn't have enough resource: " + resource + ", requested: " + wanted
                        + ", used: " + used + ", capacity: " + capacity));
    }
}
