package dev.wavetank.model.controller.cronjob;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.batch.CronJob;
import dev.wavetank.model.api.batch.CronJob.JobReference;
import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.record.EventRecorder;
import dev.wavetank.model.client.workqueue.FailureText;
import dev.wavetank.sim.Completion;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;

/** Requests about single Jobs and CronJobs, and their Events. */
final class JobControl {

    private final ApiClient client;
    private final EventRecorder events;
    private final ResourceType cronJobs;

    /** Acts on CronJobs of that version. */
    JobControl(ApiClient client, EventRecorder events, ResourceType cronJobs) {
        this.client = client;
        this.events = events;
        this.cronJobs = cronJobs;
    }

    Completion<ApiResponse> job(String namespace, String name) {
        return client.send(new ApiRequest.Get(Resources.JOBS, namespace, name));
    }

    Completion<ApiResponse> cronJob(CronJob cronJob) {
        return client.send(new ApiRequest.Get(
                cronJobs, cronJob.key().namespace(), cronJob.key().name()));
    }

    Completion<ApiResponse> create(Job job) {
        return client.send(ApiRequest.Create.of(Resources.JOBS, job));
    }

    Completion<ApiResponse> updateStatus(CronJob cronJob) {
        return client.send(new ApiRequest.Update(cronJobs, "status", cronJob));
    }

    /** Deletes a Job, and on success removes it from the list of active ones. */
    Completion<CronJob> delete(CronJob cronJob, JobReference job) {
        ApiRequest request = new ApiRequest.Delete(
                Resources.JOBS, job.namespace(), job.name(), new ApiRequest.DeleteOptions(null, null, "Background"));
        return client.send(request).map(response -> {
            if (!response.isSuccess()) {
                events.warning(cronJob, "FailedDelete", "Deleted job: " + FailureText.of(response));
                return cronJob;
            }
            events.normal(cronJob, "SuccessfulDelete", "Deleted job " + job.name());
            return without(cronJob, job.uid());
        });
    }

    /** Deletes finished Jobs beyond the limits of the history, the oldest first, one after the other. */
    Completion<CronJob> trimHistory(CronJob cronJob, List<Job> jobs) {
        List<Job> surplus = new ArrayList<>();
        surplus.addAll(oldest(jobs, "Complete", cronJob.spec().successfulJobsHistoryLimit()));
        surplus.addAll(oldest(jobs, "Failed", cronJob.spec().failedJobsHistoryLimit()));
        return deleteAll(cronJob, surplus.stream().map(JobReference::to).iterator());
    }

    /** Deletes these Jobs, one after the other. */
    Completion<CronJob> deleteAll(CronJob cronJob, Iterator<JobReference> jobs) {
        return jobs.hasNext()
                ? delete(cronJob, jobs.next()).then(changed -> deleteAll(changed, jobs))
                : Completion.of(cronJob);
    }

    private static List<Job> oldest(List<Job> jobs, String condition, Integer limit) {
        if (limit == null) {
            return List.of();
        }
        List<Job> finished =
                new ArrayList<>(jobs.stream().filter(job -> job.has(condition)).toList());
        finished.sort(Comparator.comparing(
                        (Job job) -> job.status().startTime(), Comparator.nullsLast(Comparator.naturalOrder()))
                .thenComparing(job -> job.metadata().name()));
        return finished.subList(0, Math.max(0, finished.size() - limit));
    }

    /** The CronJob with one more Job on its list, which was due at that time. */
    static CronJob started(CronJob cronJob, Job job, Instant time) {
        List<JobReference> active = new ArrayList<>(cronJob.observed().active());
        active.add(JobReference.to(job));
        return cronJob.withStatus(cronJob.observed().withActive(active).withLastScheduleTime(time));
    }

    /** The CronJob without the Job of that uid on its list. */
    static CronJob without(CronJob cronJob, String uid) {
        List<JobReference> active = cronJob.observed().active().stream()
                .filter(reference -> !reference.uid().equals(uid))
                .toList();
        return active.size() == cronJob.observed().active().size()
                ? cronJob
                : cronJob.withStatus(cronJob.observed().withActive(active));
    }
}
