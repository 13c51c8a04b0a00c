package dev.wavetank.properties.invariant.workload;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.invariant.Delays;
import dev.wavetank.properties.invariant.batch.CountedWhenReleased;
import dev.wavetank.properties.invariant.ending.ClaimsKeptAsAsked;
import dev.wavetank.properties.invariant.ending.NamespacesGoInTime;
import dev.wavetank.properties.invariant.network.EndingPodsLetGo;
import dev.wavetank.properties.invariant.nodelifecycle.TaintsMatchNodes;
import dev.wavetank.properties.invariant.rollout.DaemonUpdatesBounded;
import dev.wavetank.properties.invariant.status.StatusAddsUp;
import java.util.List;

/** What is claimed of the steps between two states of rest, each with a story that breaks the claim. */
final class PromptClaims {

    private static final ApiResponse DONE = new ApiResponse.Done(200);
    private static final String GOING = ", deletionTimestamp: '2026-01-01T00:01:00Z'";
    private static final String TAINT =
            "{key: node.kubernetes.io/%s, effect: NoExecute, timeAdded: '2026-01-01T00:00:00Z'}";
    private static final String SERVICE =
            "{apiVersion: v1, kind: Service, metadata: {name: web, namespace: default}, spec: {selector: {app: web},"
                    + " ports: [{port: 80}]}}";

    private PromptClaims() {}

    static List<Claims.Claim> all() {
        return List.of(
                Claims.claim(
                        "Endpoints let go of pods that end",
                        lag -> new EndingPodsLetGo(ClusterSpec.DEFAULT, lag),
                        s -> ends(s.stored(
                                SERVICE,
                                web(""),
                                "{apiVersion: v1, kind: Endpoints, metadata: {name: web, namespace: default}, subsets:"
                                        + " [{addresses: [{ip: 10.0.0.1, targetRef: {kind: Pod, name: web-1, namespace:"
                                        + " default, uid: web-1}}]}]}"))),
                Claims.claim(
                        "slices say that a pod still serves",
                        lag -> new EndingPodsLetGo(ClusterSpec.DEFAULT, lag),
                        s -> ends(
                                s.stored(SERVICE, web(""), slice("ready: false, serving: false, terminating: true")))),
                Claims.claim(
                        "a node has one reason to be left",
                        lag -> new TaintsMatchNodes(ClusterSpec.DEFAULT, lag),
                        s -> s.at(100)
                                .stored(node(TAINT.formatted("unreachable")))
                                .stored(node(TAINT.formatted("unreachable") + ", " + TAINT.formatted("not-ready")))
                                .at(120)
                                .stored(node(TAINT.formatted("not-ready")))),
                Claims.claim(
                        "a namespace says that nothing is left",
                        new NamespacesGoInTime(Delays.NONE),
                        s -> s.stored(
                                        "{apiVersion: v1, kind: Namespace, metadata: {name: team" + GOING
                                                + "}, status: {conditions: [{type: NamespaceContentRemaining, status: 'True'}]}}")
                                .deleted("team")),
                Claims.claim(
                        "what a policy ignores is no failure",
                        CountedWhenReleased::new,
                        s -> s.stored(job(""), worker()).stored(job("uncountedTerminatedPods: {failed: [work-1]}"))),
                Claims.claim(
                        "a Job that goes on begins anew",
                        new StatusAddsUp(KubernetesVersion.DEFAULT),
                        s -> s.stored(suspended("True", "JobSuspended", "00:05"))
                                .stored(suspended("False", "JobResumed", "00:50"))),
                Claims.claim(
                        "claims go with what is scaled away",
                        lag -> new ClaimsKeptAsAsked(lag, KubernetesVersion.DEFAULT),
                        s -> s.stored(
                                        "{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: db, namespace: default},"
                                                + " spec: {replicas: 0, volumeClaimTemplates: [{metadata: {name: data},"
                                                + " spec: {}}], persistentVolumeClaimRetentionPolicy: {whenScaled:"
                                                + " Delete}}}",
                                        "{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: data-db-0,"
                                                + " namespace: default}, spec: {}}",
                                        database(""))
                                .at(60)
                                .stored(database(GOING))
                                .asked("statefulset-controller", delete("db-0"), DONE)),
                Claims.claim(
                        "autoscalers keep to their policies",
                        new AutoscalersHold(Delays.NONE),
                        s -> s.stored(
                                        deployment(1),
                                        "{apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler, metadata: {name: web,"
                                                + " namespace: default}, spec: {scaleTargetRef: {apiVersion: apps/v1, kind:"
                                                + " Deployment, name: web}, maxReplicas: 9, behavior: {scaleUp: {selectPolicy:"
                                                + " Min, policies: [{type: Pods, value: 1, periodSeconds: 15}, {type: Percent,"
                                                + " value: 300, periodSeconds: 15}]}}}}")
                                .at(60)
                                .stored(deployment(4))
                                .asked(
                                        "horizontal-pod-autoscaler",
                                        new ApiRequest.Update(
                                                Resources.DEPLOYMENTS, "scale", Story.read(deployment(4))),
                                        DONE)),
                Claims.claim("a daemon is available after a while", DaemonUpdatesBounded::new, PromptClaims::daemons));
    }

    /** The new pod of the first node is ready, but not for long enough, when the old one of the second is deleted. */
    private static Story daemons(Story story) {
        return story.stored(
                        "{apiVersion: apps/v1, kind: DaemonSet, metadata: {name: logs, namespace: default}, spec:"
                                + " {minReadySeconds: 30, template: {spec: {}}}}",
                        "{apiVersion: v1, kind: Node, metadata: {name: one}}",
                        "{apiVersion: v1, kind: Node, metadata: {name: two}}",
                        daemon("logs-1", "one", ""),
                        daemon("logs-2", "two", ""))
                .at(60)
                .stored(daemon("logs-1", "one", GOING))
                .asked("daemon-set-controller", delete("logs-1"), DONE)
                .deleted("logs-1")
                .stored(daemon("logs-3", "one", ""))
                .at(70)
                .stored(daemon("logs-2", "two", GOING))
                .asked("daemon-set-controller", delete("logs-2"), DONE);
    }

    private static Story ends(Story story) {
        return story.at(60).stored(web(GOING)).at(70).deleted("web-1");
    }

    private static ApiRequest delete(String pod) {
        return new ApiRequest.Delete(Resources.PODS, "default", pod, ApiRequest.DeleteOptions.DEFAULT);
    }

    private static String web(String metadata) {
        return Story.pod(
                "{name: web-1, namespace: default, labels: {app: web}" + metadata + "}",
                "{nodeName: one}",
                Story.READY);
    }

    private static String daemon(String name, String node, String metadata) {
        return Story.pod(
                "{name: " + name + ", namespace: default" + metadata + ", ownerReferences: ["
                        + Story.owner("DaemonSet", "logs") + "]}",
                "{nodeName: " + node + "}",
                Story.READY);
    }

    private static String database(String metadata) {
        return Story.pod(
                "{name: db-0, namespace: default" + metadata + ", ownerReferences: [" + Story.owner("StatefulSet", "db")
                        + "]}",
                "{nodeName: one}",
                Story.READY);
    }

    private static String worker() {
        return Story.pod(
                "{name: work-1, namespace: default, finalizers: [batch.kubernetes.io/job-tracking], ownerReferences: ["
                        + Story.owner("Job", "work") + "]}",
                "{}",
                "{phase: Failed, containerStatuses: [{name: app, restartCount: 0, state: {terminated: {exitCode: 3}}}]}");
    }

    private static String job(String status) {
        return "{apiVersion: batch/v1, kind: Job, metadata: {name: work, namespace: default}, spec: {podFailurePolicy:"
                + " {rules: [{action: Ignore, onExitCodes: {operator: In, values: [3]}}]}}, status: {" + status + "}}";
    }

    private static String suspended(String status, String reason, String since) {
        return "{apiVersion: batch/v1, kind: Job, metadata: {name: work, namespace: default}, spec: {}, status:"
                + " {startTime: '2026-01-01T00:00:01Z', conditions: [{type: Suspended, status: '" + status
                + "', reason: " + reason + ", lastTransitionTime: '2026-01-01T00:" + since + "Z'}]}}";
    }

    private static String deployment(int replicas) {
        return "{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: default}, spec: {replicas: "
                + replicas + "}}";
    }

    private static String node(String taints) {
        return "{apiVersion: v1, kind: Node, metadata: {name: one}, spec: {taints: [" + taints
                + "]}, status: {conditions: [{type: Ready, status: 'False'}]}}";
    }

    private static String slice(String conditions) {
        return "{apiVersion: discovery.k8s.io/v1, kind: EndpointSlice, metadata: {name: web-a, namespace: default,"
                + " labels: {kubernetes.io/service-name: web, endpointslice.kubernetes.io/managed-by:"
                + " endpointslice-controller.k8s.io}}, addressType: IPv4, endpoints: [{addresses: [10.0.0.1],"
                + " conditions: {" + conditions + "}, targetRef: {kind: Pod, name: web-1, namespace: default, uid:"
                + " web-1}}]}";
    }
}
