package dev.wavetank.model.controller.job;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.record.EventRecorder;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.controller.ControllerEnvironment;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.controller.job.pod.FailureBackoff;
import dev.wavetank.model.controller.job.pod.FinalizerExpectations;
import dev.wavetank.model.controller.job.pod.PodCreation;
import dev.wavetank.model.controller.job.pod.PodRemoval;
import dev.wavetank.model.controller.job.pod.TrackedPods;
import dev.wavetank.model.controller.owned.ControllerRefManager;
import dev.wavetank.model.controller.owned.Expectations;
import dev.wavetank.model.controller.owned.OwnWrites;
import dev.wavetank.model.controller.owned.OwnedObjects;
import dev.wavetank.model.controller.owned.Owners;
import dev.wavetank.model.controller.pods.PodBatches;
import dev.wavetank.model.controller.pods.PodControl;
import dev.wavetank.model.controller.pods.SlowStart;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.component.Context;
import java.util.List;
import java.util.Optional;

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
    private final Informer<Job> jobs;
    private final Informer<Pod> pods;
    private final OwnedObjects<Pod> owned;
    private final JobQueue queue;
    private final JobSync jobSync;
    private final OrphanPods orphans;
    private final PodEvents podEvents;
    private final OwnWrites writes;

    /**
     * A controller.
     *
     * @param environment of the controller manager
     * @param expectations prevent actions on a stale cache
     */
    public JobController(ControllerEnvironment environment, Expectations expectations) {
        this.context = environment.context();
        this.expectations = expectations;
        boolean tracked = environment.version().has(Feature.JOB_TRACKING);
        this.jobs = environment.informer(Resources.JOBS, Job.class);
        this.pods = environment.informer(Resources.PODS, Pod.class);
        this.writes = new OwnWrites(
                environment.context(),
                environment.version().has(Feature.STALE_CONTROLLER_CONSISTENCY_JOB),
                NAME,
                Resources.JOBS,
                List.of(jobs, pods));
        ApiClient client = writes.watched(environment.client(NAME));
        EventRecorder events = new EventRecorder(context, client, NAME);
        PodControl control = new PodControl(client, events);
        TrackedPods trackedPods = new TrackedPods(client);
        SlowStart slowStart = new SlowStart(context, Resources.JOBS, PodBatches.SLOW_START, environment.version());
        List<String> finalizers = tracked ? List.of(Job.TRACKING_FINALIZER) : List.of();
        this.memory = new TrackedSync.Memory(new FinalizerExpectations(), new FailureBackoff());
        this.owned = new OwnedObjects<>(
                pods, new ControllerRefManager<>(client, Resources.JOBS, Resources.PODS, finalizers));
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
        Owners<Job> owners = new Owners<>(jobs, Job.KIND, job -> job.spec().selector());
        this.orphans = new OrphanPods(environment, owners, pods, trackedPods);
        this.podEvents = new PodEvents(owners, expectations, memory.finalizers(), orphans, queue);
    }

    @Override
    public void start() {
        jobs.addHandler(new JobEvents(context, owned, orphans, queue));
        pods.addHandler(podEvents);
    }

    private Completion<JobSync.Result> sync(ObjectKey key) {
        Optional<SyncResult> stale = writes.stale(key);
        if (stale.isPresent()) {
            return Completion.of(JobSync.Result.of(stale.get()));
        }
        Job job = jobs.cached(key);
        if (job == null) {
            expectations.forget(key);
            writes.forget(key, null);
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
        return owned.claim(job, job.spec().selector())
                .then(claim -> claim.outcome().isDone()
                        ? jobSync.sync(job, claim.owned(), satisfied, queue.retries(key))
                        : Completion.of(JobSync.Result.of(claim.outcome())));
    }
}
