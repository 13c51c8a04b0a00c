package dev.wavetank.properties.invariant.placement;

import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Delays;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.OpenFaults;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A scheduler that preempts pods of a node takes back the nominations to that node of pods of lower priority, as their
 * room may be gone; they are nominated anew when there is room for them, too.
 */
public final class NominationsGiveWay implements Invariant {

    /** A scheduler takes nominations back before it deletes victims; the rest is for its requests. */
    private static final long PROMPT = VirtualTime.SECOND;

    private final long bound;
    private final OpenFaults faults = new OpenFaults();
    /** The pods that wait and are nominated to a node, by its name and their uids. */
    private final Map<String, Map<String, Pod>> nominated = new LinkedHashMap<>();

    private final Map<String, String> nodes = new LinkedHashMap<>();
    /** The pods that are bound and are being deleted, by their node. */
    private final Map<String, Set<String>> ending = new LinkedHashMap<>();
    /** Nominations that have to go, by the uids of their pods. */
    private final Map<String, Outdated> outdated = new LinkedHashMap<>();

    /**
     * A nomination that has to go.
     *
     * @param pod that has it
     * @param by the pod of higher priority
     * @param since when that was nominated
     */
    private record Outdated(Pod pod, Pod by, long since) {}

    /** In a cluster with these delays. */
    public NominationsGiveWay(Delays delays) {
        this.bound = PROMPT + delays.visibility() + delays.answer();
    }

    @Override
    public String name() {
        return "NominationsGiveWay";
    }

    @Override
    public String reason() {
        return "A scheduler keeps room for a nominated pod, so a nomination for room that is gone keeps others away,"
                + " and its pod does not look elsewhere. Judged of times without faults: a request that fails is not"
                + " repeated; and of nodes on which no pod is being deleted yet, as a scheduler that finds all victims"
                + " on their way does nothing more.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Kubernetes documentation v1.32, Pod Priority and Preemption: the scheduler may clear"
                        + " nominatedNodeName",
                "pkg/scheduler/framework/preemption/preemption.go (v1.32), prepareCandidateAsync"
                        + " and getLowerPriorityNominatedPods");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.SCHEDULER, Tag.SAFETY, Tag.AT_REST);
    }

    @Override
    public String statement() {
        return "No pod stays nominated to a node that a pod of higher priority has made room on.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Pod.class, FaultTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        faults.observe(entry);
        if (entry.record() instanceof StoreTrace change && change.object() instanceof Pod pod) {
            boolean gone = change.change() == WatchEvent.Type.DELETED;
            String node = gone ? "" : nomination(pod);
            String before = nodes.getOrDefault(pod.uid(), "");
            if (!node.equals(before)) {
                move(pod, before, node);
                judge(outdated.remove(pod.uid()), entry.time(), outcomes);
                if (isPreempting(pod) && !ending.containsKey(node)) {
                    lower(pod, node)
                            .forEach(
                                    other -> outdated.putIfAbsent(other.uid(), new Outdated(other, pod, entry.time())));
                }
            }
            observeEnd(pod, gone);
        }
    }

    /** Takes down whether a pod is on its way from its node. */
    private void observeEnd(Pod pod, boolean gone) {
        String node = pod.nodeName();
        if (node == null || !pod.metadata().isDeleting()) {
            return;
        }
        if (!gone) {
            ending.computeIfAbsent(node, first -> new LinkedHashSet<>()).add(pod.uid());
        } else if (ending.containsKey(node)) {
            ending.get(node).remove(pod.uid());
            if (ending.get(node).isEmpty()) {
                ending.remove(node);
            }
        }
    }

    private void move(Pod pod, String before, String node) {
        if (nominated.containsKey(before)) {
            nominated.get(before).remove(pod.uid());
        }
        if (node.isEmpty()) {
            nodes.remove(pod.uid());
        } else {
            nodes.put(pod.uid(), node);
            nominated.computeIfAbsent(node, first -> new LinkedHashMap<>()).put(pod.uid(), pod);
        }
    }

    private List<Pod> lower(Pod pod, String node) {
        return nominated.getOrDefault(node, Map.of()).values().stream()
                .filter(other -> priority(other) < priority(pod))
                .toList();
    }

    /** Where a pod that waits will fit; empty when it is bound, is being deleted, or is not nominated. */
    private static String nomination(Pod pod) {
        String node = pod.status() == null ? null : pod.status().nominatedNodeName();
        return node == null
                        || pod.metadata().isDeleting()
                        || pod.nodeName() != null && !pod.nodeName().isEmpty()
                ? ""
                : node;
    }

    /** Whether the pod is nominated because others had to make room; otherwise it is about to be bound. */
    private static boolean isPreempting(Pod pod) {
        return pod.condition("PodScheduled")
                .filter(condition -> "False".equals(condition.status()) && "Unschedulable".equals(condition.reason()))
                .isPresent();
    }

    private static int priority(Pod pod) {
        return pod.spec().priority() == null ? 0 : pod.spec().priority();
    }

    @Override
    public void atRest(long now, Outcomes outcomes) {
        outdated.values().forEach(one -> judge(one, now, outcomes));
    }

    private void judge(@Nullable Outdated one, long now, Outcomes outcomes) {
        if (one != null && now - one.since() > bound && faults.isNoneSince(one.since())) {
            outcomes.broken(
                    this,
                    ObjectNames.of(one.pod()),
                    "stays nominated to node " + nomination(one.pod()) + ", where " + ObjectNames.of(one.by())
                            + " of higher priority has made room");
        }
    }
}
