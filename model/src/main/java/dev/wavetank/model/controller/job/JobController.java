package dev.wavetank.model.controller.job;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.ControllerRefManager;
import dev.wavetank.model.client.EventRecorder;
import dev.wavetank.model.client.Expectations;
import dev.wavetank.model.client.Index;
import dev.wavetank.model.client.Informer;
import dev.wavetank.model.client.Orphans;
import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.controller.ControllerEnvironment;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.controller.pods.PodBatches;
import dev.wavetank.model.controller.pods.PodControl;
import dev.wavetank.model.controller.pods.SlowStart;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.component.Context;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs the pods of Jobs. One sync: read the cache, claim pods, create or delete some unless the cache is known to be
 * stale, count, write the status. Sources in {@code pkg/controller/job} of releases 1.20 and 1.32.
 */
public final class JobController implements Controller {

    /** User agent, and source of the events. */
    public static final String NAME = KubernetesController.JOB.userAgent();

    private final Context context;
    private final Expectations expectations;
    private final TrackedSync.Memory memory;
    private final ControllerRefManager<Pod> claims;
    private final Informer<Job> jobs;
    private final Informer<Pod> pods;
    private final Index<Pod> podsByController;
    private final Orphans<Pod> withoutController;
    private final JobQueue queue;
    private final JobSync jobSync;
    private final OrphanPods orphans;
    private final PodEvents podEvents;

    /**
     * A controller.
     *
     * @param environment of the controller manager
     * @param expectations protect from acting on a stale cache
     */
    public JobController(ControllerEnvironment environment, Expectations expectations) {
        this.context = environment.context();
        this.expectations = expectations;
        boolean tracked = environment.version().has(Feature.JOB_TRACKING);
        ApiClient client = environment.client(NAME);
        EventRecorder events = new EventRecorder(context, client, NAME);
        PodControl control = new PodControl(client, events);
        TrackedPods trackedPods = new TrackedPods(client);
        SlowStart slowStart = new SlowStart(context, Resources.JOBS, PodBatches.SLOW_START);
        List<String> finalizers = tracked ? List.of(Job.TRACKING_FINALIZER) : List.of();
        this.claims = new ControllerRefManager<>(client, Resources.JOBS, Resources.PODS, finalizers);
        this.memory = new TrackedSync.Memory(new FinalizerExpectations(), new FailureBackoff());
        this.jobs = environment.informer(Resources.JOBS, Job.class);
        this.pods = environment.informer(Resources.PODS, Pod.class);
        this.podsByController = pods.index(Index.CONTROLLER_UID);
        this.withoutController = new Orphans<>(pods);
        this.queue = new JobQueue(environment, tracked, this::sync);
        TrackedSync.Parts parts = new TrackedSync.Parts(
                context,
                client,
                events,
                trackedPods,
                new PodCreation(control, slowStart, expectations),
                new PodRemoval(control, trackedPods, expectations),
                memory,
                queue::after);
        this.jobSync = tracked ? new TrackedSync(parts) : new CountedSync(parts);
        JobsOfPods jobsOfPods = new JobsOfPods(jobs);
        this.orphans = new OrphanPods(environment, jobsOfPods, pods, trackedPods);
        this.podEvents = new PodEvents(jobsOfPods, expectations, memory.finalizers(), orphans, queue);
    }

    @Override
    public void start() {
        jobs.addHandler(new JobEvents(context, podsByController, orphans, queue));
        pods.addHandler(podEvents);
    }

    private Completion<JobSync.Result> sync(ObjectKey key) {
        Job job = jobs.cached(key);
        if (job == null) {
            expectations.forget(key);
            memory.forget(key);
            return Completion.of(JobSync.Result.DONE);
        }
        if (job.spec().isManagedElsewhere()) {
            return Completion.of(JobSync.Result.DONE);
        }
        if (job.isFinished()) {
            memory.backoff().forget(key);
            return Completion.of(JobSync.Result.DONE);
        }
        boolean satisfied = expectations.satisfied(key);
        return claims.claim(job, job.spec().selector(), candidates(job))
                .then(claim -> claim.outcome().isDone()
                        ? jobSync.sync(job, claim.owned(), satisfied, queue.retries(key))
                        : Completion.of(JobSync.Result.of(claim.outcome())));
    }

    /** Pods that it owns, or may adopt. */
    private List<Pod> candidates(Job job) {
        List<Pod> candidates = new ArrayList<>(podsByController.find(job.uid()));
        candidates.addAll(
                withoutController.matching(job.key().namespace(), job.spec().selector()));
        return candidates;
    }
}
