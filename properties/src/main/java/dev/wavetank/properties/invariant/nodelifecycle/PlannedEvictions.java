package dev.wavetank.properties.invariant.nodelifecycle;

import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * When pods have to be evicted, by the taints of their nodes and their own tolerations.
 *
 * <p>A pod that does not tolerate a taint {@code NoExecute} goes at once; one that tolerates all of them for a time
 * goes when the least of these times is over. A date stays as it is when other taints come, and falls when all taints
 * that are left are tolerated without an end. Static pods come back and have no dates.
 */
final class PlannedEvictions {

    private static final String MIRROR = "kubernetes.io/config.mirror";
    private static final long FOREVER = Long.MAX_VALUE;

    private final Map<String, List<Node.Taint>> taints = new LinkedHashMap<>();
    /** Pods that are neither deleted nor at their end, by node and uid. */
    private final Map<String, Map<String, Pod>> pods = new LinkedHashMap<>();

    private final Map<String, Eviction> planned = new LinkedHashMap<>();

    /**
     * An eviction that is to come.
     *
     * @param since when the pod and the taint came together
     * @param patience how long the pod tolerates the taint, in nanoseconds
     */
    record Eviction(Pod pod, long since, long patience) {

        long due() {
            return since + patience;
        }

        /** The same by the clock of a controller that began at that instant. */
        long dueAfter(long start) {
            return Math.max(since, start) + patience;
        }
    }

    /** Observes pods and nodes. Returns the evictions that have begun with this change, or need not begin any more. */
    List<Eviction> observe(StoreTrace change, long now) {
        boolean isGone = change.change() == WatchEvent.Type.DELETED;
        if (change.object() instanceof Node node) {
            return observe(node, isGone, now);
        }
        return change.object() instanceof Pod pod && pod.nodeName() != null ? observe(pod, isGone, now) : List.of();
    }

    private List<Eviction> observe(Node node, boolean isGone, long now) {
        String name = node.metadata().name();
        List<Node.Taint> evicting = isGone ? List.of() : evicting(node);
        if (evicting.equals(taints.getOrDefault(name, List.of()))) {
            return List.of();
        }
        if (evicting.isEmpty()) {
            taints.remove(name);
        } else {
            taints.put(name, evicting);
        }
        List<Eviction> ended = new ArrayList<>();
        for (Pod pod : pods.getOrDefault(name, Collections.emptyMap()).values()) {
            add(plan(pod, evicting, now), ended);
        }
        return ended;
    }

    private List<Eviction> observe(Pod pod, boolean isGone, long now) {
        String node = Objects.requireNonNull(pod.nodeName());
        Map<String, Pod> there = pods.computeIfAbsent(node, missing -> new LinkedHashMap<>());
        List<Eviction> ended = new ArrayList<>(0);
        if (isGone || pod.isFinished() || pod.metadata().isDeleting() || isMirror(pod)) {
            there.remove(pod.uid());
            add(planned.remove(pod.uid()), ended);
            return ended;
        }
        Pod before = there.put(pod.uid(), pod);
        if (before == null || !before.spec().tolerations().equals(pod.spec().tolerations())) {
            add(plan(pod, taints.getOrDefault(node, List.of()), now), ended);
        }
        return ended;
    }

    private static void add(@Nullable Eviction eviction, List<Eviction> ended) {
        if (eviction != null) {
            ended.add(eviction);
        }
    }

    /** Returns the eviction that need not be any more, or null. */
    private @Nullable Eviction plan(Pod pod, List<Node.Taint> evicting, long now) {
        long patience = patience(pod, evicting);
        if (patience == FOREVER) {
            return planned.remove(pod.uid());
        }
        Eviction before = planned.get(pod.uid());
        if (before == null || patience == 0 && before.due() > now) {
            planned.put(pod.uid(), new Eviction(pod, now, patience));
        }
        return null;
    }

    /** Those that are still to come. */
    Collection<Eviction> toCome() {
        return Collections.unmodifiableCollection(planned.values());
    }

    /** The taints of a node because of which pods are evicted. */
    static List<Node.Taint> evicting(Node node) {
        return node.spec() == null
                ? List.of()
                : node.spec().taints().stream()
                        .filter(taint -> taint.effect().equals("NoExecute"))
                        .toList();
    }

    private static boolean isMirror(Pod pod) {
        return pod.metadata().annotations().containsKey(MIRROR);
    }

    private static long patience(Pod pod, List<Node.Taint> evicting) {
        return evicting.stream()
                .mapToLong(taint -> pod.spec().tolerations().stream()
                        .filter(toleration -> toleration.tolerates(taint))
                        .findFirst()
                        .map(PlannedEvictions::given)
                        .orElse(0L))
                .min()
                .orElse(FOREVER);
    }

    private static long given(PodSpec.Toleration toleration) {
        Long seconds = toleration.tolerationSeconds();
        boolean hasEnd = seconds != null && seconds < FOREVER / VirtualTime.SECOND / 2;
        return hasEnd ? Math.max(0, seconds) * VirtualTime.SECOND : FOREVER;
    }
}
