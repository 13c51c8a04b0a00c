package dev.wavetank.properties.invariant.workload;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.autoscaling.HorizontalPodAutoscaler;
import dev.wavetank.model.api.batch.CronJob;
import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.api.core.Namespace;
import dev.wavetank.model.client.leaderelection.LeaderElection;
import dev.wavetank.model.controller.daemonset.DaemonSetController;
import dev.wavetank.model.controller.deployment.DeploymentController;
import dev.wavetank.model.controller.disruption.DisruptionController;
import dev.wavetank.model.controller.endpoint.EndpointsController;
import dev.wavetank.model.controller.endpointslice.EndpointSliceController;
import dev.wavetank.model.controller.garbagecollector.GarbageCollector;
import dev.wavetank.model.controller.job.JobController;
import dev.wavetank.model.controller.namespace.NamespaceController;
import dev.wavetank.model.controller.replicaset.ReplicaSetController;
import dev.wavetank.model.controller.replicationcontroller.ReplicationManager;
import dev.wavetank.model.controller.resourcequota.ResourceQuotaController;
import dev.wavetank.model.controller.serviceaccount.RootCaPublisher;
import dev.wavetank.model.controller.serviceaccount.ServiceAccountController;
import dev.wavetank.model.controller.serviceaccount.TokensController;
import dev.wavetank.model.controller.statefulset.StatefulSetController;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A cluster at rest stays at rest: without other changes, no controller writes. Heartbeats of nodes, leases and Events
 * are no changes. Judged from the conclusion of a run on, until the first change by a client that is no controller of
 * Kubernetes.
 */
public final class QuietAtRest implements Invariant {

    private static final List<String> REPORTS = List.of("events", "leases", "nodes");
    private static final List<String> CLOCKWORK = List.of("jobs", "cronjobs", "horizontalpodautoscalers");
    private static final List<String> CONTROLLERS = List.of(
            DeploymentController.NAME,
            ReplicaSetController.NAME,
            ReplicationManager.NAME,
            StatefulSetController.NAME,
            DaemonSetController.NAME,
            JobController.NAME,
            GarbageCollector.NAME,
            NamespaceController.NAME,
            ResourceQuotaController.NAME,
            ServiceAccountController.NAME,
            TokensController.NAME,
            RootCaPublisher.NAME,
            EndpointsController.NAME,
            EndpointSliceController.NAME,
            DisruptionController.NAME);

    private final Set<String> clockwork = new LinkedHashSet<>();
    private boolean judging;

    @Override
    public String name() {
        return "QuietAtRest";
    }

    @Override
    public String reason() {
        return "A controller that goes on writing keeps etcd and every watch busy, and wakes others for nothing;"
                + " most hot loops begin so. Controllers with timers are exempt: a cluster with CronJobs,"
                + " autoscalers, Jobs that are unfinished or due for cleanup, or terminating namespaces is not"
                + " judged.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "this project: level-triggered controllers have nothing to do when observed and desired"
                        + " state are equal",
                "controller-runtime, FAQ: reconcile the whole state, whatever event came");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.LIVENESS, Tag.AT_REST);
    }

    @Override
    public String statement() {
        return "At rest, as long as nobody else changes anything, no controller writes.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Job.class, CronJob.class, HorizontalPodAutoscaler.class, Namespace.class, RequestTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof StoreTrace change) {
            if (CLOCKWORK.contains(change.resource().plural()) || isTerminatingNamespace(change)) {
                clockwork.add(change.object().uid());
                if (change.change() == WatchEvent.Type.DELETED || hasEnded(change.object())) {
                    clockwork.remove(change.object().uid());
                }
            }
        } else if (judging
                && entry.record() instanceof RequestTrace request
                && request.isWrite()
                && !request.call().userAgent().equals(LeaderElection.USER_AGENT)
                && !REPORTS.contains(request.call().request().resource().plural())) {
            judging = false;
            if (clockwork.isEmpty() && CONTROLLERS.contains(request.call().userAgent())) {
                outcomes.broken(
                        this,
                        request.subject(),
                        request.call().userAgent() + " wrote (" + request.verb() + "), although nothing had changed");
            }
        }
    }

    /** While something keeps its content, the namespace controller tries again for ever. */
    private static boolean isTerminatingNamespace(StoreTrace change) {
        return change.resource().plural().equals("namespaces")
                && change.object().metadata().isDeleting();
    }

    private static boolean hasEnded(KubernetesObject object) {
        return object instanceof Job job && job.spec().ttlSecondsAfterFinished() == null && job.isFinished();
    }

    @Override
    public void conclude(long now, Outcomes outcomes) {
        judging = true;
    }

    /** At the conclusion nothing is judged yet, and nothing comes after it. */
    @Override
    public void cutShort(long now, String reason, String pending, Outcomes outcomes) {
        outcomes.unknown(this, reason);
    }
}
