package dev.wavetank.properties.invariant.workload;

import static dev.wavetank.properties.invariant.workload.Claims.claim;
import static dev.wavetank.properties.invariant.workload.Story.pod;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.trace.ContainerTrace;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.invariant.Delays;
import dev.wavetank.properties.invariant.client.AppliedAsWritten;
import dev.wavetank.properties.invariant.client.EventsRecorded;
import dev.wavetank.properties.invariant.container.PhaseMatchesContainers;
import dev.wavetank.properties.invariant.container.RestartsRemembered;
import dev.wavetank.properties.invariant.container.TimesOfContainers;
import dev.wavetank.properties.invariant.node.ReportsMatchContainers;
import dev.wavetank.properties.invariant.nodelifecycle.TaintsMatchNodes;
import dev.wavetank.properties.invariant.placement.BoundOnce;
import dev.wavetank.properties.invariant.server.FreshWrites;
import dev.wavetank.properties.invariant.server.VersionsRise;
import dev.wavetank.properties.invariant.status.ConditionsKeepTheirTimes;
import dev.wavetank.properties.invariant.status.DisruptionsMarked;
import dev.wavetank.properties.invariant.status.DisruptionsRemembered;
import dev.wavetank.properties.invariant.workload.Claims.Claim;
import java.util.List;

/** What is claimed of Events, of what statuses remember, and of leases, each with a story that breaks the claim. */
final class ReportClaims {

    private static final String MARKED = "{phase: Running, conditions: [{type: DisruptionTarget, status: 'True'}]}";

    private static final String WEB = "{name: web-1, namespace: default}";

    private static final String GATED = "{nodeName: one, readinessGates: [{conditionType: open}]}";

    private ReportClaims() {}

    static List<Claim> all() {
        return List.of(
                claim(
                        "a placement is recorded",
                        new EventsRecorded(ClusterSpec.DEFAULT),
                        story -> story.at(100)
                                .stored(pod(WEB, "{}", "{}"), pod(WEB, "{nodeName: one}", "{}"))
                                .at(300)
                                .concluded()),
                claim(
                        "a start is recorded of its container",
                        new EventsRecorded(ClusterSpec.DEFAULT),
                        story -> story.at(100)
                                .stored(
                                        pod(WEB, "{nodeName: one, containers: [{name: app}]}", "{}"),
                                        event("Started", "spec.containers{other}"))
                                .told("runtime/one", new ContainerTrace.Started("default/web-1", "web-1", "app", "a"))
                                .at(300)
                                .concluded()),
                claim(
                        "a lost node is recorded",
                        new EventsRecorded(ClusterSpec.DEFAULT),
                        story -> story.at(100)
                                .stored(node("True"), node("Unknown"))
                                .at(300)
                                .concluded()),
                claim(
                        "a new leader is recorded",
                        new EventsRecorded(ClusterSpec.DEFAULT),
                        story -> story.at(100)
                                .stored(lease("one", 0), lease("two", 0))
                                .at(300)
                                .concluded()),
                claim("an eviction is remembered", DisruptionsRemembered::new, DisruptionsRememberedTest::forgotten),
                claim(
                        "a victim is marked",
                        new DisruptionsMarked(KubernetesVersion.NEWEST),
                        story -> deleted(story, Story.read(pod(WEB, "{nodeName: one}", Story.READY)))),
                claim(
                        "a victim stays marked",
                        new DisruptionsMarked(KubernetesVersion.NEWEST),
                        story -> deleted(
                                story.stored(
                                        pod(WEB, "{nodeName: one}", MARKED), pod(WEB, "{nodeName: one}", Story.READY)),
                                Story.read(pod(WEB, "{nodeName: one}", Story.READY)))),
                claim(
                        "restarts are not forgotten",
                        new RestartsRemembered(),
                        story -> story.stored(restarted(2, "running: {}"), restarted(1, "running: {}"))),
                claim(
                        "a crash is remembered",
                        new RestartsRemembered(),
                        story -> story.stored(
                                restarted(1, "terminated: {exitCode: 1}"),
                                restarted(1, "waiting: {reason: CrashLoopBackOff}"))),
                claim(
                        "a start has its time",
                        TimesOfContainers::new,
                        story -> story.stored(pod(WEB, "{nodeName: one}", "{}"))
                                .at(3)
                                .told("runtime/one", new ContainerTrace.Started("default/web-1", "web-1", "app", "a"))
                                .stored(pod(
                                        WEB,
                                        "{nodeName: one}",
                                        "{phase: Running, containerStatuses: [{name: app,"
                                                + " containerID: 'containerd://a',"
                                                + " state: {running: {startedAt: '2026-01-01T00:00:09Z'}}}]}"))),
                claim(
                        "the start of a pod stays",
                        TimesOfContainers::new,
                        story -> story.stored(pod(
                                        WEB, "{nodeName: one}", "{phase: Running, startTime: '2026-01-01T00:00:09Z'}"))
                                .at(300)
                                .stored(pod(
                                        WEB,
                                        "{nodeName: one}",
                                        "{phase: Running, startTime: '2026-01-01T00:05:00Z'}"))),
                claim(
                        "a closed gate keeps a pod unready",
                        new PhaseMatchesContainers(),
                        story -> story.stored(pod(WEB, GATED, "{phase: Pending}"), pod(WEB, GATED, Story.READY))),
                claim(
                        "a label that is not applied any more goes",
                        new AppliedAsWritten(),
                        story -> story.stored(applied("tier", 80), applied("team", 81))),
                claim(
                        "a lease is taken in time",
                        new LeasesTakenInTime(Delays.NONE),
                        story -> story.stored(lease("one", 0)).at(80).stored(lease("two", 0))),
                claim(
                        "a new holder begins now",
                        new LeasesCountHolders(),
                        story -> story.stored(lease("one", 0)).at(20).stored(lease("two", 1))),
                claim(
                        "a change of a condition has a time",
                        new ConditionsKeepTheirTimes(Delays.NONE),
                        story -> story.at(60).stored(node("True"), node("False"))),
                claim(
                        "who binds says so",
                        lag -> new BoundOnce(KubernetesVersion.DEFAULT, lag),
                        story -> story.stored(pod(WEB, "{}", "{}"), pod(WEB, "{nodeName: one}", "{}"))),
                claim(
                        "a taint has a time",
                        lag -> new TaintsMatchNodes(ClusterSpec.DEFAULT, lag),
                        story -> story.stored(
                                node("True"),
                                node("True")
                                        .replace(
                                                "spec: {}",
                                                "spec: {taints: [{key: node.kubernetes.io/unschedulable, effect:"
                                                        + " NoSchedule}]}"))),
                claim(
                        "nothing is left of pods that are gone",
                        ReportsMatchContainers::new,
                        story -> story.stored(node("True"), pod(WEB, "{nodeName: one}", Story.READY))
                                .told("runtime/one", new ContainerTrace.Started("default/web-1", "web-1", "app", "a"))
                                .at(60)
                                .deleted("web-1")
                                .at(120)
                                .concluded()),
                claim(
                        "a version is that of the change",
                        new VersionsRise(),
                        story -> story.stored(pod(WEB, "{}", "{}"))
                                .stored(pod("{name: web-1, namespace: default, resourceVersion: '7'}", "{}", "{}"))),
                claim(
                        "what is new has no version",
                        new FreshWrites(KubernetesVersion.NEWEST),
                        story -> created(
                                story,
                                Story.read(
                                        pod("{name: web-1, namespace: default, resourceVersion: '7'}", "{}", "{}")))));
    }

    private static Story created(Story story, KubernetesObject pod) {
        return story.asked("kubectl", ApiRequest.Create.of(Resources.PODS, pod), new ApiResponse.One(201, pod));
    }

    private static Story deleted(Story story, KubernetesObject pod) {
        return story.asked(
                "kube-scheduler",
                new ApiRequest.Delete(Resources.PODS, "default", "web-1", ApiRequest.DeleteOptions.DEFAULT),
                new ApiResponse.One(200, pod));
    }

    private static String event(String reason, String part) {
        return "{apiVersion: v1, kind: Event, metadata: {name: started, namespace: default}, reason: " + reason
                + ", involvedObject: {kind: Pod, namespace: default, name: web-1, fieldPath: '" + part + "'}}";
    }

    private static String node(String ready) {
        return "{apiVersion: v1, kind: Node, metadata: {name: one}, spec: {}, status: {conditions: [{type: Ready,"
                + " lastTransitionTime: '2026-01-01T00:00:00Z', status: '" + ready + "'}]}}";
    }

    private static String applied(String label, int port) {
        return "{apiVersion: v1, kind: Service, metadata: {name: web, namespace: default, labels: {tier: a, team: a},"
                + " annotations: {'kubectl.kubernetes.io/last-applied-configuration': '{\"metadata\":{\"labels\":{\""
                + label + "\":\"a\"}}}'}}, spec: {ports: [{port: " + port + "}]}}";
    }

    private static String lease(String holder, int transitions) {
        return "{apiVersion: coordination.k8s.io/v1, kind: Lease, metadata: {name: kube-scheduler, namespace:"
                + " kube-system}, spec: {holderIdentity: " + holder + ", leaseDurationSeconds: 15, leaseTransitions: "
                + transitions + ", acquireTime: '2026-01-01T00:00:00Z', renewTime: '2026-01-01T00:00:0" + transitions
                + "Z'}}";
    }

    private static String restarted(int count, String state) {
        return pod(
                WEB,
                "{nodeName: one}",
                "{phase: Running, containerStatuses: [{name: app, restartCount: " + count + ", state: {" + state
                        + "}}]}");
    }
}
