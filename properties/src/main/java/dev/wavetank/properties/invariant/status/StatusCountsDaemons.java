package dev.wavetank.properties.invariant.status;

import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.apps.ControllerRevision;
import dev.wavetank.model.api.apps.DaemonSet;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Focus;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Present;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.properties.invariant.workload.DaemonNodes;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * At rest the status of a DaemonSet counts the nodes that are to have a pod, and those whose pod is there, ready, and
 * of the latest template. It is counted again from nodes and pods.
 */
public final class StatusCountsDaemons implements Invariant {

    private static final String HASH = "controller-revision-hash";

    private final Present<DaemonSet> sets = new Present<>(DaemonSet.class);
    private final Present<Node> nodes = new Present<>(Node.class);
    private final Present<Pod> pods = new Present<>(Pod.class);
    private final Present<ControllerRevision> revisions = new Present<>(ControllerRevision.class);

    @Override
    public String name() {
        return "StatusCountsDaemons";
    }

    @Override
    public String reason() {
        return "Operators of a cluster read from it on which nodes network, storage or monitoring is missing,"
                + " and whether an update of them is done. While pods come or go nothing is judged, nor where an"
                + " affinity or the name of a node chooses.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "API reference v1.32, DaemonSetStatus",
                "pkg/controller/daemon/daemon_controller.go (v1.32), updateDaemonSetStatus");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.WORKLOADS, Tag.STATUS, Tag.AT_REST);
    }

    @Override
    public Focus focus() {
        return Focus.COUNT;
    }

    @Override
    public String statement() {
        return "At rest the status of a DaemonSet counts the nodes that are to have its pod, and those that have it.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(DaemonSet.class, Node.class, ControllerRevision.class, Pod.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof StoreTrace change && !sets.observe(change) && !nodes.observe(change)) {
            if (!revisions.observe(change)
                    && change.object() instanceof Pod pod
                    && pod.metadata().controller().stream()
                            .anyMatch(owner -> owner.kind().equals(DaemonSet.KIND))) {
                pods.observe(change);
            }
        }
    }

    @Override
    public void atRest(long now, Outcomes outcomes) {
        for (DaemonSet set : sets.all()) {
            if (!set.metadata().isDeleting()
                    && set.status() != null
                    && set.status().observedGeneration() != null) {
                judge(set, outcomes);
            }
        }
    }

    private void judge(DaemonSet set, Outcomes outcomes) {
        Map<String, Pod> there = new LinkedHashMap<>();
        for (Pod pod : pods.all()) {
            if (Present.controllerOf(pod).equals(set.uid())) {
                boolean isSettled = pod.isActive() && pod.nodeName() != null;
                if (!isSettled || there.put(pod.nodeName(), pod) != null) {
                    return;
                }
            }
        }
        if (set.spec().template().spec().affinity() != null
                || set.spec().template().spec().nodeName() != null) {
            return;
        }
        count(set, there, outcomes);
    }

    private void count(DaemonSet set, Map<String, Pod> there, Outcomes outcomes) {
        DaemonNodes wanted = new DaemonNodes(set);
        String latest = latest(set.uid());
        int desired = 0;
        int current = 0;
        int misscheduled = 0;
        int ready = 0;
        int updated = 0;
        for (Node node : nodes.all()) {
            Pod pod = there.get(node.metadata().name());
            if (!wanted.wants(node)) {
                misscheduled += pod == null ? 0 : 1;
                continue;
            }
            desired++;
            if (pod != null) {
                current++;
                ready += pod.isReady() ? 1 : 0;
                updated +=
                        latest != null && latest.equals(pod.metadata().labels().get(HASH)) ? 1 : 0;
            }
        }
        DaemonSet.Status status = set.status();
        compare(set, "desiredNumberScheduled", status.desiredNumberScheduled(), desired, outcomes);
        compare(set, "currentNumberScheduled", status.currentNumberScheduled(), current, outcomes);
        compare(set, "numberMisscheduled", status.numberMisscheduled(), misscheduled, outcomes);
        compare(set, "numberReady", status.numberReady(), ready, outcomes);
        if (latest != null) {
            compare(set, "updatedNumberScheduled", status.updatedNumberScheduled(), updated, outcomes);
        }
        if (Defaults.zeroIfNull(set.spec().minReadySeconds()) == 0) {
            compare(set, "numberAvailable", status.numberAvailable(), ready, outcomes);
            compare(set, "numberUnavailable", status.numberUnavailable(), desired - ready, outcomes);
        }
    }

    /** The hash of the newest template; null before there is one. */
    private @Nullable String latest(String owner) {
        return revisions.all().stream()
                .filter(revision -> Present.controllerOf(revision).equals(owner))
                .max(Comparator.comparingLong(ControllerRevision::number))
                .map(revision -> revision.metadata().labels().get(HASH))
                .orElse(null);
    }

    private void compare(DaemonSet set, String field, @Nullable Integer written, int counted, Outcomes outcomes) {
        if (Defaults.zeroIfNull(written) != counted) {
            outcomes.broken(
                    this,
                    ObjectNames.of(set),
                    "has status." + field + " " + Defaults.zeroIfNull(written) + ", expected " + counted);
        }
    }
}
