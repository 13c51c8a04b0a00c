package dev.wavetank.model.controller;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The controllers of a controller manager, in the order in which it starts them: everything that other parts of the
 * model know about a single controller. Names as in {@code cmd/kube-controller-manager/names/controller_names.go},
 * user agents as in {@code cmd/kube-controller-manager/app/*.go}.
 */
public enum KubernetesController {
    /** ReplicaSets for Deployments. */
    DEPLOYMENT(
            "deployment", "deployment-controller", "deployment-controller", ControllerFlag.CONCURRENT_DEPLOYMENT_SYNCS),
    /** Pods for ReplicaSets. */
    REPLICA_SET(
            "replicaset", "replicaset-controller", "replicaset-controller", ControllerFlag.CONCURRENT_REPLICASET_SYNCS),
    /** Pods for Jobs. */
    JOB("job", "job-controller", "job-controller", ControllerFlag.CONCURRENT_JOB_SYNCS),
    /** Jobs for CronJobs. */
    CRON_JOB("cronjob", "cronjob-controller", "cronjob-controller", ControllerFlag.CONCURRENT_CRON_JOB_SYNCS),
    /** Deletes Jobs some time after their end. */
    TTL_AFTER_FINISHED(
            "ttl-after-finished",
            "ttl-after-finished-controller",
            "ttl-after-finished-controller",
            ControllerFlag.CONCURRENT_TTL_AFTER_FINISHED_SYNCS),
    /** Sizes of workloads by what their pods use. */
    HORIZONTAL_POD_AUTOSCALER(
            "horizontalpodautoscaling",
            "horizontal-pod-autoscaler-controller",
            "horizontal-pod-autoscaler",
            ControllerFlag.CONCURRENT_HORIZONTAL_POD_AUTOSCALER_SYNCS),
    /** Pods for ReplicationControllers. */
    REPLICATION_CONTROLLER(
            "replicationcontroller",
            "replicationcontroller-controller",
            "replication-controller",
            ControllerFlag.CONCURRENT_RC_SYNCS),
    /** Pods for DaemonSets. */
    DAEMON_SET("daemonset", "daemonset-controller", "daemon-set-controller", ControllerFlag.CONCURRENT_DAEMONSET_SYNCS),
    /** Pods for StatefulSets. */
    STATEFUL_SET(
            "statefulset",
            "statefulset-controller",
            "statefulset-controller",
            ControllerFlag.CONCURRENT_STATEFULSET_SYNCS),
    /** Deletes objects whose owners are gone. */
    GARBAGE_COLLECTOR(
            "garbagecollector",
            "garbage-collector-controller",
            "generic-garbage-collector",
            ControllerFlag.CONCURRENT_GC_SYNCS),
    /** Empties namespaces that are being deleted. */
    NAMESPACE("namespace", "namespace-controller", "namespace-controller", ControllerFlag.CONCURRENT_NAMESPACE_SYNCS),
    /** The ServiceAccount {@code default} of each namespace. */
    SERVICE_ACCOUNT("serviceaccount", "serviceaccount-controller", "service-account-controller", null),
    /** Secrets with tokens for ServiceAccounts. It uses the manager's own credentials. */
    SERVICE_ACCOUNT_TOKEN(
            "serviceaccount-token",
            "serviceaccount-token-controller",
            "tokens-controller",
            ControllerFlag.CONCURRENT_SERVICEACCOUNT_TOKEN_SYNCS),
    /** The ConfigMap {@code kube-root-ca.crt} of each namespace. */
    ROOT_CA_PUBLISHER(
            "root-ca-cert-publisher", "root-ca-certificate-publisher-controller", "root-ca-cert-publisher", null),
    /** Endpoints for Services. */
    ENDPOINTS("endpoint", "endpoints-controller", "endpoint-controller", ControllerFlag.CONCURRENT_ENDPOINT_SYNCS),
    /** EndpointSlices for Services. */
    ENDPOINT_SLICE(
            "endpointslice",
            "endpointslice-controller",
            "endpointslice-controller",
            ControllerFlag.CONCURRENT_SERVICE_ENDPOINT_SYNCS),
    /** EndpointSlices for Endpoints of Services without a selector. */
    ENDPOINT_SLICE_MIRRORING(
            "endpointslicemirroring",
            "endpointslice-mirroring-controller",
            "endpointslicemirroring-controller",
            ControllerFlag.MIRRORING_CONCURRENT_SERVICE_ENDPOINT_SYNCS),
    /** Statuses of ResourceQuotas. */
    RESOURCE_QUOTA(
            "resourcequota",
            "resourcequota-controller",
            "resourcequota-controller",
            ControllerFlag.CONCURRENT_RESOURCE_QUOTA_SYNCS),
    /** Taints nodes that are silent. */
    NODE_LIFECYCLE("nodelifecycle", "node-lifecycle-controller", "node-controller", null),
    /** Evicts pods from tainted nodes; it has the user agent of the controller that it was a part of. */
    TAINT_EVICTION("taint-eviction-controller", "taint-eviction-controller", "node-controller", null),
    /** Deletes pods that ended and pods without a node. */
    POD_GARBAGE_COLLECTOR("podgc", "pod-garbage-collector-controller", "pod-garbage-collector", null),
    /** Statuses of PodDisruptionBudgets. */
    DISRUPTION("disruption", "disruption-controller", "disruption-controller", null),
    /** For how long kubelets may keep what they have read. */
    TTL("ttl", "ttl-controller", "ttl-controller", null),
    /** Attaches volumes to nodes. */
    ATTACH_DETACH("attachdetach", "persistentvolume-attach-detach-controller", "attachdetach-controller", null),
    /** Binds volumes and claims. */
    VOLUME_BINDER("persistentvolume-binder", "persistentvolume-binder-controller", "persistent-volume-binder", null),
    /** Claims for ephemeral volumes of pods. */
    EPHEMERAL_VOLUME(
            "ephemeral-volume",
            "ephemeral-volume-controller",
            "ephemeral-volume-controller",
            ControllerFlag.CONCURRENT_EPHEMERALVOLUME_SYNCS),
    /** Rules of ClusterRoles that select others. */
    CLUSTER_ROLE_AGGREGATION(
            "clusterrole-aggregation",
            "clusterrole-aggregation-controller",
            "clusterrole-aggregation-controller",
            null),
    /** Keeps claims that pods use. */
    CLAIM_PROTECTION(
            "pvc-protection", "persistentvolumeclaim-protection-controller", "pvc-protection-controller", null),
    /** Keeps volumes that are bound. */
    VOLUME_PROTECTION("pv-protection", "persistentvolume-protection-controller", "pv-protection-controller", null),
    /** Makes volumes for claims: a program outside Kubernetes, with all rights. */
    EXTERNAL_PROVISIONER("external-provisioner", "external-provisioner", "external-provisioner", null),
    /** Attaches volumes of CSI drivers: a program outside Kubernetes, with all rights. */
    EXTERNAL_ATTACHER("external-attacher", "external-attacher", "external-attacher", null);

    private final String label;
    private final String longName;
    private final String userAgent;
    private final ControllerFlag workers;

    /**
     * A controller.
     *
     * @param label name in {@code --controllers} until v1.27, and in the simulation
     * @param longName name in {@code --controllers} since v1.28
     * @param userAgent of its requests, and its service account
     * @param workers the flag for the number of its workers; null without such a flag
     */
    KubernetesController(String label, String longName, String userAgent, ControllerFlag workers) {
        this.label = label;
        this.longName = longName;
        this.userAgent = userAgent;
        this.workers = workers;
    }

    /** Its name in the controller manager: that of {@code --controllers} until v1.27. */
    public String label() {
        return label;
    }

    /** The user agent of its requests: the actor in traces and faults. */
    public String userAgent() {
        return userAgent;
    }

    /**
     * Its service account in {@code kube-system}, when components have only their own rights; the ClusterRole is
     * {@code system:controller:} with this name. Empty when it uses the credentials of the manager.
     */
    public Optional<String> role() {
        return this == SERVICE_ACCOUNT_TOKEN || this == EXTERNAL_PROVISIONER || this == EXTERNAL_ATTACHER
                ? Optional.empty()
                : Optional.of(userAgent);
    }

    /** Whether a name is that of a controller's service account. */
    static boolean isAccount(String name) {
        return Arrays.stream(values())
                .anyMatch(controller -> controller.role().filter(name::equals).isPresent());
    }

    /** The controller with this label; empty when it is none of Kubernetes. */
    static Optional<KubernetesController> of(String label) {
        return Arrays.stream(values())
                .filter(controller -> controller.label.equals(label))
                .findFirst();
    }

    /** The flag for the number of its workers. */
    public Optional<ControllerFlag> workers() {
        return Optional.ofNullable(workers);
    }

    /** Labels by the names that {@code --controllers} has since v1.28, for those that have been renamed. */
    static Map<String, String> labelsByLongName() {
        Map<String, String> labels = new LinkedHashMap<>();
        for (KubernetesController controller : values()) {
            labels.put(controller.longName, controller.label);
        }
        return Collections.unmodifiableMap(labels);
    }
}
