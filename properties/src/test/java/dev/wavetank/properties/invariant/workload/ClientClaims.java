package dev.wavetank.properties.invariant.workload;

import static dev.wavetank.properties.invariant.workload.Claims.claim;
import static dev.wavetank.properties.invariant.workload.Story.pod;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.cluster.CommandResult;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.trace.ContainerTrace;
import dev.wavetank.model.trace.GivenUpTrace;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.invariant.client.CommandsTrue;
import dev.wavetank.properties.invariant.client.EventsCounted;
import dev.wavetank.properties.invariant.client.EventsLimited;
import dev.wavetank.properties.invariant.client.GivenUpLate;
import dev.wavetank.properties.invariant.client.RefusalsBackOff;
import dev.wavetank.properties.invariant.client.RequestsLimited;
import dev.wavetank.properties.invariant.client.WatchesBackOff;
import dev.wavetank.properties.invariant.container.EvictedInRank;
import dev.wavetank.properties.invariant.network.NetworkViews;
import dev.wavetank.properties.invariant.network.RulesMatchEndpoints;
import dev.wavetank.properties.invariant.node.ReportsMatchContainers;
import dev.wavetank.properties.invariant.node.ResizesSettle;
import dev.wavetank.properties.invariant.server.DefaultsGiven;
import dev.wavetank.properties.invariant.server.DryRunsWriteNothing;
import dev.wavetank.properties.invariant.server.GenerationCountsSpecs;
import dev.wavetank.properties.invariant.server.LimitRangesKept;
import dev.wavetank.properties.invariant.server.PodsFurnished;
import dev.wavetank.properties.invariant.server.SubresourcesApart;
import dev.wavetank.properties.invariant.server.ValuesInBounds;
import dev.wavetank.properties.invariant.workload.Claims.Claim;
import dev.wavetank.sim.VirtualTime;
import java.util.List;

/** What is claimed of clients, of what they write, and of commands, each with a story that breaks the claim. */
final class ClientClaims {

    private static final String DEPLOYMENT = "{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace:"
            + " default, generation: 1}, spec: {replicas: %d, template: {spec: {}}, strategy: {}}}";

    private static final String OTHERS =
            "restartPolicy: Always, dnsPolicy: ClusterFirst, schedulerName: default-scheduler";

    private static final String WEB_1 = "{name: web-1, namespace: default}";

    /** What admission gives a pod that asks for nothing. */
    private static final String FURNISHED = "priority: 0, serviceAccountName: default, tolerations: [{key:"
            + " node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute, tolerationSeconds: 300}, {key:"
            + " node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute, tolerationSeconds: 300}]";

    private ClientClaims() {}

    static List<Claim> all() {
        return List.of(
                claim(
                        "watches tell what is no longer selected",
                        WatchesTellTest.watching("ADDED web-1"),
                        story -> story.stored(WatchesTellTest.labelled("web-1", "web"))
                                .at(30)
                                .stored(WatchesTellTest.labelled("web-1", "shed"))
                                .at(90)
                                .concluded()),
                claim("defaults are given", new DefaultsGiven(), ClientClaims::withoutDefault),
                claim(
                        "what is asked for is kept",
                        new DefaultsGiven(),
                        story -> created(
                                story,
                                "{restartPolicy: Never}",
                                "{" + OTHERS + ", terminationGracePeriodSeconds: 30}")),
                claim(
                        "values are within their bounds",
                        new ValuesInBounds(),
                        story -> created(story, "{activeDeadlineSeconds: 0}", "{activeDeadlineSeconds: 0}")),
                claim(
                        "values within their bounds are accepted",
                        new ValuesInBounds(),
                        story -> story.asked(
                                "kubectl-apply",
                                ApiRequest.Create.of(
                                        Resources.PODS, Story.read(pod(WEB_1, "{activeDeadlineSeconds: 1}", "{}"))),
                                new ApiResponse.Failed(
                                        ValuesInBoundsTest.invalid("web-1", "spec.activeDeadlineSeconds")))),
                claim(
                        "a status leaves the spec",
                        new SubresourcesApart(),
                        story -> written(story, "status", DEPLOYMENT.formatted(2))),
                claim(
                        "an object leaves its status",
                        new SubresourcesApart(),
                        story -> written(
                                story, "", DEPLOYMENT.formatted(1).replace("}}}", "}}, status: {replicas: 1}}"))),
                claim(
                        "dry runs write nothing",
                        new DryRunsWriteNothing(),
                        story -> rehearsed(story, DEPLOYMENT.formatted(2))),
                claim(
                        "a deletion counts as a change",
                        new GenerationCountsSpecs(),
                        story -> story.stored(DEPLOYMENT.formatted(1))
                                .stored(DEPLOYMENT
                                        .formatted(1)
                                        .replace(
                                                "generation",
                                                "deletionTimestamp: '2026-01-01T00:00:00Z', generation"))),
                claim("requests are limited", new RequestsLimited(ClusterSpec.DEFAULT), ClientClaims::flood),
                claim(
                        "nothing is given up soon",
                        new GivenUpLate(),
                        story -> story.told(
                                "kube-controller-manager",
                                new GivenUpTrace("endpoint/1", "default/web", 3, "conflict"))),
                claim(
                        "a resize is done, or says why not",
                        ResizesSettle::new,
                        story -> story.stored(
                                        "{apiVersion: v1, kind: Node, metadata: {name: one}, spec: {}, status:"
                                                + " {conditions: [{type: Ready, status: 'True'}]}}",
                                        pod(
                                                "{name: web-1, namespace: default, generation: 2}",
                                                "{nodeName: one, containers: [{name: app, image: web, resources:"
                                                        + " {requests: {cpu: '2'}}}]}",
                                                "{phase: Running, conditions: [{type: Ready, status: 'True'}],"
                                                        + " containerStatuses: [{name: app, restartCount: 0,"
                                                        + " state: {running: {}}, allocatedResources: {cpu: '1'},"
                                                        + " resources: {requests: {cpu: '1'}}}]}"))
                                .at(600)
                                .concluded()),
                claim(
                        "refused pods are tried ever later",
                        lag -> new RefusalsBackOff(ClusterSpec.DEFAULT, lag),
                        story -> RefusalsBackOffTest.refused(story, 60, second -> second + 1, 15)),
                claim(
                        "informers try ever later",
                        new WatchesBackOff(),
                        story -> WatchesBackOffTest.failed(story, Resources.PODS, 1, 2, 3)),
                claim(
                        "Events are limited",
                        new EventsLimited(),
                        story -> reported(story, 30, "(combined from similar events): no ")),
                claim("many Events are combined", new EventsLimited(), story -> reported(story, 10, "no ")),
                claim(
                        "an Event is counted",
                        new EventsCounted(ClusterSpec.DEFAULT),
                        story -> story.stored(event(2, 1), event(1, 2))),
                claim(
                        "an Event says when it was last",
                        new EventsCounted(ClusterSpec.DEFAULT),
                        story -> story.stored(event(1, 1)).at(300).stored(event(2, 1))),
                claim(
                        "a limit range gives its defaults",
                        LimitRangesKept::new,
                        story -> created(ruled(story), "{containers: [{name: app}]}", container("{}"))),
                claim(
                        "a limit range is not exceeded",
                        LimitRangesKept::new,
                        story -> created(
                                ruled(story), container("{limits: {cpu: '2'}}"), container("{limits: {cpu: '2'}}"))),
                claim(
                        "a limit range refuses nothing else",
                        LimitRangesKept::new,
                        story -> ruled(story)
                                .asked(
                                        "kubectl-apply",
                                        ApiRequest.Create.of(
                                                Resources.PODS,
                                                Story.read(pod(WEB_1, "{containers: [{name: app}]}", "{}"))),
                                        new ApiResponse.Failed(Status.forbidden(
                                                Resources.PODS,
                                                "web-1",
                                                "maximum cpu usage per Container is 1, but limit is 500m")))),
                claim(
                        "a pod has time on a lost node",
                        lag -> new PodsFurnished(ClusterSpec.DEFAULT, lag),
                        story -> created(story, "{}", "{" + FURNISHED.replace("300", "30") + "}")),
                claim(
                        "a pod has the priority of its class",
                        lag -> new PodsFurnished(ClusterSpec.DEFAULT, lag),
                        story -> created(
                                story.stored(
                                                "{apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: high},"
                                                        + " value: 7}")
                                        .at(60),
                                "{priorityClassName: high}",
                                "{" + FURNISHED + "}")),
                claim(
                        "a token is mounted as asked",
                        lag -> new PodsFurnished(ClusterSpec.DEFAULT, lag),
                        story -> created(
                                story.stored(
                                                "{apiVersion: v1, kind: ServiceAccount, metadata: {name: default, namespace:"
                                                        + " default}}")
                                        .at(60),
                                "{containers: [{name: app}]}",
                                "{" + FURNISHED + ", containers: [{name: app}]}")),
                claim(
                        "a scaled Deployment is scaled",
                        commandsTrue("scale", "deployment/web", "--replicas=3"),
                        story -> story.stored(DEPLOYMENT.formatted(2)).concluded()),
                claim(
                        "a drained node is empty",
                        commandsTrue("drain", "one", "--force"),
                        story -> story.stored(
                                        "{apiVersion: v1, kind: Node, metadata: {name: one}, spec: {unschedulable: true}}",
                                        pod("{name: web-1, namespace: default}", "{nodeName: one}", "{}"))
                                .concluded()),
                claim(
                        "a drained node takes no pods",
                        commandsTrue("drain", "one", "--force"),
                        story -> story.stored("{apiVersion: v1, kind: Node, metadata: {name: one}, spec: {}}")
                                .concluded()),
                claim(
                        "what was deleted is gone",
                        commandsTrue("delete", "pod", "web-1"),
                        story -> story.stored(pod("{name: web-1, namespace: default}", "{}", "{}"))
                                .concluded()),
                claim(
                        "a roll-out is complete",
                        commandsTrue("rollout", "status", "deployment/web"),
                        story -> story.stored(DEPLOYMENT.formatted(2)).concluded()),
                claim(
                        "endpoints let go",
                        EndpointsLetGo::new,
                        story -> story.stored(pod("{name: web-1, namespace: default}", "{nodeName: one}", "{}"))
                                .at(60)
                                .stored("{apiVersion: v1, kind: Endpoints, metadata: {name: web, namespace: default},"
                                        + " subsets: [{addresses: [{ip: 10.0.0.1, targetRef: {uid: web-1}}]}]}")),
                claim(
                        "rules are as endpoints",
                        lag -> new RulesMatchEndpoints(NetworkViews.LOAD, lag, () -> NetworkViews.ofRule("10.0.0.9")),
                        story -> story.stored(NetworkViews.SERVICE)
                                .stored("{apiVersion: discovery.k8s.io/v1, kind: EndpointSlice, metadata: {name: web-a,"
                                        + " namespace: default, labels: {kubernetes.io/service-name: web}},"
                                        + " addressType: IPv4, ports: [{port: 80}], endpoints: [{addresses:"
                                        + " [10.0.0.1], conditions: {ready: true}}]}")
                                .at(120)
                                .concluded()),
                claim(
                        "evictions have their rank",
                        lag -> new EvictedInRank(ClusterSpec.DEFAULT, lag),
                        story -> story.stored(
                                        "{apiVersion: v1, kind: Node, metadata: {name: one}, spec: {}, status: {capacity:"
                                                + " {memory: 1Gi}}}",
                                        hungry("a", "500Mi", "{phase: Running}"),
                                        hungry("b", "600Mi", "{phase: Running}"))
                                .at(60)
                                .stored(
                                        hungry(
                                                "a",
                                                "500Mi",
                                                "{phase: Failed, reason: Evicted, message: 'The node was low on resource: memory.'}"))),
                claim(
                        "reports are of containers",
                        ReportsMatchContainers::new,
                        story -> story.stored(
                                        "{apiVersion: v1, kind: Node, metadata: {name: one}, spec: {}, status:"
                                                + " {conditions: [{type: Ready, status: 'True'}]}}",
                                        pod(
                                                "{name: web-1, namespace: default}",
                                                "{nodeName: one}",
                                                "{phase: Running, containerStatuses: [{name: app, restartCount: 0,"
                                                        + " state: {waiting: {reason: ContainerCreating}}}]}"))
                                .told("runtime/one", new ContainerTrace.Started("default/web-1", "web-1", "app", "a"))
                                .at(60)
                                .concluded()));
    }

    private static Story withoutDefault(Story story) {
        return created(story, "{}", "{" + OTHERS + "}");
    }

    private static Story created(Story story, String asked, String stored) {
        return story.asked(
                "kubectl-apply",
                ApiRequest.Create.of(Resources.PODS, Story.read(pod(WEB_1, asked, "{}"))),
                new ApiResponse.One(201, Story.read(pod(WEB_1, stored, "{}"))));
    }

    private static Story ruled(Story story) {
        return story.stored(
                        "{apiVersion: v1, kind: LimitRange, metadata: {name: house, namespace: default}, spec: {limits:"
                                + " [{type: Container, max: {cpu: '1'}, default: {cpu: 500m}, defaultRequest: {cpu: 100m}}]}}")
                .at(60);
    }

    private static String container(String resources) {
        return "{containers: [{name: app, resources: " + resources + "}]}";
    }

    private static Story written(Story story, String subresource, String after) {
        KubernetesObject object = Story.read(after);
        return story.stored(DEPLOYMENT.formatted(1))
                .stored(after)
                .answered(
                        "deployment-controller",
                        new ApiRequest.Update(Resources.DEPLOYMENTS, subresource, object),
                        new ApiResponse.One(200, object));
    }

    private static Story rehearsed(Story story, String object) {
        KubernetesObject read = Story.read(object);
        return story.stored(object)
                .rehearsed(
                        "kubectl-apply",
                        ApiRequest.Create.of(Resources.DEPLOYMENTS, read),
                        new ApiResponse.One(201, read));
    }

    private static Story flood(Story story) {
        ApiRequest request =
                new ApiRequest.Delete(Resources.PODS, "default", "web-1", ApiRequest.DeleteOptions.DEFAULT);
        for (int i = 0; i < 33; i++) {
            story.sent("kube-controller-manager", 1, "replicaset-controller", request);
        }
        return story.concluded();
    }

    /** Events with different texts about one pod, so many at once. */
    private static Story reported(Story story, int count, String text) {
        for (int i = 0; i < count; i++) {
            story.sent(
                    "kubelet/one",
                    1,
                    "kubelet/one",
                    ApiRequest.Create.of(
                            Resources.EVENTS,
                            Story.read(event(1, 1)
                                    .replace("name: failed", "name: failed-" + i)
                                    .replace("message: no", "message: '" + text + i + "'"))));
        }
        return story;
    }

    private static String event(int count, int second) {
        return "{apiVersion: v1, kind: Event, metadata: {name: failed, namespace: default}, reason: Failed, type:"
                + " Warning, message: no, count: " + count + ", firstTimestamp: '2026-01-01T00:00:00Z',"
                + " lastTimestamp: '2026-01-01T00:00:0" + second
                + "Z', involvedObject: {kind: Pod, name: web-1, uid: web-1}}";
    }

    private static String hungry(String name, String uses, String status) {
        return pod(
                "{name: " + name + ", namespace: default, annotations: {behavior.wavetank.dev/app: uses " + uses
                        + " of memory}}",
                "{nodeName: one, containers: [{name: app}]}",
                status);
    }

    private static CommandsTrue commandsTrue(String... words) {
        CommandResult done =
                new CommandResult(VirtualTime.SECOND, 2 * VirtualTime.SECOND, List.of(words), 0, "", "", "", false);
        return new CommandsTrue(KubernetesVersion.DEFAULT, List.of(done.arguments()), () -> List.of(done));
    }
}
