package dev.wavetank.properties.invariant.workload;

import static dev.wavetank.properties.invariant.workload.Story.read;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.invariant.Delays;
import dev.wavetank.properties.invariant.batch.JobPodsPaced;
import dev.wavetank.properties.invariant.making.ActionsReported;
import dev.wavetank.properties.invariant.making.ChildrenFollowParents;
import dev.wavetank.properties.invariant.making.DeletesAsPromised;
import dev.wavetank.properties.invariant.making.PodsFollowTemplates;
import java.util.List;

/** What is claimed of the objects that controllers make, each with a story that breaks the claim. */
final class MakingClaims {

    private static final String TEMPLATE = "template: {metadata: {labels: {app: web}}, spec: {containers: []}}";
    private static final String WEB = object("apps/v1", "ReplicaSet", "web", "selector: {}, " + TEMPLATE);
    private static final String DEPLOYMENT =
            object("apps/v1", "Deployment", "web", "replicas: 2, selector: {matchLabels: {app: web}}, " + TEMPLATE);
    private static final String TICK =
            object("batch/v1", "CronJob", "tick", "jobTemplate: {metadata: {labels: {made-by: tick}}, spec: {}}");
    private static final String DB = object(
            "apps/v1",
            "StatefulSet",
            "db",
            "serviceName: db, replicas: 1, selector: {matchLabels: {app: db}}, template: {metadata: {}, spec: {containers: []}},"
                    + " volumeClaimTemplates: [{metadata: {name: data}, spec: {}}]");

    private static final String TICK_1 =
            "{apiVersion: batch/v1, kind: Job, metadata: {name: tick-1, namespace: default, "
                    + owned("batch/v1", "CronJob", "tick") + "}, spec: {}}";
    private static final String WORK = "{apiVersion: batch/v1, kind: Job, metadata: {name: work, namespace: default,"
            + " creationTimestamp: '2026-01-01T00:00:10Z'}, spec: {parallelism: 1}}";
    private static final String HELD = "finalizers: [example.com/hold],";
    private static final ApiResponse DONE = new ApiResponse.Done(200);

    private MakingClaims() {}

    static List<Claims.Claim> all() {
        return List.of(
                Claims.claim(
                        "pods have the labels of their template",
                        lag -> new PodsFollowTemplates(lag, KubernetesVersion.DEFAULT),
                        s -> made(
                                s.stored(WEB), "replicaset-controller", Resources.PODS, pod("ReplicaSet", "web", ""))),
                Claims.claim(
                        "pods of a StatefulSet know their names",
                        lag -> new PodsFollowTemplates(lag, KubernetesVersion.DEFAULT),
                        s -> made(
                                s.stored(DB),
                                "statefulset-controller",
                                Resources.PODS,
                                pod("StatefulSet", "db", "name: db-0, labels: {app: db}, "))),
                Claims.claim(
                        "pods are made of the latest template",
                        lag -> new PodsFollowTemplates(lag, KubernetesVersion.DEFAULT),
                        s -> made(
                                s.at(10)
                                        .stored(WEB.replace("app: web", "app: old"))
                                        .at(100)
                                        .stored(WEB.replace("name: web,", "name: web, generation: 2,"))
                                        .at(200),
                                "replicaset-controller",
                                Resources.PODS,
                                pod("ReplicaSet", "web", "labels: {app: old}, "))),
                Claims.claim(
                        "ReplicaSets know the size of their Deployment",
                        new ChildrenFollowParents(),
                        s -> made(
                                s.stored(DEPLOYMENT),
                                "deployment-controller",
                                Resources.REPLICA_SETS,
                                "{apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: web-1, namespace: default,"
                                        + " labels: {app: web, pod-template-hash: '1'}, "
                                        + owned("apps/v1", "Deployment", "web") + "}, spec: {replicas: 2,"
                                        + " selector: {matchLabels: {app: web, pod-template-hash: '1'}},"
                                        + " template: {metadata: {labels: {app: web, pod-template-hash: '1'}},"
                                        + " spec: {containers: []}}}}")),
                Claims.claim(
                        "Jobs have the labels of their template",
                        new ChildrenFollowParents(),
                        s -> made(s.stored(TICK), "cronjob-controller", Resources.JOBS, TICK_1)),
                Claims.claim(
                        "claims have the labels of their set",
                        new ChildrenFollowParents(),
                        s -> made(
                                s.stored(DB),
                                "statefulset-controller",
                                Resources.PERSISTENT_VOLUME_CLAIMS,
                                "{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: data-db-0,"
                                        + " namespace: default}, spec: {}}")),
                Claims.claim(
                        "the garbage collector names the uid",
                        lag -> new DeletesAsPromised(lag, KubernetesVersion.DEFAULT),
                        s -> s.stored(WEB)
                                .asked("generic-garbage-collector", delete(Resources.REPLICA_SETS, "web"), DONE)),
                Claims.claim(
                        "the garbage collector takes only its own finalizers",
                        lag -> new DeletesAsPromised(lag, KubernetesVersion.DEFAULT),
                        s -> s.stored(
                                        object("apps/v1", "ReplicaSet", "web", "")
                                                .replace("web,", "web, " + HELD),
                                        object("apps/v1", "ReplicaSet", "web", ""))
                                .asked(
                                        "generic-garbage-collector",
                                        new ApiRequest.Update(
                                                Resources.REPLICA_SETS,
                                                "",
                                                read(object("apps/v1", "ReplicaSet", "web", ""))),
                                        DONE)),
                Claims.claim(
                        "pods whose node is gone are called failed",
                        lag -> new DeletesAsPromised(lag, KubernetesVersion.DEFAULT),
                        s -> s.stored(
                                        "{apiVersion: v1, kind: Pod, metadata: {name: web-1, namespace: default,"
                                                + " creationTimestamp: 2026-01-01T00:00:00Z}, spec: {}, status: {phase: Running}}")
                                .at(900)
                                .deleted("web-1")
                                .asked(
                                        "pod-garbage-collector",
                                        new ApiRequest.Delete(
                                                Resources.PODS,
                                                "default",
                                                "web-1",
                                                new ApiRequest.DeleteOptions(0L, null, null)),
                                        DONE)),
                Claims.claim(
                        "a Job waits after failures",
                        lag -> new JobPodsPaced(lag, KubernetesVersion.DEFAULT),
                        s -> s.at(10)
                                .stored(WORK, worker("work-1", "{}"))
                                .stored(worker("work-1", ended("Failed", "00:01:00Z")))
                                .at(65)
                                .stored(worker("work-2", "{}"))),
                Claims.claim(
                        "a Job waits no longer than it has to",
                        lag -> new JobPodsPaced(lag, KubernetesVersion.DEFAULT),
                        s -> s.at(10)
                                .stored(WORK, worker("work-1", "{}"), worker("work-2", "{}"))
                                .at(60)
                                .stored(worker("work-1", ended("Failed", "00:01:00Z")))
                                .at(70)
                                .stored(worker("work-2", ended("Succeeded", "00:01:10Z")))
                                .at(300)
                                .stored(worker("work-3", "{}"))),
                Claims.claim(
                        "no workers come to a queue that is done",
                        lag -> new JobPodsPaced(lag, KubernetesVersion.DEFAULT),
                        s -> s.at(10)
                                .stored(WORK, worker("work-1", "{}"))
                                .stored(worker("work-1", ended("Succeeded", "00:01:00Z")))
                                .at(600)
                                .stored(worker("work-2", "{}"))),
                Claims.claim(
                        "what is done is reported",
                        new ActionsReported(Delays.NONE, KubernetesVersion.DEFAULT),
                        s -> made(s.stored(TICK).at(400), "cronjob-controller", Resources.JOBS, TICK_1)
                                .at(700)
                                .concluded()));
    }

    private static ApiRequest delete(ResourceType resource, String name) {
        return new ApiRequest.Delete(resource, "default", name, ApiRequest.DeleteOptions.DEFAULT);
    }

    private static Story made(Story story, String agent, ResourceType resource, String manifest) {
        return story.asked(agent, ApiRequest.Create.of(resource, read(manifest)), new ApiResponse.Done(201));
    }

    private static String worker(String name, String status) {
        return "{apiVersion: v1, kind: Pod, metadata: {name: " + name + ", namespace: default, "
                + owned("batch/v1", "Job", "work") + "}, spec: {}, status: " + status + "}";
    }

    private static String ended(String phase, String time) {
        return "{phase: " + phase + ", containerStatuses: [{name: main, state: {terminated: {finishedAt: '2026-01-01T"
                + time + "'}}}]}";
    }

    private static String object(String apiVersion, String kind, String name, String spec) {
        return "{apiVersion: " + apiVersion + ", kind: " + kind + ", metadata: {name: " + name
                + ", namespace: default}, spec: {" + spec + "}}";
    }

    private static String pod(String kind, String owner, String metadata) {
        return "{apiVersion: v1, kind: Pod, metadata: {" + metadata + "namespace: default, "
                + owned("apps/v1", kind, owner) + "}, spec: {containers: []}}";
    }

    private static String owned(String apiVersion, String kind, String name) {
        return "ownerReferences: [{apiVersion: " + apiVersion + ", kind: " + kind + ", name: " + name + ", uid: " + name
                + ", controller: true, blockOwnerDeletion: true}]";
    }
}
