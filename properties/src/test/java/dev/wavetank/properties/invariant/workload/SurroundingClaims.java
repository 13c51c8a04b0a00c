package dev.wavetank.properties.invariant.workload;

import static dev.wavetank.properties.invariant.workload.Story.READY;
import static dev.wavetank.properties.invariant.workload.Story.owner;
import static dev.wavetank.properties.invariant.workload.Story.pod;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ReadOptions;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.invariant.Delays;
import dev.wavetank.properties.invariant.batch.JobPodsByRule;
import dev.wavetank.properties.invariant.batch.JobsEndRightly;
import dev.wavetank.properties.invariant.batch.NoTimeMissed;
import dev.wavetank.properties.invariant.container.PressureHeeded;
import dev.wavetank.properties.invariant.ending.PodsGoFirst;
import dev.wavetank.properties.invariant.ending.StorageProtected;
import dev.wavetank.properties.invariant.placement.VolumesFit;
import dev.wavetank.properties.invariant.rollout.DaemonsStay;
import dev.wavetank.properties.invariant.rollout.LatestRevisionLeads;
import dev.wavetank.properties.invariant.rollout.OrdinalsInTurn;
import dev.wavetank.properties.invariant.rollout.OrdinalsWait;
import dev.wavetank.properties.invariant.rollout.VictimsInRank;
import dev.wavetank.properties.invariant.status.ConditionsHold;
import dev.wavetank.properties.invariant.status.QuotaCounted;
import java.util.List;

/** What is claimed of conditions, revisions, storage, autoscalers and namespaces, each with a story that breaks it. */
final class SurroundingClaims {

    private static final String TEAM =
            "{apiVersion: v1, kind: Namespace, metadata: {name: team}, status: {phase: Active}}";

    private static final String GOING = ", deletionTimestamp: 2026-01-01T00:00:00Z";
    private static final KubernetesVersion VERSION = KubernetesVersion.DEFAULT;
    private static final ApiResponse DONE = new ApiResponse.Done(200);

    private static final String POLICY = "completionMode: Indexed, completions: 3, successPolicy: {rules:"
            + " [{succeededIndexes: '0,2', succeededCount: 2}]}";

    private SurroundingClaims() {}

    static List<Claims.Claim> all() {
        return List.of(
                Claims.claim(
                        "failures end",
                        new ConditionsHold(Delays.NONE),
                        s -> s.stored(
                                        object(
                                                "apps/v1",
                                                "ReplicaSet",
                                                "web",
                                                "",
                                                "replicas: 1",
                                                "conditions: [{type: ReplicaFailure, status: 'True'}]"),
                                        of("ReplicaSet", "web", "web-1", "", READY))
                                .concluded()),
                Claims.claim(
                        "roll-outs have their time",
                        new ConditionsHold(Delays.NONE),
                        s -> s.stored(
                                deployment(progressing("ReplicaSetUpdated")),
                                deployment(progressing("ProgressDeadlineExceeded")))),
                Claims.claim(
                        "roll-outs end in time",
                        new ConditionsHold(Delays.NONE),
                        s -> s.stored(deployment(progressing("ReplicaSetUpdated")))
                                .at(900)
                                .concluded()),
                Claims.claim(
                        "updated StatefulSets say so",
                        new ConditionsHold(Delays.NONE),
                        s -> s.stored(
                                        object(
                                                "apps/v1",
                                                "StatefulSet",
                                                "db",
                                                "",
                                                "replicas: 1",
                                                "updateRevision: db-2, currentRevision: db-1"),
                                        of(
                                                "StatefulSet",
                                                "db",
                                                "db-0",
                                                ", labels: {controller-revision-hash: db-2}",
                                                READY))
                                .concluded()),
                Claims.claim(
                        "the latest revision leads",
                        new LatestRevisionLeads(),
                        s -> s.stored(deployment("''"), set("old", "image: a", 2), set("new", "", 1))
                                .concluded()),
                Claims.claim(
                        "victims go by their cost",
                        lag -> new VictimsInRank(lag, VERSION),
                        s -> gone(
                                        s.stored(
                                                        object("apps/v1", "ReplicaSet", "web", "", "replicas: 1", ""),
                                                        of("ReplicaSet", "web", "web-1", cost(5), READY),
                                                        of("ReplicaSet", "web", "web-2", cost(1), READY))
                                                .at(60),
                                        "ReplicaSet",
                                        "web",
                                        "web-1",
                                        "replicaset-controller")
                                .at(70)
                                .stored("{apiVersion: v1, kind: ConfigMap, metadata: {name: later}}")),
                Claims.claim(
                        "the youngest victims go first",
                        lag -> new VictimsInRank(lag, VERSION),
                        s -> gone(
                                        s.stored(
                                                        object("apps/v1", "ReplicaSet", "web", "", "replicas: 1", ""),
                                                        of("ReplicaSet", "web", "web-1", "", since("00:00:10Z")),
                                                        of("ReplicaSet", "web", "web-2", "", since("00:15:00Z")))
                                                .at(960),
                                        "ReplicaSet",
                                        "web",
                                        "web-1",
                                        "replicaset-controller")
                                .at(970)
                                .stored("{apiVersion: v1, kind: ConfigMap, metadata: {name: later}}")),
                Claims.claim(
                        "OnDelete leaves updates to users",
                        lag -> new OrdinalsInTurn(lag, KubernetesVersion.DEFAULT),
                        s -> gone(
                                s.stored(
                                                object(
                                                        "apps/v1",
                                                        "StatefulSet",
                                                        "db",
                                                        "",
                                                        "replicas: 1, updateStrategy: {type: OnDelete}",
                                                        ""),
                                                of("StatefulSet", "db", "db-0", "", READY))
                                        .at(60),
                                "StatefulSet",
                                "db",
                                "db-0",
                                "statefulset-controller")),
                Claims.claim(
                        "ordinals wait",
                        lag -> new OrdinalsWait(lag, VERSION),
                        s -> s.stored(
                                        object(
                                                "apps/v1",
                                                "StatefulSet",
                                                "db",
                                                "",
                                                "replicas: 2, minReadySeconds: 100",
                                                ""),
                                        of(
                                                "StatefulSet",
                                                "db",
                                                "db-0",
                                                "",
                                                READY.replace(
                                                        "'True'",
                                                        "'True', lastTransitionTime: '2026-01-01T00:00:50Z'")))
                                .at(60)
                                .stored(of("StatefulSet", "db", "db-1", "", "{}"))),
                Claims.claim(
                        "daemons stay",
                        DaemonsStay::new,
                        s -> gone(
                                s.stored(
                                                object("apps/v1", "DaemonSet", "logs", "", "template: {spec: {}}", ""),
                                                "{apiVersion: v1, kind: Node, metadata: {name: one}, spec: {taints: [{key: a,"
                                                        + " effect: NoSchedule}]}}")
                                        .at(60)
                                        .stored(of("DaemonSet", "logs", "logs-1", "", READY))
                                        .at(120),
                                "DaemonSet",
                                "logs",
                                "logs-1",
                                "daemon-set-controller")),
                Claims.claim(
                        "limits of quotas are shown",
                        new QuotaCounted(),
                        s -> s.stored(object(
                                        "v1", "ResourceQuota", "room", "", "hard: {pods: '5'}", "hard: {pods: '3'}"))
                                .at(200)
                                .stored(object(
                                        "v1", "ResourceQuota", "room", "", "hard: {pods: '5'}", "hard: {pods: '5'}"))),
                Claims.claim(
                        "what goes is not adopted",
                        Adoption::new,
                        s -> s.stored(pod("{name: web-1, namespace: default" + GOING + "}", "{}", READY))
                                .at(60)
                                .stored(of("ReplicaSet", "web", "web-1", GOING, READY))),
                Claims.claim(
                        "what is not selected is released",
                        Adoption::new,
                        s -> s.stored(
                                        object(
                                                "apps/v1",
                                                "ReplicaSet",
                                                "web",
                                                "",
                                                "replicas: 1, selector: {matchLabels: {app: web}}",
                                                ""),
                                        of("ReplicaSet", "web", "web-1", ", labels: {app: other}", READY))
                                .concluded()));
    }

    static List<Claims.Claim> ofJobsAndClusters() {
        return List.of(
                Claims.claim(
                        "CronJobs miss nothing",
                        new NoTimeMissed(Delays.NONE, VERSION),
                        s -> s.stored(object("batch/v1", "CronJob", "nightly", "", "schedule: '* * * * *'", ""))
                                .asked("cronjob-controller", delete(Resources.CRON_JOBS, "nightly"), DONE)
                                .at(100)
                                .concluded()),
                Claims.claim(
                        "CronJobs keep to their zone",
                        new NoTimeMissed(Delays.NONE, VERSION),
                        s -> s.stored(object(
                                        "batch/v1",
                                        "CronJob",
                                        "nightly",
                                        "",
                                        "schedule: '0 * * * *', timeZone: Asia/Kolkata",
                                        ""))
                                .at(60)
                                .stored(job(
                                        "nightly-29453760",
                                        ", ownerReferences: [" + owner("CronJob", "nightly") + "]",
                                        "",
                                        ""))),
                Claims.claim(
                        "Jobs do not give up early",
                        new JobsEndRightly(Delays.NONE, VERSION),
                        s -> s.stored(
                                work("backoffLimit: 1", ""),
                                of("Job", "work", "work-1", "", "{phase: Failed}"),
                                work("backoffLimit: 1", ended("Failed", "BackoffLimitExceeded")))),
                Claims.claim(
                        "ended pods of Jobs are let go",
                        new JobsEndRightly(Delays.NONE, VERSION),
                        s -> s.stored(
                                        work("", ended("Complete", "CompletionsReached")),
                                        of(
                                                "Job",
                                                "work",
                                                "work-1",
                                                ", finalizers: [batch.kubernetes.io/job-tracking]",
                                                "{phase: Succeeded}"))
                                .concluded()),
                Claims.claim(
                        "Jobs succeed by their policy",
                        new JobsEndRightly(Delays.NONE, VERSION),
                        s -> s.stored(
                                work(POLICY, ""),
                                work(POLICY, "completedIndexes: '1', " + ended("Complete", "SuccessPolicy")))),
                Claims.claim(
                        "Jobs succeed as soon as their policy is met",
                        new JobsEndRightly(Delays.NONE, VERSION),
                        s -> s.stored(work(POLICY, ""), success("0"), success("2"))
                                .at(60)
                                .stored(work(
                                        POLICY,
                                        "completedIndexes: '0,2', conditions: [{type: SuccessCriteriaMet, status: 'True',"
                                                + " reason: SuccessPolicy}]"))),
                Claims.claim(
                        "Jobs end at their deadline",
                        new JobsEndRightly(Delays.NONE, VERSION),
                        s -> s.stored(work("activeDeadlineSeconds: 10", "startTime: '2026-01-01T00:00:00Z'"))
                                .at(300)
                                .stored(work(
                                        "activeDeadlineSeconds: 10",
                                        "startTime: '2026-01-01T00:00:00Z', " + ended("Failed", "DeadlineExceeded")))),
                Claims.claim(
                        "an index has one pod",
                        lag -> new JobPodsByRule(lag, VERSION),
                        s -> s.stored(work("completionMode: Indexed", ""), index("work-1"))
                                .at(60)
                                .stored(index("work-2"))),
                Claims.claim(
                        "suspended Jobs end their pods",
                        lag -> new JobPodsByRule(lag, VERSION),
                        s -> s.stored(work("", ""), of("Job", "work", "work-1", "", READY))
                                .at(60)
                                .stored(work("suspend: true", ""))
                                .at(120)
                                .stored(work("", ""))),
                Claims.claim(
                        "autoscalers keep to their bounds",
                        new AutoscalersHold(Delays.NONE),
                        s -> s.stored(
                                        object("apps/v1", "Deployment", "web", "", "replicas: 1", ""),
                                        object(
                                                "autoscaling/v2",
                                                "HorizontalPodAutoscaler",
                                                "web",
                                                "",
                                                "scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web},"
                                                        + " maxReplicas: 3",
                                                ""))
                                .at(60)
                                .stored(object("apps/v1", "Deployment", "web", "", "replicas: 4", ""))
                                .asked(
                                        "horizontal-pod-autoscaler",
                                        new ApiRequest.Update(
                                                Resources.DEPLOYMENTS,
                                                "scale",
                                                Story.read(
                                                        object("apps/v1", "Deployment", "web", "", "replicas: 4", ""))),
                                        DONE)),
                Claims.claim(
                        "claims in use stay",
                        lag -> new StorageProtected(lag, KubernetesVersion.DEFAULT),
                        s -> s.stored(
                                        object("v1", "PersistentVolumeClaim", "data", "", "volumeName: disk", ""),
                                        pod(
                                                "{name: web-1, namespace: default}",
                                                "{nodeName: one, volumes: [{name: d, persistentVolumeClaim: {claimName:"
                                                        + " data}}]}",
                                                READY))
                                .at(60)
                                .deleted("data")),
                Claims.claim(
                        "volumes are as large as claims ask for",
                        VolumesFit::new,
                        s -> VolumesFitTest.reserved(s, "900Mi", "own")),
                Claims.claim(
                        "pressure is heeded",
                        new PressureHeeded(ClusterSpec.DEFAULT),
                        s -> s.stored(PressureHeededTest.node("True")).at(60).stored(PressureHeededTest.node("False"))),
                Claims.claim(
                        "ended pods are kept",
                        lag -> new PodsCollected(ClusterSpec.DEFAULT, lag),
                        s -> s.stored(
                                        "{apiVersion: v1, kind: Node, metadata: {name: one}}",
                                        pod(
                                                "{name: web-1, namespace: default, creationTimestamp: '2026-01-01T00:00:00Z'}",
                                                "{nodeName: one}",
                                                "{phase: Failed}"))
                                .deleted("web-1")
                                .asked("pod-garbage-collector", delete(Resources.PODS, "web-1"), DONE)),
                Claims.claim(
                        "pods of a namespace go first",
                        lag -> new PodsGoFirst(lag, VERSION),
                        s -> s.stored(pod("{name: web-1, namespace: default}", "{}", READY))
                                .at(60)
                                .asked(
                                        "namespace-controller",
                                        new ApiRequest.DeleteCollection(
                                                Resources.SECRETS,
                                                "default",
                                                ApiRequest.Selection.ALL,
                                                ReadOptions.DEFAULT,
                                                ApiRequest.DeleteOptions.DEFAULT),
                                        DONE)),
                Claims.claim(
                        "namespaces have one certificate",
                        new NamespacesFurnished(),
                        s -> s.stored(TEAM, certificate("default", "right"), certificate("team", "wrong"))
                                .asked("root-ca-cert-publisher", delete(Resources.PODS, "a"), DONE)
                                .concluded()),
                Claims.claim(
                        "tokens end with their accounts",
                        new TokensMatchAccounts(KubernetesVersion.V1_20),
                        s -> s.stored(
                                        TEAM,
                                        "{apiVersion: v1, kind: Secret, metadata: {name: old, namespace: team, annotations:"
                                                + " {kubernetes.io/service-account.name: robot}}, type:"
                                                + " kubernetes.io/service-account-token}")
                                .asked(
                                        KubernetesController.SERVICE_ACCOUNT_TOKEN.userAgent(),
                                        delete(Resources.SECRETS, "a"),
                                        DONE)
                                .concluded()),
                Claims.claim(
                        "accounts have tokens",
                        new TokensMatchAccounts(KubernetesVersion.V1_20),
                        s -> s.stored(
                                        TEAM,
                                        "{apiVersion: v1, kind: ServiceAccount, metadata: {name: robot, namespace: team}}")
                                .asked(
                                        KubernetesController.SERVICE_ACCOUNT_TOKEN.userAgent(),
                                        delete(Resources.SECRETS, "a"),
                                        DONE)
                                .concluded()),
                Claims.claim(
                        "namespaces are furnished",
                        new NamespacesFurnished(),
                        s -> s.stored(TEAM)
                                .asked("service-account-controller", delete(Resources.PODS, "a"), DONE)
                                .concluded()));
    }

    private static String certificate(String namespace, String text) {
        return "{apiVersion: v1, kind: ConfigMap, metadata: {name: kube-root-ca.crt, namespace: " + namespace
                + ", uid: " + namespace + "}, data: {ca.crt: " + text + "}}";
    }

    private static String object(
            String version, String kind, String name, String metadata, String spec, String status) {
        return "{apiVersion: " + version + ", kind: " + kind + ", metadata: {name: " + name + ", namespace: default"
                + metadata + "}, spec: {" + spec + "}, status: {" + status + "}}";
    }

    private static String of(String kind, String owner, String name, String metadata, String status) {
        return pod(
                "{name: " + name + ", namespace: default" + metadata + ", ownerReferences: [" + owner(kind, owner)
                        + "]}",
                "{nodeName: one}",
                status);
    }

    private static String cost(int cost) {
        return ", annotations: {controller.kubernetes.io/pod-deletion-cost: '" + cost + "'}";
    }

    private static String since(String time) {
        return "{phase: Running, conditions: [{type: Ready, status: 'True', lastTransitionTime: '2026-01-01T" + time
                + "'}]}";
    }

    private static String success(String index) {
        return of(
                "Job",
                "work",
                "work-" + index,
                ", annotations: {batch.kubernetes.io/job-completion-index: '" + index + "'}",
                "{phase: Succeeded}");
    }

    private static String index(String name) {
        return of(
                "Job",
                "work",
                name,
                ", annotations: {batch.kubernetes.io/job-completion-index: '0'}",
                "{phase: Running}");
    }

    private static Story gone(Story story, String kind, String owner, String name, String agent) {
        return story.stored(of(kind, owner, name, GOING, READY)).asked(agent, delete(Resources.PODS, name), DONE);
    }

    private static ApiRequest delete(ResourceType type, String name) {
        return new ApiRequest.Delete(type, "default", name, ApiRequest.DeleteOptions.DEFAULT);
    }

    private static String progressing(String reason) {
        return "[{type: Progressing, status: 'True', reason: " + reason + ", lastUpdateTime: '2026-01-01T00:00:00Z',"
                + " lastTransitionTime: '2026-01-01T00:00:00Z'}]";
    }

    private static String deployment(String conditions) {
        return object(
                "apps/v1",
                "Deployment",
                "web",
                "",
                "replicas: 1, progressDeadlineSeconds: 600, template: {metadata: {}, spec: {}}",
                conditions.equals("''") ? "" : "conditions: " + conditions);
    }

    private static String set(String name, String spec, int revision) {
        String metadata = ", annotations: {deployment.kubernetes.io/revision: '" + revision + "'}, ownerReferences: ["
                + owner("Deployment", "web") + "]";
        String template = spec.isEmpty() ? "{}" : "{nodeName: other}";
        return object(
                "apps/v1",
                "ReplicaSet",
                name,
                metadata,
                "replicas: 0, template: {metadata: {}, spec: " + template + "}",
                "");
    }

    private static String work(String spec, String status) {
        String more = spec.isEmpty() ? "" : spec + ", ";
        return job("work", "", more + "template: {metadata: {}, spec: {restartPolicy: Never}}", status);
    }

    private static String ended(String type, String reason) {
        return "conditions: [{type: " + type + ", status: 'True', reason: " + reason + "}]";
    }

    private static String job(String name, String metadata, String spec, String status) {
        return object("batch/v1", "Job", name, metadata, spec, status);
    }
}
