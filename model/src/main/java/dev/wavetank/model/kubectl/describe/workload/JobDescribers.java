package dev.wavetank.model.kubectl.describe.workload;

import dev.wavetank.model.gotext.Ages;
import dev.wavetank.model.kubectl.describe.page.Page;
import dev.wavetank.model.kubectl.describe.page.Selectors;
import dev.wavetank.model.kubectl.describe.page.Times;
import dev.wavetank.model.kubectl.describe.pod.PodTemplateText;
import dev.wavetank.model.kubectl.describe.subject.Subject;
import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.version.Feature;
import java.time.Instant;
import java.util.List;

/** Describes Jobs and CronJobs (kubectl, pkg/describe/describe.go, describeJob and describeCronJob, v1.32). */
public final class JobDescribers {

    /** How much of a list of indexes is shown. */
    private static final int INDEXES_MAX = 50;

    private JobDescribers() {}

    /** Writes a Job. */
    public static void job(Subject job) {
        ObjectFields fields = job.fields();
        Page page = job.head().line(0, "Selector:", Selectors.query(fields.map("spec.selector")));
        job.labels();
        if (job.has(Feature.KUBECTL_DESCRIBE_CREATORS)) {
            job.creator();
        } else {
            job.controller();
        }
        page.lineIf(0, "Parallelism:", fields.shown("spec.parallelism"));
        page.line(0, "Completions:", Page.orUnset(fields.shown("spec.completions")));
        if (job.has(Feature.KUBECTL_DESCRIBE_READY_JOBS)) {
            page.lineIf(0, "Completion Mode:", fields.text("spec.completionMode"));
        }
        if (job.has(Feature.KUBECTL_DESCRIBE_PLACEMENT)) {
            page.lineIf(0, "Suspend:", fields.shown("spec.suspend"));
            page.lineIf(0, "Backoff Limit:", fields.shown("spec.backoffLimit"));
            page.lineIf(0, "TTL Seconds After Finished:", fields.shown("spec.ttlSecondsAfterFinished"));
        }
        times(job);
        page.lineIf(0, "Active Deadline Seconds:", seconds(fields.shown("spec.activeDeadlineSeconds")));
        pods(job);
        PodTemplateText.write(job, "spec.template");
    }

    private static void times(Subject job) {
        Page page = job.page();
        String start = job.fields().text("status.startTime");
        String end = job.fields().text("status.completionTime");
        if (!start.isEmpty()) {
            page.line(0, "Start Time:", Times.full(start));
        }
        if (!end.isEmpty() && !job.has(Feature.KUBECTL_DESCRIBE_CREATORS)) {
            page.line(0, "Completed At:", Times.full(end));
            if (!start.isEmpty()) {
                page.line(0, "Duration:", Ages.since(start, Instant.parse(end)));
            }
        }
    }

    private static void pods(Subject job) {
        ObjectFields fields = job.fields();
        String ended = " / " + fields.number("status.succeeded") + " Succeeded / " + fields.number("status.failed")
                + " Failed";
        long active = fields.number("status.active");
        if (!job.has(Feature.KUBECTL_DESCRIBE_READY_JOBS)) {
            job.page().line(0, "Pods Statuses:", active + " Running" + ended);
            return;
        }
        String ready = fields.shown("status.ready");
        job.page()
                .line(
                        0,
                        "Pods Statuses:",
                        active + " Active" + (ready.isEmpty() ? "" : " (" + ready + " Ready)") + ended);
        if (fields.text("spec.completionMode").equals("Indexed")) {
            job.page().line(0, "Completed Indexes:", indexes(fields.text("status.completedIndexes")));
        }
    }

    private static String indexes(String indexes) {
        int cut = indexes.indexOf(',', INDEXES_MAX);
        return cut < 0 ? Page.orNone(indexes) : indexes.substring(0, cut + 1) + "...";
    }

    private static String seconds(String amount) {
        return amount.isEmpty() ? "" : amount + "s";
    }

    /** Writes a CronJob. */
    public static void cronJob(Subject job) {
        ObjectFields fields = job.fields();
        Page page = job.head();
        job.labels();
        page.line(0, "Schedule:", fields.text("spec.schedule"));
        page.line(0, "Concurrency Policy:", fields.text("spec.concurrencyPolicy"));
        page.line(0, "Suspend:", fields.has("spec.suspend") ? Page.yes(fields.isOn("spec.suspend")) : Page.UNSET);
        if (!job.has(Feature.KUBECTL_DESCRIBE_CREATORS)) {
            page.line(
                    0, "Successful Job History Limit:", Page.orUnset(fields.shown("spec.successfulJobsHistoryLimit")));
            page.line(0, "Failed Job History Limit:", Page.orUnset(fields.shown("spec.failedJobsHistoryLimit")));
        }
        page.line(0, "Starting Deadline Seconds:", Page.orUnset(seconds(fields.shown("spec.startingDeadlineSeconds"))));
        template(job, fields.at("spec.jobTemplate.spec"));
        String last = fields.text("status.lastScheduleTime");
        page.line(0, "Last Schedule Time:", last.isEmpty() ? Page.UNSET : Times.full(last));
        List<String> active = fields.list("status.active").stream()
                .map(one -> one.text("name"))
                .toList();
        page.line(0, "Active Jobs:", Page.orNone(String.join(", ", active)));
    }

    private static void template(Subject job, ObjectFields spec) {
        Page page = job.page();
        page.line(0, "Selector:", spec.has("selector") ? Selectors.query(spec.map("selector")) : Page.UNSET);
        page.line(0, "Parallelism:", Page.orUnset(spec.shown("parallelism")));
        page.line(0, "Completions:", Page.orUnset(spec.shown("completions")));
        page.lineIf(0, "Active Deadline Seconds:", seconds(spec.shown("activeDeadlineSeconds")));
        PodTemplateText.write(job, "spec.jobTemplate.spec.template");
    }
}
