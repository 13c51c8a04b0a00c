package dev.wavetank.properties.invariant.scheduler;

import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.scheduler.SchedulerView;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.sim.component.ComponentTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * At rest the cache of a scheduler has the nodes that its informer has, and counts on each the pods that the informer
 * shows there, and those that it is binding.
 */
public final class CacheMatchesInformers implements Invariant {

    private final Supplier<List<SchedulerView>> schedulers;
    private final Settled settled;

    /** Of the schedulers of a cluster with these delays. */
    public CacheMatchesInformers(CacheLag lag, Supplier<List<SchedulerView>> schedulers) {
        this.settled = new Settled(lag);
        this.schedulers = schedulers;
    }

    @Override
    public String name() {
        return "CacheMatchesInformers";
    }

    @Override
    public String reason() {
        return "A scheduler whose cache has lost a node places nothing there, and one that counts a pod that is"
                + " gone believes that the node is full; neither heals before the scheduler restarts. Nothing is"
                + " judged of changes that are younger than a cache may lag, nor after a fault that may have hidden"
                + " them.";
    }

    @Override
    public List<String> sources() {
        return List.of("pkg/scheduler/backend/cache/debugger/comparer.go (v1.32), which asks the same on SIGUSR2");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.SCHEDULER, Tag.CACHES, Tag.AT_REST);
    }

    @Override
    public String statement() {
        return "At rest a scheduler's cache has the nodes and pods that its informers have, and those that it binds.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Pod.class, Node.class, ComponentTrace.Started.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        settled.observe(entry);
    }

    @Override
    public void atRest(long now, Outcomes outcomes) {
        for (SchedulerView scheduler : schedulers.get()) {
            judgeNodes(scheduler, now, outcomes);
            judgePods(scheduler, now, outcomes);
        }
    }

    private void judgeNodes(SchedulerView scheduler, long now, Outcomes outcomes) {
        Set<String> informed = new LinkedHashSet<>();
        for (Node node : scheduler.nodes()) {
            informed.add(node.metadata().name());
        }
        Set<String> cached = scheduler.cachedNodes();
        Set<String> all = new TreeSet<>(informed);
        all.addAll(cached);
        for (String node : all) {
            if (informed.contains(node) != cached.contains(node) && settled.holds(node, now)) {
                outcomes.broken(
                        this,
                        "node/" + node,
                        informed.contains(node)
                                ? "is not in the cache of " + scheduler.name()
                                : "is gone, and still in the cache of " + scheduler.name());
            }
        }
    }

    private void judgePods(SchedulerView scheduler, long now, Outcomes outcomes) {
        Map<String, String> counted = scheduler.countedPods();
        Map<String, List<String>> queues = scheduler.queues();
        Map<String, Pod> informed = new LinkedHashMap<>();
        for (Pod pod : scheduler.pods()) {
            informed.put(pod.uid(), pod);
            String node = isAssigned(pod) ? pod.nodeName() : null;
            if (node != null && !Objects.equals(node, counted.get(pod.uid())) && settled.holds(pod.uid(), now)) {
                outcomes.broken(
                        this,
                        ObjectNames.of(pod),
                        "is on node " + node + ", and the cache of " + scheduler.name() + " counts it "
                                + place(counted.get(pod.uid())));
            }
        }
        counted.forEach((uid, node) -> {
            Pod pod = informed.get(uid);
            boolean isBinding = queues.getOrDefault(uid, List.of()).contains("being placed");
            if ((pod == null || !isAssigned(pod)) && !isBinding && settled.holds(uid, now)) {
                outcomes.broken(
                        this,
                        pod == null ? "pod/" + uid : ObjectNames.of(pod),
                        (pod == null ? "is gone" : "is not bound") + ", and the cache of " + scheduler.name()
                                + " counts it " + place(node));
            }
        });
    }

    private static String place(@Nullable String node) {
        return node == null ? "nowhere" : "on node " + node;
    }

    private static boolean isAssigned(Pod pod) {
        return pod.nodeName() != null && !pod.nodeName().isEmpty() && !pod.isFinished();
    }
}
