package dev.wavetank.properties.invariant.workload;

import static dev.wavetank.properties.invariant.workload.Story.READY;
import static dev.wavetank.properties.invariant.workload.Story.owner;
import static dev.wavetank.properties.invariant.workload.Story.pod;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.invariant.Delays;
import dev.wavetank.properties.invariant.batch.CountedWhenReleased;
import dev.wavetank.properties.invariant.batch.JobsEndRightly;
import dev.wavetank.properties.invariant.batch.NoTimeMissed;
import dev.wavetank.properties.invariant.ending.ClaimsKeptAsAsked;
import dev.wavetank.properties.invariant.ending.DependentsFirst;
import dev.wavetank.properties.invariant.ending.ForegroundInTime;
import dev.wavetank.properties.invariant.ending.NamespacesGoInTime;
import dev.wavetank.properties.invariant.ending.StorageProtected;
import dev.wavetank.properties.invariant.rollout.ClaimsBeforePods;
import dev.wavetank.properties.invariant.rollout.OrdinalsInTurn;
import dev.wavetank.properties.invariant.rollout.ScaledInProportion;
import dev.wavetank.properties.invariant.status.CompleteWhenDone;
import dev.wavetank.properties.invariant.status.OrdinalsNamed;
import java.util.List;

/** What is claimed of Deployments and StatefulSets that are changed, each with a story that breaks the claim. */
final class WorkloadClaims {

    private static final ApiResponse DONE = new ApiResponse.Done(200);

    private static final String WAITS = ", deletionTimestamp: 2026-01-01T00:00:00Z, finalizers: [foregroundDeletion]";

    private static final String RESTARTING = "backoffLimit: 2, template: {spec: {restartPolicy: OnFailure}}";

    private WorkloadClaims() {}

    static List<Claims.Claim> all() {
        return List.of(
                Claims.claim(
                        "all follow a new size",
                        ScaledInProportion::new,
                        s -> s.stored(deployment("replicas: 8", "", ""), set("old", 6, 4, 5), set("new", 2, 4, 5))
                                .at(60)
                                .stored(set("new", 6, 8, 9))),
                Claims.claim(
                        "complete is complete",
                        new CompleteWhenDone(),
                        s -> s.stored(
                                deployment("replicas: 2", "", ""),
                                deployment(
                                        "replicas: 2",
                                        "",
                                        "replicas: 3, updatedReplicas: 2, availableReplicas: 2, conditions: [{type:"
                                                + " Progressing, status: 'True', reason: NewReplicaSetAvailable}]"))),
                Claims.claim(
                        "ordinals are named",
                        new OrdinalsNamed(),
                        s -> s.stored(stateful("replicas: 1"), ordinal(0, "", READY))
                                .concluded()),
                Claims.claim(
                        "claims come before pods",
                        ClaimsBeforePods::new,
                        s -> s.stored(
                                stateful("replicas: 1, volumeClaimTemplates: [{metadata: {name: data}, spec: {}}]"),
                                ordinal(0, "", "{}"))),
                Claims.claim(
                        "claims that go get no pods",
                        ClaimsBeforePods::new,
                        s -> s.stored(
                                        stateful(
                                                "replicas: 1, volumeClaimTemplates: [{metadata: {name: data}, spec: {}}]"),
                                        claim(", deletionTimestamp: 2026-01-01T00:00:00Z"))
                                .at(60)
                                .stored(ordinal(0, "", "{}"))),
                Claims.claim(
                        "claims are retained",
                        lag -> new ClaimsKeptAsAsked(lag, KubernetesVersion.DEFAULT),
                        s -> s.stored(
                                stateful(
                                        "persistentVolumeClaimRetentionPolicy: {whenScaled: Delete, whenDeleted: Retain}"),
                                claim(""),
                                claim(", ownerReferences: [" + owner("StatefulSet", "db") + "]"))),
                Claims.claim(
                        "pods are let go before they are counted",
                        CountedWhenReleased::new,
                        s -> s.stored(job("", "uncountedTerminatedPods: {succeeded: [work-1]}"), worker("Succeeded"))
                                .at(60)
                                .stored(job("", "succeeded: 1"))),
                Claims.claim(
                        "what goes has not failed yet",
                        CountedWhenReleased::new,
                        s -> s.stored(job("podReplacementPolicy: Failed", ""), worker("Running"))
                                .stored(job(
                                        "podReplacementPolicy: Failed",
                                        "uncountedTerminatedPods: {failed: [work-1]}"))),
                Claims.claim(
                        "Jobs end after so many restarts",
                        new JobsEndRightly(Delays.NONE, KubernetesVersion.DEFAULT),
                        s -> s.stored(job(RESTARTING, ""), worker("Running, containerStatuses: [{restartCount: 3}]"))
                                .stored(job(
                                        RESTARTING,
                                        "conditions: [{type: Failed, status: 'True', reason: BackoffLimitExceeded}]"))),
                Claims.claim(
                        "a deadline is no reason to miss a time",
                        new NoTimeMissed(Delays.NONE, KubernetesVersion.DEFAULT),
                        s -> s.stored("{apiVersion: batch/v1, kind: CronJob, metadata: {name: nightly, namespace:"
                                        + " default}, spec: {schedule: '* * * * *', startingDeadlineSeconds: 30}}")
                                .asked("cronjob-controller", delete(Resources.CRON_JOBS, "other"), DONE)
                                .at(100)
                                .concluded()),
                Claims.claim(
                        "others do not hold the deletion up",
                        new ForegroundInTime(Delays.NONE),
                        s -> s.stored(object("ReplicaSet", "web", WAITS, "", ""))
                                .at(60)
                                .deleted("web")),
                Claims.claim(
                        "namespaces go in time",
                        new NamespacesGoInTime(Delays.NONE),
                        s -> s.stored("{apiVersion: v1, kind: Namespace, metadata: {name: team, deletionTimestamp:"
                                        + " 2026-01-01T00:00:00Z}}")
                                .at(300)
                                .deleted("team")),
                Claims.claim(
                        "all below go in the foreground",
                        DependentsFirst::new,
                        s -> s.stored(
                                        object("Deployment", "web", WAITS, "", ""),
                                        object("ReplicaSet", "new", blocking("Deployment", "web"), "", ""),
                                        pod(
                                                "{name: new-1, namespace: default" + blocking("ReplicaSet", "new")
                                                        + "}",
                                                "{}",
                                                "{}"))
                                .at(60)
                                .deleted("new")
                                .asked("generic-garbage-collector", delete(Resources.REPLICA_SETS, "new"), DONE)),
                Claims.claim(
                        "autoscalers tolerate a little",
                        new AutoscalersHold(Delays.NONE),
                        s -> s.stored(
                                "{apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler, metadata: {name: web,"
                                        + " namespace: default}, spec: {maxReplicas: 9, scaleTargetRef: {apiVersion: apps/v1,"
                                        + " kind: Deployment, name: web}, metrics: [{type: Resource, resource: {name: cpu, target:"
                                        + " {type: Utilization, averageUtilization: 50}}}]}, status: {currentReplicas: 3,"
                                        + " desiredReplicas: 4, currentMetrics: [{type: Resource, resource: {name: cpu, current:"
                                        + " {averageUtilization: 52}}}]}}")),
                Claims.claim(
                        "volumes are released",
                        lag -> new StorageProtected(lag, KubernetesVersion.DEFAULT),
                        s -> s.stored(volume("status: {phase: Bound}")).concluded()),
                Claims.claim(
                        "nodes give up their volumes first",
                        lag -> new StorageProtected(lag, KubernetesVersion.DEFAULT),
                        s -> s.stored(
                                        volume(""),
                                        "{apiVersion: v1, kind: Node, metadata: {name: one}, status: {volumesInUse:"
                                                + " [kubernetes.io/csi/driver^handle]}}",
                                        "{apiVersion: storage.k8s.io/v1, kind: VolumeAttachment, metadata: {name: it},"
                                                + " spec: {nodeName: one, source: {persistentVolumeName: disk}}}")
                                .deleted("it")),
                Claims.claim(
                        "claims go with their set",
                        lag -> new ClaimsKeptAsAsked(lag, KubernetesVersion.DEFAULT),
                        s -> s.stored(
                                        stateful(
                                                "replicas: 1, volumeClaimTemplates: [{metadata: {name: data}, spec: {}}],"
                                                        + " persistentVolumeClaimRetentionPolicy: {whenDeleted: Delete}"),
                                        claim(""),
                                        ordinal(0, "", READY))
                                .concluded()),
                Claims.claim(
                        "none goes while it is wanted",
                        WorkloadClaims::ordinals,
                        s -> deleted(
                                s.stored(stateful("replicas: 2", "updateRevision: one"), ordinal(0, revised(), READY))
                                        .at(60),
                                0)),
                Claims.claim(
                        "the unready wait for those before",
                        WorkloadClaims::ordinals,
                        s -> deleted(
                                s.stored(stateful("replicas: 0"), ordinal(0, "", "{}"), ordinal(1, "", "{}"))
                                        .at(60),
                                1)),
                Claims.claim("no more go at once than may be missing", WorkloadClaims::ordinals, s -> {
                    String bound = "replicas: 3, updateStrategy: {rollingUpdate: {maxUnavailable: 1}}";
                    Story story = s.stored(
                                    stateful(bound, "updateRevision: one"),
                                    ordinal(0, "", READY),
                                    ordinal(1, "", READY),
                                    ordinal(2, "", READY))
                            .at(60);
                    return deleted(deleted(story, 2), 1);
                }),
                Claims.claim("what it deleted comes back first", WorkloadClaims::ordinals, s -> {
                    Story story = s.stored(
                                    stateful("replicas: 2", "updateRevision: one"),
                                    ordinal(0, "", READY),
                                    ordinal(1, "", READY))
                            .at(60);
                    return deleted(deleted(story, 1), 0);
                }));
    }

    private static OrdinalsInTurn ordinals(CacheLag lag) {
        return new OrdinalsInTurn(lag, KubernetesVersion.DEFAULT);
    }

    private static ApiRequest delete(ResourceType type, String name) {
        return new ApiRequest.Delete(type, "default", name, ApiRequest.DeleteOptions.DEFAULT);
    }

    private static Story deleted(Story story, int ordinal) {
        return story.stored(ordinal(ordinal, ", deletionTimestamp: 2026-01-01T00:00:00Z", READY))
                .asked("statefulset-controller", delete(Resources.PODS, "db-" + ordinal), DONE);
    }

    private static String object(String kind, String name, String metadata, String spec, String status) {
        return "{apiVersion: apps/v1, kind: " + kind + ", metadata: {name: " + name + ", namespace: default" + metadata
                + "}, spec: {" + spec + "}, status: {" + status + "}}";
    }

    private static String deployment(String spec, String metadata, String status) {
        return object("Deployment", "web", metadata, spec, status);
    }

    private static String ofDeployment(String metadata) {
        return metadata + ", ownerReferences: [" + owner("Deployment", "web") + "]";
    }

    private static String set(String name, int replicas, int desired, int most) {
        String annotations = ", annotations: {deployment.kubernetes.io/desired-replicas: '" + desired
                + "', deployment.kubernetes.io/max-replicas: '" + most + "'}";
        return object("ReplicaSet", name, ofDeployment(annotations), "replicas: " + replicas, "");
    }

    private static String stateful(String spec) {
        return stateful(spec, "");
    }

    private static String stateful(String spec, String status) {
        return object("StatefulSet", "db", "", spec, status);
    }

    private static String blocking(String kind, String name) {
        return ", ownerReferences: [{apiVersion: apps/v1, kind: " + kind + ", name: " + name + ", uid: " + name
                + ", controller: true, blockOwnerDeletion: true}]";
    }

    private static String job(String spec, String status) {
        return "{apiVersion: batch/v1, kind: Job, metadata: {name: work, namespace: default}, spec: {" + spec
                + "}, status: {" + status + "}}";
    }

    private static String worker(String phase) {
        return pod(
                "{name: work-1, namespace: default, finalizers: [batch.kubernetes.io/job-tracking], ownerReferences: ["
                        + owner("Job", "work") + "]}",
                "{}",
                "{phase: " + phase + "}");
    }

    private static String volume(String status) {
        return "{apiVersion: v1, kind: PersistentVolume, metadata: {name: disk}, spec: {claimRef: {namespace: default,"
                + " name: data, uid: former}, csi: {driver: driver, volumeHandle: handle}}"
                + (status.isEmpty() ? "" : ", " + status) + "}";
    }

    private static String revised() {
        return ", labels: {controller-revision-hash: one}";
    }

    private static String ordinal(int number, String metadata, String status) {
        return pod(
                "{name: db-" + number + ", namespace: default" + metadata + ", ownerReferences: ["
                        + owner("StatefulSet", "db") + "]}",
                "{nodeName: one}",
                status);
    }

    private static String claim(String metadata) {
        return "{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: data-db-0, namespace: default" + metadata
                + "}, spec: {}}";
    }
}
