package dev.wavetank.properties.invariant.workload;

import static dev.wavetank.properties.invariant.workload.Story.READY;
import static dev.wavetank.properties.invariant.workload.Story.owner;
import static dev.wavetank.properties.invariant.workload.Story.pod;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.cluster.PodNetworkView;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.trace.BatchTrace;
import dev.wavetank.model.trace.ContainerTrace;
import dev.wavetank.model.trace.CoresTrace;
import dev.wavetank.model.trace.ExpectationTrace;
import dev.wavetank.model.trace.PanicTrace;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.invariant.Delays;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.NoLivelock;
import dev.wavetank.properties.invariant.NoPanic;
import dev.wavetank.properties.invariant.NoSurplusPods;
import dev.wavetank.properties.invariant.Obstacles;
import dev.wavetank.properties.invariant.SingleController;
import dev.wavetank.properties.invariant.SlowStart;
import dev.wavetank.properties.invariant.UniquePodAddress;
import dev.wavetank.properties.invariant.convergence.Convergence;
import dev.wavetank.properties.invariant.ending.OrphansConfirmed;
import dev.wavetank.properties.invariant.network.AddressesReturned;
import dev.wavetank.properties.invariant.network.NamesResolve;
import dev.wavetank.properties.invariant.network.NetworkViews;
import dev.wavetank.properties.invariant.network.PodsReachEachOther;
import dev.wavetank.properties.invariant.network.ServicesLetGo;
import dev.wavetank.properties.invariant.node.EndReportedLast;
import dev.wavetank.properties.invariant.node.ExclusiveCores;
import dev.wavetank.properties.invariant.node.FencedNodesIdle;
import dev.wavetank.properties.invariant.node.GoneStaysGone;
import dev.wavetank.properties.invariant.node.InitContainersFirst;
import dev.wavetank.properties.invariant.node.OneInstance;
import dev.wavetank.properties.invariant.node.PhaseMonotone;
import dev.wavetank.properties.invariant.node.RestartsBackOff;
import dev.wavetank.properties.invariant.node.VolumesFirst;
import dev.wavetank.properties.invariant.nodelifecycle.TaintedBeforeEvicted;
import dev.wavetank.properties.invariant.placement.BoundOnce;
import dev.wavetank.properties.invariant.placement.FeasiblePodsBound;
import dev.wavetank.properties.invariant.placement.NodesNotOvercommitted;
import dev.wavetank.properties.invariant.placement.PreemptionKeepsBudgets;
import dev.wavetank.properties.invariant.placement.PreemptsLowerOnly;
import dev.wavetank.properties.invariant.placement.RequiredRulesMet;
import dev.wavetank.properties.invariant.server.QuotaNeverExceeded;
import dev.wavetank.sim.liveness.Phase;
import dev.wavetank.sim.liveness.PhaseTrace;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** What is claimed of the controllers, each with a story that breaks the claim and nothing else. */
final class Claims {

    private static final String WEB = set("web", "", "replicas: 1, selector: {matchLabels: {app: web}}");
    private static final String API = set("api", "", "replicas: 1");
    private static final String OF_WEB = ofWeb("web-1", owner("ReplicaSet", "web"), "", "{}");
    /** The pod {@code web-1} before it has a node. */
    private static final String FREE = pod("{name: web-1, namespace: default}", "{}", "{}");

    private static final String GOING = ", deletionTimestamp: 2026-01-01T00:00:00Z";

    private Claims() {}

    /** A container of the pod {@code web-1} is started. */
    private static Story started(Story story, String id) {
        return story.told("runtime/one", new ContainerTrace.Started("default/web-1", "web-1", "app", id));
    }

    /**
     * One claim.
     *
     * @param words of the claim
     * @param invariant that judges it
     * @param story that breaks it
     */
    record Claim(String words, Invariant invariant, Story story) {

        @Override
        public String toString() {
            return words;
        }
    }

    static List<Claim> all() {
        return List.of(
                claim("single controller", new SingleController(), Claims::twoControllers),
                claim(
                        "owner's uid matches",
                        new SingleController(),
                        story -> story.stored(WEB, API).stored(OF_WEB.replace("uid: web,", "uid: api,"))),
                claim(
                        "garbage is collected",
                        new SingleController(),
                        story -> story.stored(WEB, OF_WEB).deleted("web").concluded()),
                claim(
                        "no live-owned object collected",
                        lag -> new GarbageOnly(lag, KubernetesVersion.NEWEST),
                        story -> collected(story.stored(WEB, OF_WEB))),
                claim(
                        "orphan deletes remove no dependents",
                        lag -> new GarbageOnly(lag, KubernetesVersion.NEWEST),
                        story -> collected(story.stored(WEB, OF_WEB)
                                .at(60)
                                .stored(set("web", GOING + ", finalizers: [orphan]", "replicas: 1"))
                                .deleted("web"))),
                claim(
                        "adoption is exclusive",
                        Adoption::new,
                        story -> story.stored(WEB, API, OF_WEB)
                                .stored(ofWeb("web-1", owner("ReplicaSet", "api"), "", "{}"))),
                claim(
                        "adoption is eventual",
                        Adoption::new,
                        story -> story.stored(WEB, ofWeb("web-1", "", ", labels: {app: web}", "{phase: Running}"))
                                .concluded()),
                claim(
                        "adoption takes nothing that has ended",
                        Adoption::new,
                        story -> story.stored(WEB, ofWeb("web-1", "", ", labels: {app: web}", "{phase: Succeeded}"))
                                .at(60)
                                .stored(ofWeb(
                                        "web-1",
                                        owner("ReplicaSet", "web"),
                                        ", labels: {app: web}",
                                        "{phase: Succeeded}"))),
                claim("slow start", new SlowStart(), story -> batch(batch(story, 1, 1), 2, 3)),
                claim("burst limit", new SlowStart(), Claims::burst),
                claim(
                        "expectations never leak",
                        lag -> new ExpectationsMet(lag, KubernetesVersion.DEFAULT),
                        story -> story.told(
                                        "kube-controller-manager",
                                        new ExpectationTrace("job-controller", new ObjectKey("default", "work"), 1, 0))
                                .at(60)
                                .concluded()),
                claim(
                        "surge is bounded",
                        DeploymentBounds::new,
                        story -> rollout(story).wrote("deployment-controller", 2, revision("new", 2, 2))),
                claim(
                        "enough stays available",
                        DeploymentBounds::new,
                        story -> rollout(story)
                                .wrote("deployment-controller", 2, revision("new", 2, 1))
                                .at(120)
                                .wrote("deployment-controller", 3, revision("old", 1, 2))),
                claim(
                        "revision history is bounded",
                        RevisionsBounded::new,
                        story -> story.stored(deployment())
                                .stored(revision("first", 1, 0), revision("second", 2, 0), revision("third", 3, 4))
                                .concluded()),
                claim(
                        "Job completions are exact",
                        lag -> new JobCounts(Delays.NONE, lag),
                        story -> story.stored(job("")).stored(ofJob("a"), ofJob("b"), job("succeeded: 2"))),
                claim(
                        "a Job counts nothing twice",
                        lag -> new JobCounts(Delays.NONE, lag),
                        story -> story.stored(job("")).stored(ofJob("a"), job("succeeded: 1"), job("succeeded: 2"))),
                claim(
                        "one pod per ordinal",
                        new OrdinalOrder(),
                        story -> story.stored(stateful(), ordinal("one")).stored(ordinal("other"))),
                claim(
                        "ordinals come in order",
                        new OrdinalOrder(),
                        story -> story.stored(stateful()).stored(ordinal("one").replace("db-0", "db-1"))),
                claim(
                        "a daemon on every eligible node",
                        new DaemonOnEveryNode(new Obstacles()),
                        story -> story.stored(
                                        "{apiVersion: apps/v1, kind: DaemonSet, metadata: {name: agent}, spec: {template: {spec: {}}}}",
                                        node("one", ""))
                                .concluded()),
                claim(
                        "evictions keep budgets",
                        BudgetKept::new,
                        story -> story.stored(budget(1, ""), budget(0, "web-1: '2026-01-01T00:00:00Z'"))),
                claim(
                        "a namespace leaves nothing",
                        NamespaceLeavesNothing::new,
                        story -> story.stored(
                                        "{apiVersion: v1, kind: Namespace, metadata: {name: team}}",
                                        "{apiVersion: v1, kind: ConfigMap, metadata: {name: left, namespace: team}}")
                                .at(60)
                                .deleted("team")),
                claim(
                        "a lease runs out first",
                        new LeaseRunsOut(),
                        story -> story.stored(lease("one")).at(14).stored(lease("two"))),
                claim(
                        "one acting leader",
                        new OneActingLeader(ClusterSpec.DEFAULT),
                        story -> story.stored(lease("kube-controller-manager-0"))
                                .sent("kube-controller-manager-1", 1, "job-controller", DELETE)),
                claim(
                        "steady state writes nothing",
                        new QuietAtRest(),
                        story ->
                                write(story.concluded(), "deployment-controller", Resources.DEPLOYMENTS, deployment())),
                claim(
                        "endpoints are the ready pods",
                        new EndpointsMatchPods(KubernetesVersion.DEFAULT),
                        story -> story.stored(
                                        "{apiVersion: v1, kind: Service, metadata: {name: web, namespace: default},"
                                                + " spec: {selector: {app: web}, ports: [{port: 80}]}}",
                                        ofWeb("web-1", "", ", labels: {app: web}", READY))
                                .concluded()),
                claim(
                        "no pods too many",
                        new NoSurplusPods(),
                        story -> story.stored(WEB, OF_WEB).stored(OF_WEB.replace("web-1", "web-2"))),
                claim(
                        "controllers delete what is theirs",
                        new DeletesOnlyOwned(),
                        story -> story.stored(on("one"))
                                .asked(
                                        "replicaset-controller",
                                        DELETE,
                                        new ApiResponse.One(200, Story.read(on("one"))))),
                claim(
                        "a phase goes on",
                        new PhaseMonotone(),
                        story -> story.stored(inPhase("Running"), inPhase("Pending"))),
                claim(
                        "init containers come first",
                        new InitContainersFirst(),
                        story -> story.stored(
                                pod(
                                        "{name: web-1, namespace: default}",
                                        "{initContainers: [{name: first}], containers: [{name: app}]}",
                                        "{phase: Running, initContainerStatuses: [{name: first, restartCount: 0, state: {running:"
                                                + " {startedAt: '2026-01-01T00:00:01Z'}}}], containerStatuses: [{name: app,"
                                                + " restartCount: 0, state: {running: {startedAt: '2026-01-01T00:00:02Z'}}}]}"))),
                claim(
                        "restarts back off",
                        new RestartsBackOff(),
                        story -> story.stored(
                                crashed(0, 2), crashed(1, 3), crashed(2, 5), crashed(3, 7), crashed(4, 9))),
                claim("one instance of a container", new OneInstance(), story -> started(started(story, "a"), "b")),
                claim(
                        "what is gone stays gone",
                        new GoneStaysGone(KubernetesVersion.DEFAULT),
                        story -> started(
                                story.asked(
                                        "kubelet/one",
                                        DELETE,
                                        new ApiResponse.One(200, Story.read(inPhase("Running")))),
                                "a")),
                claim(
                        "nothing runs on a fenced node",
                        new FencedNodesIdle(),
                        story -> started(
                                        story.stored(
                                                node(
                                                        "one",
                                                        "{key: node.kubernetes.io/out-of-service, effect: NoExecute}"),
                                                on("one")),
                                        "a")
                                .deleted("web-1")),
                claim(
                        "orphans are confirmed",
                        OrphansConfirmed::new,
                        story -> story.asked(
                                "pod-garbage-collector", DELETE, new ApiResponse.One(200, Story.read(on("one"))))),
                claim(
                        "what a pod used is free at its end",
                        new EndReportedLast(KubernetesVersion.DEFAULT),
                        story -> started(story, "a")
                                .asked("kubelet/one", DELETE, new ApiResponse.One(200, Story.read(inPhase("Failed"))))),
                claim(
                        "volumes come before containers",
                        new VolumesFirst(),
                        story -> started(
                                story.stored(pod("{name: web-1, namespace: default}", "{volumes: [{name: v}]}", "{}")),
                                "a")),
                claim(
                        "exclusive cores are not shared",
                        new ExclusiveCores(),
                        story -> story.told("kubelet/one", new CoresTrace("default/a", "a", List.of(1, 2)))
                                .told("kubelet/one", new CoresTrace("default/b", "b", List.of(2)))),
                claim(
                        "quotas are kept",
                        new QuotaNeverExceeded(),
                        story -> story.stored(quota()).at(60).stored(pod("{name: a, namespace: default}", "{}", "{}"))),
                claim(
                        "a pod is bound once",
                        lag -> new BoundOnce(KubernetesVersion.DEFAULT, lag),
                        story -> story.stored(on("one"), on("two"))),
                claim(
                        "pods go where they may",
                        RequiredRulesMet::new,
                        story -> story.stored(node("one", "{key: a, effect: NoSchedule}"), FREE, on("one"))),
                claim(
                        "no feasible pod waits",
                        new FeasiblePodsBound(ClusterSpec.DEFAULT, new Obstacles()),
                        story -> story.stored(readyNode("one"), FREE).concluded()),
                claim(
                        "only lower priorities are preempted",
                        lag -> new PreemptsLowerOnly(lag, KubernetesVersion.DEFAULT),
                        story -> story.stored(on("one"))
                                .asked("kube-scheduler", DELETE, new ApiResponse.One(200, Story.read(on("one"))))),
                claim(
                        "budgets outlive preemption",
                        lag -> new PreemptionKeepsBudgets(ClusterSpec.DEFAULT, lag),
                        CommitmentInvariantsTest::preemptedAgainstABudget),
                claim(
                        "nodes are never overcommitted",
                        lag -> new NodesNotOvercommitted(ClusterSpec.DEFAULT, lag),
                        story -> story.stored(readyNode("one").replace("'9'", "'1'"))
                                .stored(
                                        CommitmentInvariantsTest.running("a", ""),
                                        CommitmentInvariantsTest.running("b", ""))),
                claim(
                        "addresses are unique",
                        new UniquePodAddress(),
                        story -> story.stored(ofWeb("web-1", "", "", READY), ofWeb("web-2", "", "", READY))),
                claim(
                        "addresses are given back",
                        new AddressesReturned(() -> NetworkViews.ofNode("10.0.1.2", "gone")),
                        Story::concluded),
                claim(
                        "pods reach each other",
                        lag -> new PodsReachEachOther(NetworkViews.FLANNEL, lag, () -> NetworkViews.ofLoss("no route")),
                        story -> story.at(60).concluded()),
                claim(
                        "no packet ends at a stranger",
                        lag -> new PodsReachEachOther(NetworkViews.FLANNEL, lag, NetworkViews::ofStranger),
                        Story::concluded),
                claim(
                        "services let go",
                        lag -> new ServicesLetGo(NetworkViews.LOAD, lag, new Obstacles(), () -> PodNetworkView.NONE),
                        story -> story.stored(NetworkViews.SERVICE)
                                .stored(ofWeb("web-1", "", ", labels: {app: web}", READY))
                                .deleted("web-1")
                                .at(300)
                                .told("load/web", NetworkViews.request("10.0.0.1"))),
                claim(
                        "names resolve",
                        lag -> new NamesResolve(NetworkViews.DNS, lag, () -> NetworkViews.ofNames("10.96.0.2")),
                        story -> story.stored(NetworkViews.SERVICE).at(60).concluded()),
                claim(
                        "evictions come after taints",
                        lag -> new TaintedBeforeEvicted(lag, KubernetesVersion.DEFAULT),
                        story -> story.stored(node("one", ""))
                                .asked("node-controller", DELETE, new ApiResponse.One(200, Story.read(on("one"))))),
                claim(
                        "no component panics",
                        new NoPanic(),
                        story -> story.told("kubelet/one", new PanicTrace("sync", "java.lang.Error", ""))),
                claim("controllers do not fight", new NoLivelock(KubernetesVersion.DEFAULT), Claims::fight),
                claim(
                        "all is as wanted in the end",
                        new Convergence(new Obstacles()),
                        story -> story.stored(WEB).concluded()));
    }

    private static final ApiRequest DELETE =
            new ApiRequest.Delete(Resources.PODS, "default", "web-1", ApiRequest.DeleteOptions.DEFAULT);

    static Claim claim(String words, Invariant invariant, UnaryOperator<Story> story) {
        return new Claim(words, invariant, story.apply(new Story(invariant)));
    }

    /** Of an invariant that asks how old caches may be. */
    static Claim claim(String words, Function<CacheLag, Invariant> invariant, UnaryOperator<Story> story) {
        CacheLag lag = new CacheLag(Delays.NONE);
        Invariant judge = invariant.apply(lag);
        return new Claim(words, judge, story.apply(new Story(judge, lag)));
    }

    private static String set(String name, String metadata, String spec) {
        return "{apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: " + name + ", namespace: default" + metadata
                + "}, spec: {" + spec + "}}";
    }

    private static String ofWeb(String name, String owners, String metadata, String status) {
        return pod(
                "{name: " + name + ", namespace: default" + metadata + ", ownerReferences: [" + owners + "]}",
                "{}",
                status);
    }

    private static Story twoControllers(Story story) {
        String owners = owner("ReplicaSet", "web") + ", " + owner("ReplicaSet", "api");
        return story.stored(WEB, API, ofWeb("web-1", owners, "", "{}"));
    }

    private static Story collected(Story story) {
        ApiRequest.DeleteOptions options = new ApiRequest.DeleteOptions(null, "web-1", "Background");
        return story.asked(
                "generic-garbage-collector",
                new ApiRequest.Delete(Resources.PODS, "default", "web-1", options),
                new ApiResponse.Done(200));
    }

    private static Story batch(Story story, int number, int size) {
        return story.told(
                "kube-controller-manager",
                new BatchTrace(Resources.REPLICA_SETS, new ObjectKey("default", "web"), 1, number, size, 0));
    }

    private static Story burst(Story story) {
        for (int number = 1; number <= 9; number++) {
            batch(story, number, 1 << number - 1);
        }
        return story;
    }

    private static String deployment() {
        return "{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: default}, spec: {replicas: 4,"
                + " revisionHistoryLimit: 0, strategy: {rollingUpdate: {maxSurge: 1, maxUnavailable: 1}}}, status: {replicas: 4, updatedReplicas: 4, availableReplicas: 4}}";
    }

    private static String revision(String name, int revision, int replicas) {
        String metadata = ", annotations: {deployment.kubernetes.io/revision: '" + revision + "'}, ownerReferences: ["
                + owner("Deployment", "web") + "]";
        return set(name, metadata, "replicas: " + replicas);
    }

    private static Story rollout(Story story) {
        return story.stored(deployment())
                .wrote("deployment-controller", 1, revision("old", 1, 4))
                .at(60);
    }

    private static String job(String status) {
        return "{apiVersion: batch/v1, kind: Job, metadata: {name: work, namespace: default}, spec: {completions: 1},"
                + " status: {" + status + "}}";
    }

    private static String ofJob(String name) {
        String owners = "[" + owner("Job", "work") + "]";
        return pod("{name: " + name + ", ownerReferences: " + owners + "}", "{}", "{phase: Succeeded}");
    }

    private static String stateful() {
        return "{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: db, namespace: default}, spec:"
                + " {replicas: 2}}";
    }

    private static String ordinal(String uid) {
        String owners = "[" + owner("StatefulSet", "db") + "]";
        return pod("{name: db-0, namespace: default, uid: " + uid + ", ownerReferences: " + owners + "}", "{}", "{}");
    }

    private static String node(String name, String taints) {
        return "{apiVersion: v1, kind: Node, metadata: {name: " + name + "}, spec: {taints: [" + taints + "]}}";
    }

    private static String readyNode(String name) {
        return "{apiVersion: v1, kind: Node, metadata: {name: " + name + "}, status: {allocatable: {pods: '9'},"
                + " conditions: [{type: Ready, status: 'True'}]}}";
    }

    private static String inPhase(String phase) {
        return pod("{name: web-1, namespace: default}", "{}", "{phase: " + phase + "}");
    }

    /** A container that ended a second after its start, as did its run before, two seconds earlier. */
    private static String crashed(int restarts, int start) {
        return pod(
                "{name: web-1, namespace: default}",
                "{containers: [{name: app}]}",
                "{phase: Running, containerStatuses: [{name: app, restartCount: " + restarts + ", state: "
                        + ended(start) + (restarts == 0 ? "" : ", lastState: " + ended(start - (restarts == 1 ? 1 : 2)))
                        + "}]}");
    }

    private static String ended(int start) {
        return "{terminated: {exitCode: 1, reason: Error, startedAt: '2026-01-01T00:00:0" + start
                + "Z', finishedAt: '2026-01-01T00:00:" + (start < 9 ? "0" : "") + (start + 1) + "Z'}}";
    }

    private static String on(String node) {
        return pod("{name: web-1, namespace: default}", "{nodeName: " + node + "}", "{}");
    }

    private static String budget(int allowed, String disrupted) {
        return "{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: web, namespace: default}, spec:"
                + " {selector: {matchLabels: {app: web}}}, status: {currentHealthy: 3, desiredHealthy: 3,"
                + " disruptionsAllowed: " + allowed + ", disruptedPods: {" + disrupted + "}}}";
    }

    private static String lease(String holder) {
        return "{apiVersion: coordination.k8s.io/v1, kind: Lease, metadata: {name: kube-controller-manager, namespace:"
                + " kube-system}, spec: {holderIdentity: " + holder + "_a, leaseDurationSeconds: 15}}";
    }

    private static String quota() {
        return "{apiVersion: v1, kind: ResourceQuota, metadata: {name: none, namespace: default}, spec:"
                + " {hard: {pods: '0'}}, status: {hard: {pods: '0'}, used: {pods: '0'}}}";
    }

    private static Story write(Story story, String agent, ResourceType resource, String manifest) {
        KubernetesObject object = Story.read(manifest);
        return story.asked(agent, new ApiRequest.Update(resource, "", object), new ApiResponse.One(200, object));
    }

    private static Story fight(Story story) {
        story.told("hand", new PhaseTrace.Begun(Phase.CONVERGE, 0));
        for (int round = 0; round < 20; round++) {
            write(story.at(round), "scaler", Resources.REPLICA_SETS, set("web", "", "replicas: 1"));
            write(story, "deployment-controller", Resources.REPLICA_SETS, set("web", "", "replicas: 2"));
        }
        return story;
    }
}
