package dev.wavetank.model.nodefit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Whether a node has enough left for a pod ({@code noderesources.Fits}). */
public final class ResourceFit {
    private static final String PODS = "pods";

    private ResourceFit() {}

    /**
     * A resource that a node does not have enough of.
     *
     * @param resource its name
     * @param requested by the pod; thousandths of a core for cpu, whole units for all others
     * @param used by the pods that are on the node
     * @param capacity of the node
     */
    public record Insufficient(String resource, long requested, long used, long capacity) {

        /** In the words of the scheduler's library. */
        public String text() {
            return "Node didn't have enough resource: " + resource + ", requested: " + requested + ", used: " + used
                    + ", capacity: " + capacity;
        }
    }

    /**
     * What one pod more lacks: first pods, then cpu, memory, and all others by name; empty when it fits.
     *
     * @param requested by the pod
     * @param pods how many pods are on the node
     * @param used what they have requested
     * @param capacity what the node has for pods
     */
    public static List<Insufficient> lacking(
            ResourceAmounts requested, int pods, ResourceAmounts used, ResourceAmounts capacity) {
        List<Insufficient> lacking = new ArrayList<>(0);
        check(PODS, 1, pods, of(capacity, PODS), lacking);
        check("cpu", requested.milliCpu(), used.milliCpu(), capacity.milliCpu(), lacking);
        check("memory", requested.memory(), used.memory(), capacity.memory(), lacking);
        for (Map.Entry<String, Long> other : requested.other().entrySet()) {
            String name = other.getKey();
            check(name, other.getValue(), of(used, name), of(capacity, name), lacking);
        }
        return lacking;
    }

    private static long of(ResourceAmounts amounts, String resource) {
        return amounts.other().getOrDefault(resource, 0L);
    }

    private static void check(String resource, long requested, long used, long capacity, List<Insufficient> lacking) {
        if (requested > 0 && used + requested > capacity) {
            lacking.add(new Insufficient(resource, requested, used, capacity));
        }
    }
}
