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
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * At rest the status of a ReplicaSet, Deployment, StatefulSet or DaemonSet is of its latest generation, and counts the
 * pods that there are.
 *
 * <p>It is counted again from the pods, not from what the suspect wrote: all pods of a ReplicaSet or StatefulSet that
 * it controls and that have not ended, and those that are ready; for a Deployment the pods of all its ReplicaSets.
 */
public final class StatusCountsPods implements Invariant {

    private final Map<String, Pod> pods = new LinkedHashMap<>();
    private final Map<String, KubernetesObject> workloads = new LinkedHashMap<>();
    /** Whom a controller has given up to sync, and has not written since, by key. */
    private final Map<String, GivenUpTrace> givenUp = new LinkedHashMap<>();

    @Override
    public String name() {
        return "StatusCountsPods";
    }

    @Override
    public String statement() {
        return "At rest the status of a workload is of its latest generation, and counts the pods that there are.";
    }

    @Override
    public List<Class<? extends TraceRecord>> records() {
        return List.of(StoreTrace.class, GivenUpTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof GivenUpTrace one) {
            givenUp.put(one.object(), one);
        } else if (entry.record() instanceof StoreTrace change) {
            KubernetesObject object = change.object();
            if (object instanceof Pod pod) {
                keep(pods, pod, change);
            } else if (object instanceof ReplicaSet
                    || object instanceof Deployment
                    || object instanceof StatefulSet
                    || object instanceof DaemonSet) {
                givenUp.remove(object.key().toString());
                keep(workloads, object, change);
            }
        }
    }

    private static <T extends KubernetesObject> void keep(Map<String, T> all, T object, StoreTrace change) {
        if (change.change() == WatchEvent.Type.DELETED) {
            all.remove(object.uid());
        } else {
            all.put(object.uid(), object);
        }
    }

    @Override
    public void conclude(long now, Outcomes outcomes) {
        Owned owned = new Owned(byController(pods.values()), byController(workloads.values()));
        for (KubernetesObject workload : workloads.values()) {
            GivenUpTrace why = givenUp.get(workload.key().toString());
            if (why != null) {
                outcomes.unknown(this, ObjectNames.of(workload) + " is not synced any more: " + why.subject());
            } else if (!workload.metadata().isDeleting()) {
                judge(workload, owned, outcomes);
            }
        }
    }

    private void judge(KubernetesObject workload, Owned owned, Outcomes outcomes) {
        if (workload instanceof ReplicaSet set && set.status() != null) {
            generation(set, set.status().observedGeneration(), set.status().replicas(), outcomes);
            count(set, "replicas", set.status().replicas(), owned.pods(set.uid(), Pod::isActive), outcomes);
            count(
                    set,
                    "readyReplicas",
                    set.status().readyReplicas(),
                    owned.pods(set.uid(), pod -> pod.isActive() && pod.isReady()),
                    outcomes);
        } else if (workload instanceof Deployment deployment && deployment.status() != null) {
            Deployment.Status status = deployment.status();
            generation(deployment, status.observedGeneration(), status.replicas(), outcomes);
            count(
                    deployment,
                    "replicas",
                    status.replicas(),
                    owned.podsOfSets(deployment.uid(), Pod::isActive),
                    outcomes);
            count(
                    deployment,
                    "readyReplicas",
                    status.readyReplicas(),
                    owned.podsOfSets(deployment.uid(), pod -> pod.isActive() && pod.isReady()),
                    outcomes);
        } else if (workload instanceof StatefulSet set && set.status() != null) {
            generation(set, set.status().observedGeneration(), set.status().replicas(), outcomes);
            count(set, "replicas", set.status().replicas(), owned.pods(set.uid(), pod -> true), outcomes);
            count(
                    set,
                    "readyReplicas",
                    set.status().readyReplicas(),
                    owned.pods(set.uid(), pod -> pod.phase().equals("Running") && pod.isReady()),
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

    private static <T extends KubernetesObject> Map<String, List<T>> byController(Collection<T> objects) {
        Map<String, List<T>> result = new LinkedHashMap<>();
        for (T object : objects) {
            object.metadata()
                    .controller()
                    .ifPresent(owner -> result.computeIfAbsent(owner.uid(), first -> new ArrayList<>())
                            .add(object));
        }
        return result;
    }

    /** Pods and workloads by the uid of their controller, sorted once: there can be thousands of each. */
    private record Owned(Map<String, List<Pod>> pods, Map<String, List<KubernetesObject>> workloads) {

        long pods(String uid, Predicate<Pod> counts) {
            return pods.getOrDefault(uid, List.of()).stream().filter(counts).count();
        }

        long podsOfSets(String uid, Predicate<Pod> counts) {
            return workloads.getOrDefault(uid, List.of()).stream()
                    .filter(ReplicaSet.class::isInstance)
                    .mapToLong(set -> pods(set.uid(), counts))
                    .sum();
        }
    }
}
