package dev.wavetank.model.controller.cronjob;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.ReadOptions;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.batch.CronJob;
import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.Pager;
import dev.wavetank.model.client.Scheme;
import dev.wavetank.model.client.record.EventRecorder;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.controller.ControllerEnvironment;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes the Jobs of CronJobs, as before release 1.21: every 10 s it lists all Jobs and all CronJobs, and syncs one
 * CronJob after the other. Sources in {@code pkg/controller/cronjob} of release 1.20.
 */
public final class PollingCronJobController implements Controller {

    private static final long PERIOD = 10 * VirtualTime.SECOND;

    /** The version in which releases 1.8 to 1.20 serve them first. */
    private static final ResourceType CRON_JOBS =
            new ResourceType("batch", "v1beta1", CronJob.KIND, Resources.CRON_JOBS.plural(), true);

    private final Context context;
    private final ApiClient client;
    private final EventRecorder events;
    private final JobControl control;

    /** A controller. */
    public PollingCronJobController(ControllerEnvironment environment) {
        this.context = environment.context();
        this.client = environment.client(CronJobController.NAME);
        this.events = new EventRecorder(context, client, CronJobController.NAME);
        this.control = new JobControl(client, events, CRON_JOBS);
    }

    @Override
    public void start() {
        context.after(0, this::poll);
    }

    private void poll() {
        long begun = context.now();
        list(Resources.JOBS).whenDone(jobs -> {
            if (jobs.isEmpty()) {
                next(begun, false);
                return;
            }
            list(CRON_JOBS).whenDone(cronJobs -> {
                Map<String, List<Job>> byOwner = byOwner(jobs.get());
                Iterator<CronJob> all = cronJobs.orElse(Collections.emptyList()).stream()
                        .map(object -> Scheme.typed(object, CronJob.class))
                        .iterator();
                work(all, byOwner)
                        .whenDone(done -> next(
                                begun, cronJobs.isPresent() && !cronJobs.get().isEmpty()));
            });
        });
    }

    /** Without any CronJob the polls alone do not keep a run going. */
    private void next(long begun, boolean hasWork) {
        long wait = Math.max(0, begun + PERIOD - context.now());
        if (hasWork) {
            context.after(wait, this::poll);
        } else {
            context.daemonAfter(wait, this::poll);
        }
    }

    private Completion<Optional<List<KubernetesObject>>> list(ResourceType resource) {
        return new Pager(client)
                .list(new ApiRequest.List(
                        resource, "", ApiRequest.Selection.ALL, ReadOptions.DEFAULT.withLimit(Pager.PAGE_SIZE)))
                .map(response ->
                        response instanceof ApiResponse.Many many ? Optional.of(many.items()) : Optional.empty());
    }

    private static Map<String, List<Job>> byOwner(List<KubernetesObject> objects) {
        Map<String, List<Job>> byOwner = new LinkedHashMap<>();
        for (KubernetesObject object : objects) {
            Job job = (Job) object;
            OwnerReference owner = job.metadata().controller().orElse(null);
            if (owner != null && owner.kind().equals(CronJob.KIND)) {
                byOwner.computeIfAbsent(owner.uid(), missing -> new ArrayList<>())
                        .add(job);
            }
        }
        return byOwner;
    }

    private Completion<SyncResult> work(Iterator<CronJob> rest, Map<String, List<Job>> jobs) {
        if (!rest.hasNext()) {
            return Completion.of(SyncResult.DONE);
        }
        CronJob cronJob = rest.next();
        List<Job> own = jobs.getOrDefault(cronJob.uid(), Collections.emptyList());
        PolledCronJob polled = new PolledCronJob(control, events, cronJob, own, context.clock());
        return polled.sync().then(done -> work(rest, jobs));
    }
}
