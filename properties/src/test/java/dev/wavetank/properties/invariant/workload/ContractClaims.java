package dev.wavetank.properties.invariant.workload;

import static dev.wavetank.properties.invariant.workload.Story.READY;
import static dev.wavetank.properties.invariant.workload.Story.owner;
import static dev.wavetank.properties.invariant.workload.Story.pod;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceVersion;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.controller.cronjob.CronJobController;
import dev.wavetank.model.trace.RewindTrace;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.invariant.Delays;
import dev.wavetank.properties.invariant.server.CachesGoForward;
import dev.wavetank.properties.invariant.server.FreshWrites;
import dev.wavetank.properties.invariant.server.GenerationCountsSpecs;
import dev.wavetank.properties.invariant.server.QuotasRefuseRightly;
import dev.wavetank.properties.invariant.server.VersionsRise;
import java.util.List;

/** What is claimed of the API server, of CronJobs and of every status, each with a story that breaks the claim. */
final class ContractClaims {

    private static final String QUOTA = "{apiVersion: v1, kind: ResourceQuota, metadata: {name: few, namespace:"
            + " default}, spec: {hard: {pods: '1'}}}";
    private static final String FULL = "exceeded quota: few, requested: pods=1, used: pods=1, limited: pods=1";
    private static final String NOT_EVALUATED = "Internal error occurred: resource quota evaluation timed out";

    private ContractClaims() {}

    static List<Claims.Claim> all() {
        return List.of(
                Claims.claim(
                        "no stale write is accepted",
                        new FreshWrites(KubernetesVersion.DEFAULT),
                        story -> story.stored(set(5, 1, 1, ""))
                                .stored(set(7, 2, 1, ""))
                                .asked(
                                        "replicaset-controller",
                                        new ApiRequest.Update(
                                                Resources.REPLICA_SETS, "", versioned(set(4, 2, 1, ""), 4)),
                                        new ApiResponse.One(200, versioned(set(7, 2, 1, ""), 7)))),
                Claims.claim(
                        "a namesake is not deleted",
                        new FreshWrites(KubernetesVersion.DEFAULT),
                        story -> story.asked(
                                "generic-garbage-collector",
                                new ApiRequest.Delete(
                                        Resources.REPLICA_SETS,
                                        "default",
                                        "web",
                                        new ApiRequest.DeleteOptions(null, "former", "Background")),
                                new ApiResponse.One(200, Story.read(set(7, 1, 1, ""))))),
                Claims.claim(
                        "versions rise",
                        new VersionsRise(),
                        story -> story.stored(set(7, 1, 1, "")).stored(set(6, 1, 1, ""))),
                Claims.claim(
                        "uids are given once",
                        new VersionsRise(),
                        story -> story.stored(set(7, 1, 1, "")).deleted("web").stored(set(9, 1, 1, ""))),
                Claims.claim(
                        "a cache does not go back",
                        new CachesGoForward(KubernetesVersion.NEWEST),
                        story -> story.told("kube-scheduler", new RewindTrace(Resources.PODS, 9, 5))),
                Claims.claim(
                        "a quota with room refuses nothing",
                        lag -> new QuotasRefuseRightly(lag, Delays.NONE),
                        story -> story.stored(QUOTA)
                                .at(60)
                                .asked(
                                        "kubectl-create",
                                        ApiRequest.Create.of(
                                                Resources.PODS,
                                                Story.read(pod("{name: web, namespace: default}", "{}", "{}"))),
                                        new ApiResponse.Failed(Status.forbidden(Resources.PODS, "web", FULL)))
                                .concluded()),
                Claims.claim(
                        "a quota is evaluated in time",
                        lag -> new QuotasRefuseRightly(lag, Delays.NONE),
                        story -> story.stored(QUOTA)
                                .at(60)
                                .asked(
                                        "kubectl-create",
                                        ApiRequest.Create.of(
                                                Resources.PODS,
                                                Story.read(pod("{name: web, namespace: default}", "{}", "{}"))),
                                        new ApiResponse.Failed(
                                                Status.failure(StatusReason.INTERNAL_ERROR, NOT_EVALUATED, null)))),
                Claims.claim(
                        "a changed spec has a new generation",
                        new GenerationCountsSpecs(),
                        story -> story.stored(set(5, 1, 1, "")).stored(set(6, 2, 1, ""))),
                Claims.claim(
                        "a status has no new generation",
                        new GenerationCountsSpecs(),
                        story -> story.stored(set(5, 1, 1, "")).stored(set(6, 1, 2, "replicas: 1"))),
                Claims.claim(
                        "Jobs are not concurrent",
                        lag -> new ScheduledJobs(lag, KubernetesVersion.DEFAULT),
                        story -> story.stored(cron("Forbid"), job("first", "{}"))
                                .at(60)
                                .stored(job("second", "{}"))),
                Claims.claim(
                        "history keeps the newest",
                        lag -> new ScheduledJobs(lag, KubernetesVersion.DEFAULT),
                        story -> story.stored(cron("Allow"), ended("older", 1), ended("newer", 2))
                                .at(60)
                                .asked(
                                        CronJobController.NAME,
                                        new ApiRequest.Delete(
                                                Resources.JOBS, "default", "newer", ApiRequest.DeleteOptions.DEFAULT),
                                        new ApiResponse.Done(200))),
                Claims.claim(
                        "a status is of the latest generation",
                        new StatusCountsPods(),
                        story -> story.stored(set(5, 0, 2, "observedGeneration: 1"))
                                .concluded()),
                Claims.claim(
                        "a status counts the pods",
                        new StatusCountsPods(),
                        story -> story.stored(
                                        set(5, 1, 1, "observedGeneration: 1, replicas: 1"),
                                        pod(
                                                "{name: web-1, namespace: default, ownerReferences: ["
                                                        + owner("ReplicaSet", "web") + "]}",
                                                "{}",
                                                READY))
                                .concluded()));
    }

    private static String set(int version, int replicas, int generation, String status) {
        return "{apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: web, namespace: default, resourceVersion: '"
                + version + "', generation: " + generation + "}, spec: {replicas: " + replicas + "}, status: {" + status
                + "}}";
    }

    private static KubernetesObject versioned(String manifest, long version) {
        KubernetesObject object = Story.read(manifest);
        return object.withMetadata(object.metadata().withResourceVersion(ResourceVersion.of(version)));
    }

    private static String cron(String policy) {
        return "{apiVersion: batch/v1, kind: CronJob, metadata: {name: nightly, namespace: default}, spec: {schedule:"
                + " '* * * * *', concurrencyPolicy: " + policy + "}}";
    }

    private static String job(String name, String status) {
        return "{apiVersion: batch/v1, kind: Job, metadata: {name: " + name
                + ", namespace: default, ownerReferences: [" + owner("CronJob", "nightly") + "]}, spec: {}, status: "
                + status + "}";
    }

    private static String ended(String name, int minute) {
        return job(
                name,
                "{startTime: '2026-01-01T00:0" + minute + ":00Z', conditions: [{type: Complete, status: 'True'}]}");
    }
}
