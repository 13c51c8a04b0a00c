package dev.wavetank.properties.invariant.scheduler;

import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.scheduler.SchedulerView;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Delays;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.sim.component.ComponentTrace;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
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
 * shows there, and those that it is binding, as the comparer of Kubernetes' own debugger asks ({@code
 * pkg/scheduler/backend/cache/debugger/comparer.go}).
 */
public final class CacheMatchesInformers implements Invariant {

    private final Supplier<List<SchedulerView>> schedulers;
    private final Settled settled;

    /** Of the schedulers of a cluster with these delays. */
    public CacheMatchesInformers(Delays delays, Supplier<List<SchedulerView>> schedulers) {
        this.settled = new Settled(delays);
        this.schedulers = schedulers;
    }

    @Override
    public String name() {
        return "CacheMatchesInformers";
    }

    @Override
    public String statement() {
        return "At rest a scheduler's cache has the nodes and pods that its informers have, and those that it binds.";
    }

    @Override
    public List<Class<? extends TraceRecord>> records() {
        return List.of(StoreTrace.class, FaultTrace.class, ComponentTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        settled.observe(entry);
    }

    @Override
    public void conclude(long now, Outcomes outcomes) {
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
