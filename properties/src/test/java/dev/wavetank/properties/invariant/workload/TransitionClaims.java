package dev.wavetank.properties.invariant.workload;

import static dev.wavetank.properties.invariant.workload.Story.READY;
import static dev.wavetank.properties.invariant.workload.Story.owner;
import static dev.wavetank.properties.invariant.workload.Story.pod;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.trace.ContainerTrace;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.invariant.Delays;
import dev.wavetank.properties.invariant.batch.JobsKeepLimits;
import dev.wavetank.properties.invariant.batch.KeptForItsTime;
import dev.wavetank.properties.invariant.batch.OnSchedule;
import dev.wavetank.properties.invariant.ending.CyclesUnblocked;
import dev.wavetank.properties.invariant.ending.DependentsFirst;
import dev.wavetank.properties.invariant.ending.EndsGracefully;
import dev.wavetank.properties.invariant.ending.FinalizersHold;
import dev.wavetank.properties.invariant.ending.NothingForTheDeleted;
import dev.wavetank.properties.invariant.ending.OwnersExist;
import dev.wavetank.properties.invariant.node.RejectedPodsBackOff;
import dev.wavetank.properties.invariant.rollout.DaemonUpdatesBounded;
import dev.wavetank.properties.invariant.rollout.DaemonsSurgeFirst;
import dev.wavetank.properties.invariant.rollout.OldestRevisionsGo;
import dev.wavetank.properties.invariant.rollout.OrdinalsInTurn;
import dev.wavetank.properties.invariant.rollout.PausedStands;
import dev.wavetank.properties.invariant.rollout.RecreatedWithoutOverlap;
import dev.wavetank.properties.invariant.rollout.RevisionsFollowTemplates;
import dev.wavetank.properties.invariant.rollout.UnreadyGoFirst;
import dev.wavetank.properties.invariant.server.NothingForNothing;
import dev.wavetank.properties.invariant.status.AvailableNotEarly;
import dev.wavetank.properties.invariant.status.BudgetsCounted;
import dev.wavetank.properties.invariant.status.QuotaCounted;
import dev.wavetank.properties.invariant.status.StatusCountsAvailable;
import dev.wavetank.properties.invariant.status.StatusCountsDaemons;
import java.util.List;

/** What is claimed of statuses, roll-outs, deletions and Jobs, each with a story that breaks the claim. */
final class TransitionClaims {

    private static final String WAITING =
            "{apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: web, namespace: default, generation: 1}, spec:"
                    + " {replicas: 1, minReadySeconds: 30}, status: {replicas: 1, availableReplicas: %d,"
                    + " observedGeneration: 1}}";

    private static final String READY_POD = Story.pod(
            "{name: web-1, namespace: default, ownerReferences: [" + Story.owner("ReplicaSet", "web") + "]}",
            "{nodeName: one}",
            "{phase: Running, conditions: [{type: Ready, status: 'True', lastTransitionTime:"
                    + " '2026-01-01T00:00:00Z'}]}");

    private static final String GOING = ", deletionTimestamp: 2026-01-01T00:00:00Z";

    private TransitionClaims() {}

    static List<Claims.Claim> all() {
        return List.of(
                Claims.claim(
                        "nothing is available early",
                        lag -> new AvailableNotEarly(KubernetesVersion.DEFAULT, lag),
                        story -> story.stored(WAITING.formatted(0), READY_POD)
                                .at(20)
                                .stored(WAITING.formatted(1))),
                Claims.claim(
                        "available pods are counted",
                        new StatusCountsAvailable(KubernetesVersion.DEFAULT),
                        s -> s.stored(
                                        object(
                                                "apps/v1",
                                                "ReplicaSet",
                                                "web",
                                                "",
                                                "replicas: 1",
                                                "observedGeneration: 1"),
                                        of("ReplicaSet", "web", "web-1", "", READY))
                                .concluded()),
                Claims.claim(
                        "daemons are counted",
                        new StatusCountsDaemons(),
                        s -> s.stored(
                                        object(
                                                "apps/v1",
                                                "DaemonSet",
                                                "logs",
                                                "",
                                                "template: {spec: {}}",
                                                "observedGeneration: 1"),
                                        "{apiVersion: v1, kind: Node, metadata: {name: one}}")
                                .concluded()),
                Claims.claim(
                        "budgets are counted",
                        new BudgetsCounted(),
                        s -> s.stored(object(
                                        "policy/v1",
                                        "PodDisruptionBudget",
                                        "web",
                                        "",
                                        "minAvailable: 1, selector: {matchLabels: {app: web}}",
                                        "currentHealthy: 1"))
                                .concluded()),
                Claims.claim(
                        "quotas are counted",
                        new QuotaCounted(),
                        s -> s.stored(object(
                                        "v1", "ResourceQuota", "room", "", "hard: {pods: '5'}", "used: {pods: '3'}"))
                                .concluded()),
                Claims.claim(
                        "unready pods go first",
                        UnreadyGoFirst::new,
                        s -> gone(
                                        s.stored(
                                                        of("ReplicaSet", "web", "web-1", "", READY),
                                                        of("ReplicaSet", "web", "web-2", "", "{phase: Running}"))
                                                .at(60),
                                        "ReplicaSet",
                                        "web",
                                        "web-1",
                                        "replicaset-controller")
                                .at(300)
                                .stored("{apiVersion: v1, kind: ConfigMap, metadata: {name: later}}")),
                Claims.claim(
                        "the oldest revisions go",
                        lag -> new OldestRevisionsGo(lag, KubernetesVersion.DEFAULT),
                        s -> s.stored(revision("one", 1), revision("two", 2))
                                .at(60)
                                .asked(
                                        "deployment-controller",
                                        delete(Resources.REPLICA_SETS, "two"),
                                        new ApiResponse.Done(200))),
                Claims.claim(
                        "Recreate has no overlap",
                        RecreatedWithoutOverlap::new,
                        s -> s.stored(
                                        deployment(
                                                "strategy: {type: Recreate}, template: {metadata: {}, spec: {nodeName: b}}"),
                                        set("old", "template: {metadata: {}, spec: {nodeName: a}}"),
                                        of("ReplicaSet", "old", "old-1", "", READY))
                                .at(60)
                                .stored(
                                        set("new", "template: {metadata: {}, spec: {nodeName: b}}"),
                                        of("ReplicaSet", "new", "new-1", "", "{}"))),
                Claims.claim(
                        "paused Deployments stand",
                        PausedStands::new,
                        s -> s.stored(deployment("paused: true")).at(60).stored(set("new", "replicas: 1"))),
                Claims.claim(
                        "revisions follow templates",
                        RevisionsFollowTemplates::new,
                        s -> s.stored(deployment("template: {metadata: {}, spec: {nodeName: a}}"), revision("one", 1))
                                .at(60)
                                .stored(revision("one", 2))),
                Claims.claim(
                        "earlier revisions are kept",
                        RevisionsFollowTemplates::new,
                        s -> s.stored(
                                        deployment("template: {metadata: {}, spec: {nodeName: a}}"),
                                        revision("one", 3, "1"))
                                .at(60)
                                .stored(
                                        deployment("template: {metadata: {}, spec: {nodeName: b}}"),
                                        revision("one", 5, "3"))),
                Claims.claim("rejected pods back off", new RejectedPodsBackOff(), s -> {
                    Story story = s.stored(object("apps/v1", "DaemonSet", "logs", "", "template: {spec: {}}", ""));
                    for (int i = 0; i <= 20; i++) {
                        story = story.stored(
                                of("DaemonSet", "logs", "logs-" + i, "", "{phase: Failed, reason: OutOfcpu}"));
                    }
                    return story;
                }),
                Claims.claim(
                        "ordinals go in turn",
                        lag -> new OrdinalsInTurn(lag, KubernetesVersion.DEFAULT),
                        s -> gone(
                                s.stored(
                                                object("apps/v1", "StatefulSet", "db", "", "replicas: 0", ""),
                                                of("StatefulSet", "db", "db-0", "", READY),
                                                of("StatefulSet", "db", "db-1", "", READY))
                                        .at(60),
                                "StatefulSet",
                                "db",
                                "db-0",
                                "statefulset-controller")),
                Claims.claim("daemons are updated in bounds", DaemonUpdatesBounded::new, s -> {
                    Story story = s.stored(
                                    object("apps/v1", "DaemonSet", "logs", "", "template: {spec: {}}", ""),
                                    "{apiVersion: v1, kind: Node, metadata: {name: one}}",
                                    "{apiVersion: v1, kind: Node, metadata: {name: two}}",
                                    daemon("logs-1", "one", ""),
                                    daemon("logs-2", "two", ""))
                            .at(60);
                    for (String node : List.of("one", "two")) {
                        String name = node.equals("one") ? "logs-1" : "logs-2";
                        story.stored(daemon(name, node, GOING))
                                .asked(
                                        "daemon-set-controller",
                                        delete(Resources.PODS, name),
                                        new ApiResponse.Done(200));
                    }
                    return story;
                }),
                Claims.claim(
                        "new daemons come first",
                        DaemonsSurgeFirst::new,
                        s -> DaemonsSurgeFirstTest.replaced(
                                DaemonsSurgeFirstTest.made(DaemonsSurgeFirstTest.old(s), "new-1", "one"))),
                Claims.claim(
                        "what may be a cycle blocks no owner",
                        CyclesUnblocked::new,
                        s -> CyclesUnblockedTest.deleted(s, CyclesUnblockedTest.FOREGROUND, true)),
                Claims.claim(
                        "dependents go first",
                        DependentsFirst::new,
                        s -> s.stored(
                                        object(
                                                "v1",
                                                "ConfigMap",
                                                "top",
                                                GOING + ", finalizers: [foregroundDeletion]",
                                                "",
                                                ""),
                                        object(
                                                "v1",
                                                "ConfigMap",
                                                "below",
                                                ", ownerReferences: [{apiVersion: v1, kind: ConfigMap, name: top, uid: top,"
                                                        + " blockOwnerDeletion: true}]",
                                                "",
                                                ""))
                                .at(60)
                                .deleted("top")
                                .concluded()),
                Claims.claim(
                        "the deleted get nothing",
                        NothingForTheDeleted::new,
                        s -> s.stored(object("apps/v1", "ReplicaSet", "web", GOING, "replicas: 1", ""))
                                .at(60)
                                .stored(of("ReplicaSet", "web", "web-1", "", "{}"))),
                Claims.claim(
                        "owners exist",
                        new OwnersExist(),
                        s -> s.stored(of("ReplicaSet", "gone", "web-1", "", "{}"))
                                .concluded()),
                Claims.claim(
                        "finalizers hold",
                        new FinalizersHold(),
                        s -> s.stored(object("apps/v1", "ReplicaSet", "web", ", finalizers: [hold]", "replicas: 1", ""))
                                .deleted("web")
                                .asked("somebody", delete(Resources.REPLICA_SETS, "web"), new ApiResponse.Done(200))),
                Claims.claim(
                        "pods end gracefully",
                        new EndsGracefully(),
                        s -> s.stored(of("ReplicaSet", "web", "web-1", "", READY))
                                .told("runtime/one", new ContainerTrace.Started("default/web-1", "web-1", "app", "a"))
                                .deleted("web-1")
                                .asked("somebody", delete(Resources.PODS, "web-1"), new ApiResponse.Done(200))),
                Claims.claim(
                        "nothing for nothing",
                        new NothingForNothing(),
                        s -> s.stored(
                                object("v1", "ConfigMap", "a", ", resourceVersion: '1'", "", ""),
                                object("v1", "ConfigMap", "a", ", resourceVersion: '2'", "", ""))),
                Claims.claim(
                        "suspended CronJobs rest",
                        lag -> new OnSchedule(Delays.NONE, lag),
                        s -> s.stored(object(
                                        "batch/v1",
                                        "CronJob",
                                        "nightly",
                                        "",
                                        "schedule: '* * * * *', suspend: true",
                                        ""))
                                .at(60)
                                .stored(job(
                                        "nightly-29453761",
                                        ", ownerReferences: [" + owner("CronJob", "nightly") + "]",
                                        "",
                                        ""))),
                Claims.claim(
                        "suspended Jobs have no pods",
                        lag -> new JobsKeepLimits(lag, KubernetesVersion.DEFAULT),
                        s -> s.stored(job("work", "", "suspend: true", ""), of("Job", "work", "work-1", "", "{}"))
                                .concluded()),
                Claims.claim(
                        "ended Jobs are kept",
                        new KeptForItsTime(),
                        s -> s.stored(
                                        job(
                                                "work",
                                                "",
                                                "ttlSecondsAfterFinished: 600",
                                                "conditions: [{type: Complete, status: 'True', lastTransitionTime: '2026-01-01T00:00:00Z'}]"))
                                .at(60)
                                .asked(
                                        "ttl-after-finished-controller",
                                        delete(Resources.JOBS, "work"),
                                        new ApiResponse.Done(200))));
    }

    private static String object(
            String version, String kind, String name, String metadata, String spec, String status) {
        String body = kind.equals("ConfigMap") ? "" : ", spec: {" + spec + "}, status: {" + status + "}";
        return "{apiVersion: " + version + ", kind: " + kind + ", metadata: {name: " + name + ", namespace: default"
                + metadata + "}" + body + "}";
    }

    private static String of(String kind, String owner, String name, String metadata, String status) {
        return pod(
                "{name: " + name + ", namespace: default" + metadata + ", ownerReferences: [" + owner(kind, owner)
                        + "]}",
                "{nodeName: one}",
                status);
    }

    private static String daemon(String name, String node, String metadata) {
        return of("DaemonSet", "logs", name, metadata, READY).replace("nodeName: one", "nodeName: " + node);
    }

    private static Story gone(Story story, String kind, String owner, String name, String agent) {
        return story.stored(of(kind, owner, name, GOING, READY))
                .asked(agent, delete(Resources.PODS, name), new ApiResponse.Done(200));
    }

    private static ApiRequest delete(ResourceType type, String name) {
        return new ApiRequest.Delete(type, "default", name, ApiRequest.DeleteOptions.DEFAULT);
    }

    private static String deployment(String spec) {
        return object("apps/v1", "Deployment", "web", "", "replicas: 1, " + spec, "");
    }

    private static String set(String name, String spec) {
        return object(
                "apps/v1", "ReplicaSet", name, ", ownerReferences: [" + owner("Deployment", "web") + "]", spec, "");
    }

    private static String revision(String name, int number) {
        return revision(name, number, "");
    }

    private static String revision(String name, int number, String earlier) {
        String history = earlier.isEmpty() ? "" : ", deployment.kubernetes.io/revision-history: '" + earlier + "'";
        String metadata = ", generation: 1, annotations: {deployment.kubernetes.io/revision: '" + number + "'" + history
                + "}, ownerReferences: [" + owner("Deployment", "web") + "]";
        return object("apps/v1", "ReplicaSet", name, metadata, "replicas: 0", "replicas: 0, observedGeneration: 1");
    }

    private static String job(String name, String metadata, String spec, String status) {
        return object("batch/v1", "Job", name, metadata, spec, status);
    }
}
