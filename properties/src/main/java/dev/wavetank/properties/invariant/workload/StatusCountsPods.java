package dev.wavetank.properties.invariant.workload;

import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.apps.DaemonSet;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.GivenUpTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Focus;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Present;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * At rest the status of a ReplicaSet, Deployment, StatefulSet or DaemonSet is of its latest generation, and counts the
 * pods that there are: all pods of a ReplicaSet or StatefulSet that it controls and that have not ended, and those that
 * are ready; for a Deployment the pods of all its ReplicaSets. It is counted again from the pods, not from what the
 * suspect wrote.
 */
public final class StatusCountsPods implements Invariant {

    private final Present<Pod> pods = Present.byOwner(Pod.class);
    private final Present<ReplicaSet> sets = Present.byOwner(ReplicaSet.class);
    private final Map<String, KubernetesObject> workloads = new LinkedHashMap<>();
    /** Whom a controller has given up to sync, and has not written since, by key. */
    private final Map<String, GivenUpTrace> givenUp = new LinkedHashMap<>();

    @Override
    public String name() {
        return "StatusCountsPods";
    }

    @Override
    public String reason() {
        return "Autoscalers, budgets, roll-outs and people decide by these numbers. Workloads whose key a"
                + " controller has dropped from its queue, as upstream does after many failures, are unknown.";
    }

    @Override
    public List<String> sources() {
        return List.of("API reference v1.32, ReplicaSetStatus, DeploymentStatus, StatefulSetStatus, DaemonSetStatus");
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
        return "At rest the status of a workload is of its latest generation, and counts the pods that there are.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(
                Pod.class, ReplicaSet.class, Deployment.class, StatefulSet.class, DaemonSet.class, GivenUpTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof GivenUpTrace one) {
            givenUp.put(one.object(), one);
        } else if (entry.record() instanceof StoreTrace change) {
            KubernetesObject object = change.object();
            sets.observe(change);
            if (!pods.observe(change) && isWorkload(object)) {
                givenUp.remove(object.key().toString());
                if (change.change() == WatchEvent.Type.DELETED) {
                    workloads.remove(object.uid());
                } else {
                    workloads.put(object.uid(), object);
                }
            }
        }
    }

    private static boolean isWorkload(KubernetesObject object) {
        return object instanceof ReplicaSet
                || object instanceof Deployment
                || object instanceof StatefulSet
                || object instanceof DaemonSet;
    }

    @Override
    public void atRest(long now, Outcomes outcomes) {
        for (KubernetesObject workload : workloads.values()) {
            GivenUpTrace why = givenUp.get(workload.key().toString());
            if (why != null) {
                outcomes.unknown(this, ObjectNames.of(workload) + " is not synced any more: " + why.subject());
            } else if (!workload.metadata().isDeleting()) {
                judge(workload, outcomes);
            }
        }
    }

    private void judge(KubernetesObject workload, Outcomes outcomes) {
        if (workload instanceof ReplicaSet set && set.status() != null) {
            generation(set, set.status().observedGeneration(), set.status().replicas(), outcomes);
            count(set, "replicas", set.status().replicas(), count(set.uid(), Pod::isActive), outcomes);
            count(
                    set,
                    "readyReplicas",
                    set.status().readyReplicas(),
                    count(set.uid(), pod -> pod.isActive() && pod.isReady()),
                    outcomes);
        } else if (workload instanceof Deployment deployment && deployment.status() != null) {
            Deployment.Status status = deployment.status();
            generation(deployment, status.observedGeneration(), status.replicas(), outcomes);
            count(deployment, "replicas", status.replicas(), countOfSets(deployment.uid(), Pod::isActive), outcomes);
            count(
                    deployment,
                    "readyReplicas",
                    status.readyReplicas(),
                    countOfSets(deployment.uid(), pod -> pod.isActive() && pod.isReady()),
                    outcomes);
        } else if (workload instanceof StatefulSet set && set.status() != null) {
            generation(set, set.status().observedGeneration(), set.status().replicas(), outcomes);
            count(set, "replicas", set.status().replicas(), count(set.uid(), pod -> true), outcomes);
            count(
                    set,
                    "readyReplicas",
                    set.status().readyReplicas(),
                    count(set.uid(), pod -> pod.phase().equals("Running") && pod.isReady()),
                    outcomes);
        } else if (workload instanceof DaemonSet set && set.status() != null) {
            generation(set, set.status().observedGeneration(), set.status().currentNumberScheduled(), outcomes);
        }
    }

    /** A status that counts something was written by the controller, and so has a generation. */
    private void generation(KubernetesObject workload, Long observed, Integer counted, Outcomes outcomes) {
        Long generation = workload.metadata().generation();
        boolean isWritten = observed != null || Defaults.zeroIfNull(counted) > 0;
        if (generation != null && isWritten && !generation.equals(observed)) {
            outcomes.broken(
                    this,
                    ObjectNames.of(workload),
                    "has a status of generation " + observed + ", expected " + generation);
        }
    }

    private void count(KubernetesObject workload, String field, Integer written, long counted, Outcomes outcomes) {
        if (Defaults.zeroIfNull(written) != counted) {
            outcomes.broken(
                    this,
                    ObjectNames.of(workload),
                    "has status." + field + " " + Defaults.zeroIfNull(written) + ", expected " + counted);
        }
    }

    private long count(String controller, Predicate<Pod> counts) {
        return pods.countSeen(controller, counts);
    }

    private long countOfSets(String deployment, Predicate<Pod> counts) {
        return sets.ownedBy(deployment).stream()
                .mapToLong(set -> count(set.uid(), counts))
                .sum();
    }
}
