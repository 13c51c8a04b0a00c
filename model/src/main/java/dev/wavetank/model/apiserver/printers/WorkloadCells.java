package dev.wavetank.model.apiserver.printers;

import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.gotext.Ages;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What the tables of jobs, autoscalers and revisions show. */
final class WorkloadCells {

    private static final String UNKNOWN = "<unknown>";
    private static final int METRICS_SHOWN = 2;
    private static final List<String> JOB_STATES =
            List.of("Complete", "Failed", "Terminating", "Suspended", "FailureTarget", "SuccessCriteriaMet");

    private WorkloadCells() {}

    static Object jobCompletions(Fields job, Instant now) {
        long done = job.number("status.succeeded");
        if (job.has("spec.completions")) {
            return done + "/" + job.number("spec.completions");
        }
        long parallel = job.number("spec.parallelism");
        return parallel > 1 ? done + "/1 of " + parallel : done + "/1";
    }

    static Object jobDuration(Fields job, Instant now) {
        Instant start = job.time("status.startTime");
        Instant end = job.time("status.completionTime");
        if (start == null) {
            return "";
        }
        return Ages.of(Timestamps.between(start, end == null ? now : end));
    }

    static Object jobStatus(Fields job, Instant now) {
        for (String state : JOB_STATES) {
            boolean is = state.equals("Terminating")
                    ? job.has("metadata.deletionTimestamp")
                    : job.list("status.conditions").stream()
                            .anyMatch(condition -> condition.text("type").equals(state)
                                    && condition.text("status").equals("True"));
            if (is) {
                return state;
            }
        }
        return "Running";
    }

    static Object scaleTarget(Fields autoscaler, Instant now) {
        return autoscaler.text("spec.scaleTargetRef.kind") + "/" + autoscaler.text("spec.scaleTargetRef.name");
    }

    /** The first metrics, each as what is over what shall be. */
    static Object scaleMetrics(Fields autoscaler, boolean named) {
        List<Fields> wanted = autoscaler.list("spec.metrics");
        List<Fields> current = autoscaler.list("status.currentMetrics");
        List<String> shown = new ArrayList<>();
        for (int i = 0; i < Math.min(METRICS_SHOWN, wanted.size()); i++) {
            shown.add(metric(wanted.get(i), i < current.size() ? current.get(i) : null, named));
        }
        if (shown.isEmpty()) {
            return SelectorText.NONE;
        }
        int more = wanted.size() - shown.size();
        return String.join(", ", shown) + (more > 0 ? " + " + more + " more..." : "");
    }

    private static String metric(Fields wanted, Fields current, boolean named) {
        String type = wanted.text("type");
        String source = type.isEmpty() ? "" : type.substring(0, 1).toLowerCase(Locale.ROOT) + type.substring(1);
        Fields target = wanted.inner(source + ".target");
        Fields found = current == null ? null : current.inner(source + ".current");
        String label = named && type.endsWith("Resource") ? wanted.text(source + ".name") + ": " : "";
        for (String amount : List.of("averageValue", "value")) {
            if (target.has(amount)) {
                String average = amount.equals("averageValue") && type.equals("External") ? " (avg)" : "";
                return label + (found == null ? UNKNOWN : found.text(amount)) + "/" + target.text(amount) + average;
            }
        }
        String field = "averageUtilization";
        String is = found != null && found.has(field) ? found.number(field) + "%" : UNKNOWN;
        return label + is + "/" + (target.has(field) ? target.number(field) + "%" : "<auto>");
    }

    /** The managing controller, as {@code statefulset.apps/name}. */
    static Object controller(Fields object, Instant now) {
        for (Fields owner : object.list("metadata.ownerReferences")) {
            if (owner.flag("controller")) {
                String apiVersion = owner.text("apiVersion");
                int slash = apiVersion.indexOf('/');
                String group = slash < 0 ? "" : "." + apiVersion.substring(0, slash);
                return owner.text("kind").toLowerCase(Locale.ROOT) + group + "/" + owner.text("name");
            }
        }
        return SelectorText.NONE;
    }
}
