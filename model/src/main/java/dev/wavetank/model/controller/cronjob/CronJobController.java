package dev.wavetank.model.controller.cronjob;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.batch.CronJob;
import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Index;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.record.EventRecorder;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.client.workqueue.WorkQueue;
import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.controller.ControllerEnvironment;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.cron.CronSyntaxException;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.component.Context;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.function.Function;

/**
 * Makes the Jobs of CronJobs, as from release 1.21 on ({@code ControllerV2}): the queue holds every CronJob until its
 * next time. Sources in {@code pkg/controller/cronjob} of release 1.32.
 */
public final class CronJobController implements Controller {

    /** User agent, and source of the events. */
    public static final String NAME = KubernetesController.CRON_JOB.userAgent();

    /** This controller looks for Jobs by the name of their controller, not by its uid. */
    private static final Function<KubernetesObject, String> BY_CONTROLLER = job -> job.metadata()
            .controller()
            .map(owner -> job.key().namespace() + "/" + owner.name())
            .orElse(null);

    private final Context context;
    private final Informer<CronJob> cronJobs;
    private final Informer<Job> jobs;
    private final Index<Job> jobsByController;
    private final EventRecorder events;
    private final JobControl control;
    private final WorkQueue<ObjectKey> queue;

    /** A controller. */
    public CronJobController(ControllerEnvironment environment) {
        this.context = environment.context();
        ApiClient client = environment.client(NAME);
        this.events = new EventRecorder(context, client, NAME);
        this.control = new JobControl(client, events, Resources.CRON_JOBS);
        this.cronJobs = environment.informer(Resources.CRON_JOBS, CronJob.class);
        this.jobs = environment.informer(Resources.JOBS, Job.class);
        this.jobsByController = jobs.index(BY_CONTROLLER);
        this.queue =
                environment.queue(environment.workers(KubernetesController.CRON_JOB), WorkQueue.UNLIMITED, this::sync);
    }

    @Override
    public void start() {
        cronJobs.addHandler(new CronJobEvents());
        jobs.addHandler(new JobEvents());
    }

    private Instant now() {
        return context.clock();
    }

    private Completion<SyncResult> sync(ObjectKey key) {
        CronJob cronJob = cronJobs.cached(key);
        if (cronJob == null) {
            return Completion.of(SyncResult.DONE);
        }
        String owner = key.namespace() + "/" + key.name();
        return new CronJobPass(control, events, cronJob, jobsByController.find(owner), now()).run();
    }

    private final class CronJobEvents implements Informer.Handler<CronJob> {

        @Override
        public void added(CronJob cronJob) {
            queue.add(cronJob.key());
        }

        @Override
        public void updated(CronJob before, CronJob after) {
            boolean rescheduled = !Objects.equals(
                            before.spec().schedule(), after.spec().schedule())
                    || !Objects.equals(before.spec().timeZone(), after.spec().timeZone());
            if (!rescheduled) {
                queue.add(after.key());
                return;
            }
            try {
                Duration wait = ScheduleTimes.untilNext(after, CronJobPass.schedule(after), now());
                queue.addAfter(after.key(), wait.toNanos());
            } catch (CronSyntaxException mistake) {
                events.warning(
                        after,
                        "UnParseableCronJobSchedule",
                        "unparseable schedule for cronjob: " + after.spec().schedule());
            }
        }

        @Override
        public void deleted(CronJob last) {
            queue.add(last.key());
        }
    }

    private final class JobEvents implements Informer.Handler<Job> {

        @Override
        public void added(Job job) {
            queueOwner(job);
        }

        @Override
        public void updated(Job before, Job after) {
            if (!before.metadata().controller().equals(after.metadata().controller())) {
                queueOwner(before);
            }
            queueOwner(after);
        }

        @Override
        public void deleted(Job last) {
            queueOwner(last);
        }

        private void queueOwner(Job job) {
            OwnerReference controller = job.metadata().controller().orElse(null);
            if (controller != null && controller.kind().equals(CronJob.KIND)) {
                CronJob owner = cronJobs.cached(new ObjectKey(job.key().namespace(), controller.name()));
                if (owner != null && owner.uid().equals(controller.uid())) {
                    queue.add(owner.key());
                }
            }
        }
    }
}
