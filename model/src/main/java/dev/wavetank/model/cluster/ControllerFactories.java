package dev.wavetank.model.cluster;

import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.controller.ControllerEnvironment;
import dev.wavetank.model.controller.ControllerFlag;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.controller.attachdetach.AttachDetachController;
import dev.wavetank.model.controller.attachdetach.ExternalAttacher;
import dev.wavetank.model.controller.clusterroleaggregation.ClusterRoleAggregationController;
import dev.wavetank.model.controller.cronjob.CronJobs;
import dev.wavetank.model.controller.daemonset.DaemonSetController;
import dev.wavetank.model.controller.deployment.DeploymentController;
import dev.wavetank.model.controller.disruption.DisruptionController;
import dev.wavetank.model.controller.endpoint.EndpointsController;
import dev.wavetank.model.controller.endpointslice.EndpointSliceController;
import dev.wavetank.model.controller.endpointslicemirroring.EndpointSliceMirroringController;
import dev.wavetank.model.controller.ephemeralvolume.EphemeralVolumeController;
import dev.wavetank.model.controller.garbagecollector.GarbageCollector;
import dev.wavetank.model.controller.horizontalpodautoscaler.HorizontalPodAutoscalerController;
import dev.wavetank.model.controller.job.JobController;
import dev.wavetank.model.controller.namespace.NamespaceController;
import dev.wavetank.model.controller.nodeipam.NodeIpamController;
import dev.wavetank.model.controller.nodelifecycle.NodeLifecycleController;
import dev.wavetank.model.controller.owned.ControllerExpectations;
import dev.wavetank.model.controller.persistentvolume.PersistentVolumeController;
import dev.wavetank.model.controller.podgc.PodGarbageCollector;
import dev.wavetank.model.controller.pods.PodBatches;
import dev.wavetank.model.controller.provisioner.ExternalProvisioner;
import dev.wavetank.model.controller.replicaset.ReplicaSetController;
import dev.wavetank.model.controller.replicationcontroller.ReplicationManager;
import dev.wavetank.model.controller.resourcequota.ResourceQuotaController;
import dev.wavetank.model.controller.serviceaccount.RootCaPublisher;
import dev.wavetank.model.controller.serviceaccount.ServiceAccountController;
import dev.wavetank.model.controller.serviceaccount.TokensController;
import dev.wavetank.model.controller.statefulset.StatefulSetController;
import dev.wavetank.model.controller.tainteviction.TaintEvictionController;
import dev.wavetank.model.controller.ttl.TtlController;
import dev.wavetank.model.controller.ttlafterfinished.TtlAfterFinishedController;
import dev.wavetank.model.controller.volumeprotection.ClaimProtectionController;
import dev.wavetank.model.controller.volumeprotection.VolumeProtectionController;
import dev.wavetank.model.metrics.AnnotatedMetrics;
import dev.wavetank.model.version.Feature;
import java.util.LinkedHashMap;
import java.util.Map;

/** How each controller of Kubernetes is made. */
final class ControllerFactories {

    private ControllerFactories() {}

    /** All of them by label, in the order in which they start. */
    static Map<String, Controller.Factory> all() {
        Map<String, Controller.Factory> factories = new LinkedHashMap<>();
        for (KubernetesController controller : KubernetesController.values()) {
            factories.put(controller.label(), of(controller));
        }
        return factories;
    }

    /**
     * The controller of nodes, and beside it that of their ranges when there is one: they have one account, and until
     * v1.8 they were one controller.
     */
    private static Controller nodes(ControllerEnvironment environment) {
        Controller lifecycle = new NodeLifecycleController(environment);
        if (!environment.flags().truth(ControllerFlag.ALLOCATE_NODE_CIDRS)) {
            return lifecycle;
        }
        Controller ranges = new NodeIpamController(environment);
        return () -> {
            ranges.start();
            lifecycle.start();
        };
    }

    /** A controller that versions without a behaviour do not have: it neither watches nor writes there. */
    private static Controller.Factory with(Feature feature, Controller.Factory factory) {
        return environment -> environment.version().has(feature) ? factory.create(environment) : () -> {};
    }

    private static Controller.Factory of(KubernetesController controller) {
        return switch (controller) {
            case DEPLOYMENT -> DeploymentController::new;
            case REPLICA_SET ->
                environment -> new ReplicaSetController(
                        environment,
                        PodBatches.SLOW_START,
                        new ControllerExpectations(environment.context(), ReplicaSetController.NAME));
            case JOB ->
                environment -> new JobController(
                        environment, new ControllerExpectations(environment.context(), JobController.NAME));
            case CRON_JOB -> CronJobs::controller;
            case TTL_AFTER_FINISHED -> TtlAfterFinishedController::new;
            case HORIZONTAL_POD_AUTOSCALER ->
                environment -> new HorizontalPodAutoscalerController(environment, new AnnotatedMetrics());
            case REPLICATION_CONTROLLER -> ReplicationManager::create;
            case DAEMON_SET -> DaemonSetController::new;
            case STATEFUL_SET -> StatefulSetController::new;
            case GARBAGE_COLLECTOR -> GarbageCollector::new;
            case NAMESPACE -> NamespaceController::new;
            case SERVICE_ACCOUNT -> ServiceAccountController::new;
            case SERVICE_ACCOUNT_TOKEN -> TokensController::new;
            case ROOT_CA_PUBLISHER -> RootCaPublisher::new;
            case ENDPOINTS -> EndpointsController::new;
            case ENDPOINT_SLICE -> with(Feature.ENDPOINT_SLICES, EndpointSliceController::new);
            case ENDPOINT_SLICE_MIRRORING -> with(Feature.MIRRORED_SLICES, EndpointSliceMirroringController::new);
            case RESOURCE_QUOTA -> ResourceQuotaController::new;
            case NODE_LIFECYCLE -> ControllerFactories::nodes;
            case TAINT_EVICTION -> TaintEvictionController::new;
            case POD_GARBAGE_COLLECTOR -> PodGarbageCollector::new;
            case DISRUPTION -> DisruptionController::new;
            case TTL -> TtlController::new;
            case ATTACH_DETACH -> AttachDetachController::new;
            case VOLUME_BINDER -> PersistentVolumeController::new;
            case EPHEMERAL_VOLUME -> with(Feature.GENERIC_EPHEMERAL_VOLUMES, EphemeralVolumeController::new);
            case CLUSTER_ROLE_AGGREGATION -> ClusterRoleAggregationController::of;
            case CLAIM_PROTECTION -> ClaimProtectionController::new;
            case VOLUME_PROTECTION -> VolumeProtectionController::new;
            case EXTERNAL_PROVISIONER -> ExternalProvisioner::new;
            case EXTERNAL_ATTACHER -> ExternalAttacher::new;
        };
    }
}
