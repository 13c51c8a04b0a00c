package dev.wavetank.properties.explore;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Verb;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.trace.NotSimulatedTrace;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceSink;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Records what a run accepted and did not simulate: the kinds of objects that users created and that the model stores
 * without a controller for them, and what components report.
 */
public final class StoredKinds implements TraceSink {

    private static final Set<String> SIMULATED = Set.of(
            "Deployment",
            "ReplicaSet",
            "ReplicationController",
            "StatefulSet",
            "DaemonSet",
            "ControllerRevision",
            "Job",
            "CronJob",
            "HorizontalPodAutoscaler",
            "Service",
            "Endpoints",
            "EndpointSlice",
            "Pod",
            "ConfigMap",
            "Secret",
            "Namespace",
            "ResourceQuota",
            "LimitRange",
            "ServiceAccount",
            "Node",
            "CustomResourceDefinition",
            "PriorityClass",
            "Role",
            "ClusterRole",
            "RoleBinding",
            "ClusterRoleBinding",
            "MutatingWebhookConfiguration",
            "ValidatingWebhookConfiguration",
            "InitializerConfiguration",
            "PodDisruptionBudget",
            "PersistentVolume",
            "PersistentVolumeClaim",
            "StorageClass",
            "RuntimeClass",
            "CSIDriver",
            "CSINode",
            "VolumeAttachment");

    private static final Set<Verb> WRITES = Set.of(Verb.CREATE, Verb.UPDATE, Verb.PATCH);

    /** HTTP status of an answer: also a server-side apply creates. */
    private static final int CREATED = 201;

    private static final String HOLLOW = "kubelet.hollow";

    private final Set<String> storedOnly = new TreeSet<>();
    private final Set<String> notSimulated = new TreeSet<>();

    /** Of a run in this cluster. */
    public StoredKinds(ClusterSpec cluster) {
        KubernetesVersion version = cluster.profile();
        if (version.has(Feature.HOLLOW_NODES) && !cluster.settings().containsKey(HOLLOW)) {
            notSimulated.add("the work of nodes, which are hollow by default in " + version + ": containers start at"
                    + " once, volumes are not mounted, kubelets record no Events (" + HOLLOW
                    + "=false makes them real)");
        }
    }

    @Override
    public void accept(TraceEntry entry) {
        if (entry.record() instanceof NotSimulatedTrace report) {
            notSimulated.add(report.what());
        }
        if (entry.record() instanceof RequestTrace request
                && WRITES.contains(request.call().request().verb())
                && !request.isDryRun()
                && request.call().request().subresource().isEmpty()
                && request.response() instanceof ApiResponse.One answer) {
            notSimulated.addAll(UnsimulatedFields.of(answer.object()));
            if (answer.code() == CREATED && request.call().userAgent().startsWith("kubectl")) {
                created(request);
            }
        }
    }

    private void created(RequestTrace request) {
        String kind = request.call().request().resource().kind();
        if (!SIMULATED.contains(kind) && !kind.endsWith("Review")) {
            storedOnly.add(kind);
        }
    }

    /** What components accepted and do not simulate, without the objects that have it. */
    public List<String> notSimulated() {
        return List.copyOf(notSimulated);
    }

    public List<String> storedOnly() {
        return List.copyOf(storedOnly);
    }
}
