package dev.wavetank.properties.invariant.workload;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.apps.DaemonSet;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.ReplicationController;
import dev.wavetank.model.controller.daemonset.DaemonSetController;
import dev.wavetank.model.controller.job.JobController;
import dev.wavetank.model.controller.replicaset.ReplicaSetController;
import dev.wavetank.model.controller.replicationcontroller.ReplicationManager;
import dev.wavetank.model.controller.statefulset.StatefulSetController;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.KnownBehaviour;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A controller of workloads deletes only pods that an object of its kind controls at that moment. The deletion has no
 * precondition on the owner, so a pod that was its own and was taken away is a {@linkplain
 * KnownBehaviour#DELETES_ORPHANS known behaviour}.
 */
public final class DeletesOnlyOwned implements Invariant {

    /** What each controller owns, by its user agent. */
    private static final Map<String, String> OWNERS = owners();

    /** The kinds of the controllers that pods have lost, by uid of the pod. */
    private final Map<String, String> lost = new LinkedHashMap<>();

    private static Map<String, String> owners() {
        Map<String, String> owners = new LinkedHashMap<>();
        owners.put(ReplicaSetController.NAME, ReplicaSet.KIND);
        owners.put(ReplicationManager.NAME, ReplicationController.KIND);
        owners.put(StatefulSetController.NAME, StatefulSet.KIND);
        owners.put(DaemonSetController.NAME, DaemonSet.KIND);
        owners.put(JobController.NAME, Job.KIND);
        return owners;
    }

    @Override
    public String name() {
        return "DeletesOnlyOwned";
    }

    @Override
    public String reason() {
        return "Taking a pod out of a workload, by its labels or its owner reference, is how people keep it for"
                + " debugging or hand it to another controller; a controller that deletes it all the same destroys"
                + " it. Controllers decide by a cache, which may still show the pod as their own; a pod that never"
                + " was their own they must not touch.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "kubernetes#138818", "Kubernetes documentation v1.32, ReplicaSet, Isolating Pods from a ReplicaSet");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.CACHES, Tag.WORKLOADS, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "A controller of workloads deletes only pods that an object of its kind controls.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Pod.class, ApiRequest.Delete.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof StoreTrace change) {
            if (change.object() instanceof Pod pod) {
                observe(pod, change);
            }
        } else if (entry.record() instanceof RequestTrace request
                && request.verb().equals("delete")
                && request.response() instanceof ApiResponse.One one
                && one.object() instanceof Pod pod) {
            String kind = OWNERS.get(request.call().userAgent());
            if (kind != null && !kind.equals(controller(pod))) {
                judge(pod, kind, request.call().userAgent(), outcomes);
            }
        }
    }

    private void observe(Pod pod, StoreTrace change) {
        if (change.change() == WatchEvent.Type.DELETED) {
            lost.remove(pod.uid());
        } else if (change.previous() instanceof Pod before) {
            String former = controller(before);
            if (!former.isEmpty() && !former.equals(controller(pod))) {
                lost.put(pod.uid(), former);
            }
        }
    }

    private static String controller(Pod pod) {
        return pod.metadata().controller().map(reference -> reference.kind()).orElse("");
    }

    private void judge(Pod pod, String kind, String agent, Outcomes outcomes) {
        String now = controller(pod);
        String message = "was deleted by the " + agent + ", although "
                + (now.isEmpty() ? "nothing controls it" : "a " + now + " controls it");
        if (kind.equals(lost.get(pod.uid()))) {
            outcomes.known(
                    KnownBehaviour.DELETES_ORPHANS,
                    this,
                    ObjectNames.of(pod),
                    message + " since somebody took it from its " + kind);
        } else {
            outcomes.broken(this, ObjectNames.of(pod), message);
        }
    }
}
