package dev.wavetank.properties.invariant.workload;

import static dev.wavetank.properties.invariant.workload.Story.pod;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.client.cache.CachedObjects;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.trace.ContainerTrace;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.invariant.Delays;
import dev.wavetank.properties.invariant.container.FailedProbesHeeded;
import dev.wavetank.properties.invariant.container.GraceGiven;
import dev.wavetank.properties.invariant.container.ImagesPulled;
import dev.wavetank.properties.invariant.container.PhaseMatchesContainers;
import dev.wavetank.properties.invariant.container.ProbesInTime;
import dev.wavetank.properties.invariant.container.RestartPolicyKept;
import dev.wavetank.properties.invariant.container.SidecarsEndLast;
import dev.wavetank.properties.invariant.container.ThresholdsReached;
import dev.wavetank.properties.invariant.nodelifecycle.NodeLeasesRenewed;
import dev.wavetank.properties.invariant.nodelifecycle.NodeRangesApart;
import dev.wavetank.properties.invariant.nodelifecycle.TaintsMatchNodes;
import dev.wavetank.properties.invariant.placement.LowestVictims;
import dev.wavetank.properties.invariant.placement.NominationsGiveWay;
import dev.wavetank.properties.invariant.placement.PreferencesKept;
import dev.wavetank.properties.invariant.server.CachesMatchStore;
import dev.wavetank.properties.invariant.server.DeletionsFinal;
import dev.wavetank.properties.invariant.server.ImmutableFields;
import dev.wavetank.properties.invariant.status.ConditionsKeepTheirTimes;
import java.util.List;

/** What is claimed of single objects, of containers and of the health of nodes, each with a story that breaks it. */
final class ObjectClaims {

    private static final String WEB = "{name: web-1, namespace: default}";
    private static final String GOING = "{name: web-1, namespace: default, deletionTimestamp: '2026-01-01T00:00:20Z',"
            + " deletionGracePeriodSeconds: 20}";
    private static final String PROBED =
            "{containers: [{name: app, readinessProbe: {initialDelaySeconds: 9}, livenessProbe:"
                    + " {periodSeconds: 5, failureThreshold: 3}}]}";

    private static final String SLOW =
            "{containers: [{name: app, startupProbe: {periodSeconds: 3}, livenessProbe: {periodSeconds: 4,"
                    + " failureThreshold: 3}}]}";
    private static final String SERVED = "{initContainers: [{name: proxy, restartPolicy: Always}, {name: shipper,"
            + " restartPolicy: Always}], containers: [{name: app}]}";

    private ObjectClaims() {}

    static List<Claims.Claim> all() {
        return List.of(
                Claims.claim(
                        "selectors are immutable",
                        new ImmutableFields(),
                        story -> story.stored(deployment("web"), deployment("other"))),
                Claims.claim(
                        "containers of a pod stay as they are",
                        new ImmutableFields(),
                        story -> story.stored(
                                pod(WEB, "{containers: [{name: app}]}", "{}"),
                                pod(WEB, "{containers: [{name: app, command: [sleep]}]}", "{}"))),
                Claims.claim(
                        "a pod that goes is bound to no node",
                        new DeletionsFinal(),
                        story -> story.stored(pod(GOING, "{}", "{}"), pod(GOING, "{nodeName: one}", "{}"))),
                Claims.claim(
                        "what has ended goes at once",
                        new DeletionsFinal(),
                        story -> story.stored(
                                pod(WEB, "{nodeName: one}", "{phase: Succeeded}"),
                                pod(GOING, "{nodeName: one}", "{phase: Succeeded}"))),
                Claims.claim(
                        "grace only gets shorter",
                        new DeletionsFinal(),
                        story -> story.stored(
                                pod(GOING, "{}", "{}"), pod(GOING.replace("Seconds: 20", "Seconds: 30"), "{}", "{}"))),
                Claims.claim(
                        "caches have what the store has",
                        new CachesMatchStore(
                                Delays.NONE,
                                () -> List.of(new CachedObjects(
                                        "kube-scheduler", Resources.PODS, ApiRequest.Selection.ALL, 1, List.of()))),
                        story -> story.stored(pod(WEB, "{}", "{}")).at(400).concluded()),
                Claims.claim(
                        "caches have no more than the store has",
                        new CachesMatchStore(
                                Delays.NONE,
                                () -> List.of(new CachedObjects(
                                        "kube-scheduler", Resources.NODES, ApiRequest.Selection.ALL, 9999, List.of()))),
                        story -> story.stored(pod(WEB, "{}", "{}")).at(400).concluded()),
                Claims.claim(
                        "conditions keep their times",
                        new ConditionsKeepTheirTimes(Delays.NONE),
                        story -> story.stored(pod(WEB, "{}", scheduledAt("00:00:01Z")))
                                .at(5)
                                .stored(pod(WEB, "{}", scheduledAt("00:00:05Z")))),
                Claims.claim(
                        "a lease counts its holders",
                        new LeasesCountHolders(),
                        story -> story.stored(lease("one", 0)).at(60).stored(lease("two", 0))),
                Claims.claim(
                        "success is that of all containers",
                        new PhaseMatchesContainers(),
                        story -> story.stored(
                                pod(WEB, "{}", "{phase: Running}"), pod(WEB, "{}", shown("Succeeded", ended("a", 1))))),
                Claims.claim(
                        "a pod that never restarts does not",
                        new RestartPolicyKept(),
                        story -> story.stored(
                                pod(WEB, "{restartPolicy: Never}", shown("Running", ended("a", 1))),
                                pod(WEB, "{restartPolicy: Never}", shown("Running", running("b", 1))))),
                Claims.claim(
                        "restarts are counted",
                        new RestartPolicyKept(),
                        story -> story.stored(
                                pod(WEB, "{}", shown("Running", running("a", 0))),
                                pod(WEB, "{}", shown("Running", running("b", 0))))),
                Claims.claim(
                        "probes wait for their delay",
                        new ProbesInTime(),
                        story -> started(story.stored(pod(WEB, PROBED, shown("Running", running("a", 0)))), "a")
                                .at(5)
                                .stored(pod(
                                        WEB,
                                        PROBED,
                                        shown("Running", running("a", 0).replace("ready: false", "ready: true"))))),
                Claims.claim(
                        "probes fail often enough",
                        new ProbesInTime(),
                        story -> started(story.stored(pod(WEB, PROBED, "{}")), "a")
                                .at(5)
                                .stored(event("Killing", "Container app failed liveness probe", 4))),
                Claims.claim("failed probes are heeded", new FailedProbesHeeded(Delays.NONE), story -> {
                    story.stored(FailedProbesHeededTest.probed(true));
                    for (int second = 10; second <= 30; second += 10) {
                        story.at(second)
                                .stored(FailedProbesHeededTest.event("Unhealthy", "Liveness probe failed: no", second));
                    }
                    return story;
                }),
                Claims.claim("results in a row decide", new ThresholdsReached(KubernetesVersion.NEWEST), story -> {
                    ThresholdsReachedTest.pod(story, "a", false);
                    ThresholdsReachedTest.probed(story, 10, "a", "readiness", "-+");
                    return ThresholdsReachedTest.pod(story, "a", true);
                }),
                Claims.claim(
                        "no liveness before the startup probe",
                        new ProbesInTime(),
                        story -> started(story.stored(pod(WEB, SLOW, shown("Running", unstarted("a", false)))), "a")
                                .at(60)
                                .stored(event("Killing", "Container app failed liveness probe", 9))),
                Claims.claim(
                        "none is ready before its startup probe",
                        new ProbesInTime(),
                        story -> started(story.stored(pod(WEB, SLOW, shown("Running", unstarted("a", false)))), "a")
                                .at(60)
                                .stored(pod(WEB, SLOW, shown("Running", unstarted("a", true))))),
                Claims.claim(
                        "sidecars end last",
                        new SidecarsEndLast(),
                        story -> ended(
                                started(started(story.stored(pod(WEB, SERVED, "{}")), "a"), "proxy", "p")
                                        .stored(pod(GOING, SERVED, "{}"))
                                        .at(3),
                                "p")),
                Claims.claim(
                        "the last sidecar ends first",
                        new SidecarsEndLast(),
                        story -> ended(
                                started(started(story.stored(pod(WEB, SERVED, "{}")), "proxy", "p"), "shipper", "s")
                                        .stored(pod(GOING, SERVED, "{}"))
                                        .at(3),
                                "p")),
                Claims.claim(
                        "containers get their grace",
                        new GraceGiven(Delays.NONE),
                        story -> story.stored(pod(WEB, "{}", "{}"), pod(GOING, "{}", "{}"))
                                .at(3)
                                .told("runtime/one", new ContainerTrace.Ended("web-1", "a"))
                                .stored(pod(GOING, "{}", shown("Running", ended("a", 137))))),
                Claims.claim(
                        "images are pulled as asked",
                        new ImagesPulled(),
                        story -> story.stored(
                                pod(WEB, "{containers: [{name: app, imagePullPolicy: Always}]}", "{}"),
                                event("Pulled", "Container image x already present on machine", 4))),
                Claims.claim(
                        "failed pulls back off",
                        new ImagesPulled(),
                        story -> story.stored(
                                pod(WEB, "{containers: [{name: app}]}", "{}"),
                                event("Failed", "Failed to pull image x", 4),
                                event("Pulling", "Pulling image x", 7))),
                Claims.claim(
                        "nominations give way",
                        new NominationsGiveWay(Delays.NONE),
                        story -> story.stored(
                                        NominationsGiveWayTest.waiting("low", 1, ""),
                                        NominationsGiveWayTest.waiting("low", 1, "one"),
                                        NominationsGiveWayTest.waiting("high", 9, ""),
                                        NominationsGiveWayTest.waiting("high", 9, "one"))
                                .at(60)
                                .concluded()),
                Claims.claim(
                        "victims are the least important",
                        lag -> new LowestVictims(ClusterSpec.DEFAULT, lag),
                        story -> story.stored(
                                        node("one", "True", ""),
                                        worker("web-1", 5, "nodeName: one, "),
                                        worker("web-2", 1, ""),
                                        worker("web-2", 1, "nodeName: one, "),
                                        worker("web-3", 9, ""))
                                .at(60)
                                .asked(
                                        "kube-scheduler",
                                        new ApiRequest.Delete(
                                                Resources.PODS, "default", "web-1", ApiRequest.DeleteOptions.DEFAULT),
                                        new ApiResponse.One(200, Story.read(worker("web-1", 5, "nodeName: one, "))))
                                .at(80)
                                .concluded()
                                .stored(worker("web-3", 9, ""))),
                Claims.claim(
                        "a pod avoids what it would rather avoid",
                        lag -> new PreferencesKept(ClusterSpec.DEFAULT, lag),
                        story -> story.stored(
                                        node("one", "True", "{key: shy, effect: PreferNoSchedule}"),
                                        node("two", "True", ""),
                                        pod(WEB, "{}", "{}"))
                                .at(60)
                                .stored(pod(WEB, "{nodeName: one}", "{}"))),
                Claims.claim(
                        "leases are renewed in time",
                        new NodeLeasesRenewed(Delays.NONE),
                        story -> story.stored(nodeLease()).at(39).stored(nodeLease())),
                Claims.claim(
                        "taints match conditions",
                        lag -> new TaintsMatchNodes(ClusterSpec.DEFAULT, lag),
                        story -> story.stored(
                                        node("one", "True", "{key: node.kubernetes.io/not-ready, effect: NoSchedule}"))
                                .at(60)
                                .concluded()),
                Claims.claim(
                        "ranges of nodes do not overlap",
                        new NodeRangesApart(),
                        story -> story.stored(range("one"), range("two"))));
    }

    private static String deployment(String app) {
        return "{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: default}, spec: {selector:"
                + " {matchLabels: {app: " + app + "}}}}";
    }

    private static String worker(String name, int priority, String node) {
        return pod(
                "{name: " + name + ", namespace: default}",
                "{" + node + "priority: " + priority
                        + ", containers: [{name: app, resources: {requests: {cpu: '1'}}}]}",
                "{phase: Running}");
    }

    private static Story started(Story story, String id) {
        return started(story, "app", id);
    }

    private static Story started(Story story, String container, String id) {
        return story.told("runtime/one", new ContainerTrace.Started("default/web-1", "web-1", container, id));
    }

    private static Story ended(Story story, String id) {
        return story.told("runtime/one", new ContainerTrace.Ended("web-1", id));
    }

    private static String unstarted(String id, boolean ready) {
        return running(id, 0).replace("ready: false", "ready: " + ready + ", started: false");
    }

    private static String scheduledAt(String time) {
        return "{phase: Pending, conditions: [{type: PodScheduled, status: 'True', lastTransitionTime: '2026-01-01T"
                + time + "'}]}";
    }

    private static String shown(String phase, String container) {
        return "{phase: " + phase + ", containerStatuses: [" + container + "]}";
    }

    private static String running(String id, int restarts) {
        return "{name: app, containerID: 'containerd://" + id + "', ready: false, restartCount: " + restarts
                + ", state: {running: {startedAt: '2026-01-01T00:00:00Z'}}}";
    }

    private static String ended(String id, int code) {
        return "{name: app, containerID: 'containerd://" + id + "', restartCount: 0, state: {terminated: {exitCode: "
                + code + ", reason: Error, containerID: 'containerd://" + id + "'}}}";
    }

    private static String event(String reason, String message, int second) {
        return "{apiVersion: v1, kind: Event, metadata: {name: " + reason.toLowerCase(java.util.Locale.ROOT)
                + ", namespace: default}, reason: " + reason + ", message: '" + message
                + "', lastTimestamp: '2026-01-01T00:00:0" + second
                + "Z', involvedObject: {kind: Pod, name: web-1, uid: web-1, fieldPath: 'spec.containers{app}'}}";
    }

    private static String lease(String holder, int transitions) {
        return "{apiVersion: coordination.k8s.io/v1, kind: Lease, metadata: {name: kube-scheduler, namespace:"
                + " kube-system}, spec: {holderIdentity: " + holder + ", leaseDurationSeconds: 15, leaseTransitions: "
                + transitions + "}}";
    }

    private static String nodeLease() {
        return "{apiVersion: coordination.k8s.io/v1, kind: Lease, metadata: {name: one, uid: lease-one, namespace:"
                + " kube-node-lease}, spec: {holderIdentity: one, leaseDurationSeconds: 40}}";
    }

    private static String node(String name, String ready, String taints) {
        return "{apiVersion: v1, kind: Node, metadata: {name: " + name + "}, spec: {taints: [" + taints
                + "]}, status: {conditions: [{type: Ready, status: '" + ready + "'}]}}";
    }

    private static String range(String name) {
        return "{apiVersion: v1, kind: Node, metadata: {name: " + name + "}, spec: {podCIDR: 10.244.0.0/24}}";
    }
}
