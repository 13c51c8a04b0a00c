package dev.wavetank.model.scheduler.queue;

import dev.wavetank.model.scheduler.framework.NominatedPods;
import dev.wavetank.model.scheduler.framework.PodInfo;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which pods are nominated to which node ({@code nominator}). */
public final class Nominator implements NominatedPods {

    private final Map<String, List<PodInfo>> byNode = new LinkedHashMap<>();
    private final Map<String, String> nodes = new LinkedHashMap<>();

    @Override
    public boolean isEmpty() {
        return byNode.isEmpty();
    }

    @Override
    public List<PodInfo> on(String node) {
        return byNode.getOrDefault(node, List.of());
    }

    @Override
    public @Nullable String nodeOf(String uid) {
        return nodes.get(uid);
    }

    @Override
    public void add(PodInfo pod, String node) {
        remove(pod.uid());
        nodes.put(pod.uid(), node);
        byNode.computeIfAbsent(node, unknown -> new ArrayList<>(1)).add(pod);
    }

    /** Nominates a pod to the node that its status names, if it names one. */
    void addByStatus(PodInfo pod) {
        String node = statusOf(pod);
        if (node == null) {
            remove(pod.uid());
        } else {
            add(pod, node);
        }
    }

    /**
     * Takes over a later state of a pod. A nomination that neither state of the pod names was made by this scheduler,
     * which has
     * not seen its own write yet: it stays.
     */
    void update(PodInfo before, PodInfo after) {
        String kept = statusOf(before) == null && statusOf(after) == null ? nodes.get(after.uid()) : null;
        if (kept == null) {
            addByStatus(after);
        } else {
            add(after, kept);
        }
    }

    @Override
    public void remove(String uid) {
        String node = nodes.remove(uid);
        if (node == null) {
            return;
        }
        byNode.computeIfPresent(node, (name, there) -> {
            there.removeIf(pod -> pod.uid().equals(uid));
            return there.isEmpty() ? null : there;
        });
    }

    private static @Nullable String statusOf(PodInfo pod) {
        String node = pod.pod().status() == null ? null : pod.pod().status().nominatedNodeName();
        return node == null || node.isEmpty() ? null : node;
    }
}
