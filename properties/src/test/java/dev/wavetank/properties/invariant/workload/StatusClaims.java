package dev.wavetank.properties.invariant.workload;

import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.invariant.network.EntriesDescribePods;
import dev.wavetank.properties.invariant.status.FieldsCounted;
import dev.wavetank.properties.invariant.status.StatusAddsUp;
import dev.wavetank.properties.invariant.status.TransitionsTimed;
import java.util.List;

/** What is claimed of what statuses say, each with a story that breaks the claim. */
final class StatusClaims {

    private static final String AVAILABLE =
            "conditions: [{type: Available, status: '%s', reason: %s, lastTransitionTime: '2026-01-01T00:00:%s'}]";

    private StatusClaims() {}

    static List<Claims.Claim> all() {
        return List.of(
                Claims.claim(
                        "no more daemons are available than are ready",
                        new StatusAddsUp(KubernetesVersion.DEFAULT),
                        s -> s.stored(
                                object("apps/v1", "DaemonSet", "logs", "", "desiredNumberScheduled: 2"),
                                object(
                                        "apps/v1",
                                        "DaemonSet",
                                        "logs",
                                        "",
                                        "desiredNumberScheduled: 2, currentNumberScheduled: 2, numberReady: 1,"
                                                + " numberAvailable: 2"))),
                Claims.claim(
                        "a Job that is complete says since when",
                        new StatusAddsUp(KubernetesVersion.DEFAULT),
                        s -> s.stored(
                                object("batch/v1", "Job", "work", "", ""),
                                object(
                                        "batch/v1",
                                        "Job",
                                        "work",
                                        "",
                                        "conditions: [{type: Complete, status: 'True'}]"))),
                Claims.claim(
                        "a StatefulSet moves on when its pods are ready",
                        new StatusAddsUp(KubernetesVersion.DEFAULT),
                        s -> s.stored(
                                object("apps/v1", "StatefulSet", "db", "", "currentRevision: one, replicas: 2"),
                                object(
                                        "apps/v1",
                                        "StatefulSet",
                                        "db",
                                        "",
                                        "currentRevision: two, replicas: 2, updatedReplicas: 2, readyReplicas: 1"))),
                Claims.claim(
                        "a transition has its time",
                        new TransitionsTimed(),
                        s -> s.stored(available("True", "MinimumReplicasAvailable", "10Z"))
                                .at(600)
                                .stored(available("False", "MinimumReplicasUnavailable", "10Z"))),
                Claims.claim(
                        "a condition keeps its time",
                        new TransitionsTimed(),
                        s -> s.stored(available("True", "MinimumReplicasAvailable", "10Z"))
                                .at(30)
                                .stored(available("True", "Other", "20Z"))),
                Claims.claim(
                        "a Job counts the pods that work",
                        new FieldsCounted(KubernetesVersion.DEFAULT),
                        s -> s.stored(
                                        object("batch/v1", "Job", "work", "", "active: 2"),
                                        Story.pod(
                                                "{name: work-1, namespace: default, ownerReferences: ["
                                                        + Story.owner("Job", "work") + "]}",
                                                "{}",
                                                "{phase: Running}"))
                                .concluded()),
                Claims.claim(
                        "endpoints say where their pods are",
                        new EntriesDescribePods(KubernetesVersion.DEFAULT),
                        s -> s.stored(
                                        object(
                                                "v1",
                                                "Service",
                                                "web",
                                                "selector: {app: web}, clusterIP: 10.96.0.2",
                                                ""),
                                        Story.pod("{name: web-1, namespace: default}", "{nodeName: one}", Story.READY),
                                        "{apiVersion: discovery.k8s.io/v1, kind: EndpointSlice, metadata: {name: web-a,"
                                                + " namespace: default, labels: {kubernetes.io/service-name: web,"
                                                + " endpointslice.kubernetes.io/managed-by:"
                                                + " endpointslice-controller.k8s.io}}, addressType: IPv4, endpoints:"
                                                + " [{addresses: [10.0.0.1], nodeName: two, targetRef: {kind: Pod,"
                                                + " name: web-1, namespace: default, uid: web-1}}]}")
                                .concluded()));
    }

    private static String available(String status, String reason, String since) {
        return object(
                "apps/v1",
                "Deployment",
                "web",
                "selector: {matchLabels: {app: web}}, template: {metadata: {}}",
                AVAILABLE.formatted(status, reason, since));
    }

    private static String object(String apiVersion, String kind, String name, String spec, String status) {
        return "{apiVersion: " + apiVersion + ", kind: " + kind + ", metadata: {name: " + name
                + ", namespace: default}, spec: {" + spec + "}, status: {" + status + "}}";
    }
}
