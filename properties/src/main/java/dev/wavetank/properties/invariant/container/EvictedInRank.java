package dev.wavetank.properties.invariant.container;

import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.quantity.Quantity;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A kubelet whose node lacks memory evicts a pod that uses more than it requests before those that do not, then the
 * one of the lowest priority, then the one that uses most beyond its request; and none while there is enough.
 *
 * <p>Who requests what he uses is safe from his neighbours (Node-pressure Eviction, documentation v1.32; {@code
 * rankMemoryPressure} of pkg/kubelet/eviction/helpers.go). Judged where every pod of the node says how much memory it
 * uses, and no more over time; with the default threshold of 100 MiB; and as long as nothing delays reports.
 */
public final class EvictedInRank implements Invariant {

    private static final String BEHAVIOR = "behavior.wavetank.dev/";
    private static final Pattern USES = Pattern.compile("uses (\\S+) of memory");
    private static final String LACKS_MEMORY = "The node was low on resource: memory";
    private static final int CRITICAL = 2_000_000_000;
    private static final long THRESHOLD = 100L << 20;
    private static final long PROMPT = 6 * VirtualTime.SECOND;

    private final CacheLag lag;
    private final boolean isDefault;
    private final Map<String, Map<String, Running>> byNode = new LinkedHashMap<>();
    private final Map<String, Long> capacity = new LinkedHashMap<>();

    /** A pod that runs, and since when it does. */
    private record Running(Pod pod, long since) {}

    /** In a cluster with these settings. */
    public EvictedInRank(ClusterSpec cluster, CacheLag lag) {
        this.lag = lag;
        this.isDefault = cluster.settings().keySet().stream().noneMatch(name -> name.startsWith("kubelet.eviction"));
    }

    @Override
    public String name() {
        return "EvictedInRank";
    }

    @Override
    public String reason() {
        return "A pod that requests what it uses is safe from its neighbours. Judged where every pod of the node "
                + "says how much memory it uses, and no more with time, with the default threshold, and as long as "
                + "nothing delays reports.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Kubernetes documentation v1.32, Node-pressure Eviction",
                "pkg/kubelet/eviction/helpers.go, rankMemoryPressure (v1.32)");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.KUBELET, Tag.NODES, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "A node that lacks memory evicts pods beyond their requests first, by priority; any other, none.";
    }

    @Override
    public List<? extends Class<?>> records() {
        return isDefault ? List.of(Pod.class, Node.class) : List.of();
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (!(entry.record() instanceof StoreTrace change)) {
            return;
        }
        if (change.object() instanceof Node node) {
            if (node.status() != null && node.status().capacity().containsKey("memory")) {
                capacity.put(
                        node.metadata().name(), bytes(node.status().capacity().get("memory")));
            }
        } else if (change.object() instanceof Pod pod && pod.nodeName() != null) {
            observe(pod, change.change() == WatchEvent.Type.DELETED, entry.time(), outcomes);
        }
    }

    private void observe(Pod pod, boolean gone, long now, Outcomes outcomes) {
        Map<String, Running> running = byNode.computeIfAbsent(pod.nodeName(), first -> new LinkedHashMap<>());
        Running known = running.get(pod.uid());
        if (!gone && pod.phase().equals("Running") && !pod.metadata().isDeleting()) {
            running.put(pod.uid(), new Running(pod, known == null ? now : known.since()));
            return;
        }
        if (known != null && !gone && isEvicted(pod) && !lag.mayHide(now - PROMPT, now)) {
            judge(known, running, now, outcomes);
        }
        running.remove(pod.uid());
    }

    private static boolean isEvicted(Pod pod) {
        return pod.phase().equals("Failed")
                && "Evicted".equals(pod.status().reason())
                && String.valueOf(pod.status().message()).startsWith(LACKS_MEMORY);
    }

    private void judge(Running victim, Map<String, Running> running, long now, Outcomes outcomes) {
        long used = 0;
        for (Running one : running.values()) {
            OptionalLong own = used(one.pod());
            if (own.isEmpty() || now - one.since() < PROMPT) {
                return;
            }
            used += own.getAsLong();
        }
        String node = victim.pod().nodeName();
        long left = capacity.getOrDefault(node, 0L) - used;
        if (left >= THRESHOLD) {
            report(
                    victim,
                    "was evicted for want of memory, of which " + node + " has " + left + " bytes left",
                    outcomes);
            return;
        }
        better(victim.pod(), running)
                .ifPresent(other -> report(
                        victim, "was evicted before " + ObjectNames.of(other) + ", which comes first", outcomes));
    }

    private void report(Running victim, String message, Outcomes outcomes) {
        outcomes.broken(this, ObjectNames.of(victim.pod()), message);
    }

    private static Optional<Pod> better(Pod victim, Map<String, Running> running) {
        return running.values().stream()
                .map(Running::pod)
                .filter(other -> priority(other) < CRITICAL && comesFirst(other, victim))
                .findFirst();
    }

    private static boolean comesFirst(Pod other, Pod victim) {
        if (excess(other) > 0 != excess(victim) > 0) {
            return excess(other) > 0;
        }
        return priority(other) == priority(victim)
                ? excess(other) > excess(victim)
                : priority(other) < priority(victim);
    }

    private static int priority(Pod pod) {
        return pod.spec().priority() == null ? 0 : pod.spec().priority();
    }

    private static long excess(Pod pod) {
        long requested = 0;
        for (Container container : pod.spec().containers()) {
            String request = container.resources() == null
                    ? null
                    : container.resources().requests().get("memory");
            requested += request == null ? 0 : bytes(request);
        }
        return used(pod).orElse(0) - requested;
    }

    /** What its containers say that they use; empty when they use more with time. */
    private static OptionalLong used(Pod pod) {
        long sum = 0;
        for (Container container : pod.spec().containers()) {
            String behavior = pod.metadata().annotations().getOrDefault(BEHAVIOR + container.name(), "");
            if (behavior.contains("leaks")) {
                return OptionalLong.empty();
            }
            Matcher uses = USES.matcher(behavior);
            sum += uses.find() ? bytes(uses.group(1)) : 0;
        }
        return OptionalLong.of(sum);
    }

    private static long bytes(String quantity) {
        return Quantity.parse(quantity).value();
    }
}
