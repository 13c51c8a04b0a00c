package dev.wavetank.model.kubectl.create.generator;

import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.Invocation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Jobs and CronJobs of one container (kubectl/pkg/cmd/create, create_job.go and create_cronjob.go, v1.32). */
public final class JobGenerator {

    private final Session session;
    private final Invocation line;

    public JobGenerator(Session session) {
        this.session = session;
        this.line = session.line();
    }

    /** A Job that runs an image once. */
    public Map<String, Object> job() {
        Map<String, Object> job = Trees.namespaced(session, "batch/v1", "Job");
        job.put("spec", Trees.of("template", template("Never")));
        return job;
    }

    /** A CronJob, in the newest version that the server has. */
    public Map<String, Object> cronJob() {
        line.require(Flag.IMAGE);
        line.require(Flag.SCHEDULE);
        boolean stable = session.tools().schema().kind("batch/v1", "CronJob").isPresent();
        Map<String, Object> cronJob = Trees.namespaced(session, stable ? "batch/v1" : "batch/v1beta1", "CronJob");
        String restart =
                line.value(Flag.RESTART).filter(given -> !given.isEmpty()).orElse("OnFailure");
        Map<String, Object> job = Trees.of(
                "metadata", Trees.of("name", Trees.name(session)), "spec", Trees.of("template", template(restart)));
        cronJob.put("spec", Trees.of("schedule", line.value(Flag.SCHEDULE).orElse(""), "jobTemplate", job));
        return cronJob;
    }

    /** The Job that a CronJob would make, now and by hand. */
    public Map<String, Object> jobOf(ObjectFields cronJob) {
        Map<String, Object> job = Trees.namespaced(session, "batch/v1", "Job");
        Map<String, Object> metadata = Trees.metadata(job);
        Map<String, Object> annotations = Trees.of("cronjob.kubernetes.io/instantiate", "manual");
        annotations.putAll(cronJob.map("spec.jobTemplate.metadata.annotations"));
        metadata.put("annotations", annotations);
        Map<String, Object> labels = cronJob.map("spec.jobTemplate.metadata.labels");
        if (!labels.isEmpty()) {
            metadata.put("labels", labels);
        }
        Map<String, Object> owner = Trees.of(
                "apiVersion",
                "batch/v1",
                "controller",
                true,
                "kind",
                "CronJob",
                "name",
                cronJob.text("metadata.name"),
                "uid",
                cronJob.text("metadata.uid"));
        metadata.put("ownerReferences", List.of(owner));
        job.put("spec", new LinkedHashMap<>(cronJob.map("spec.jobTemplate.spec")));
        return job;
    }

    private Map<String, Object> template(String restartPolicy) {
        Map<String, Object> container = Trees.of(
                "name", Trees.name(session), "image", line.value(Flag.IMAGE).orElse(""));
        if (!line.rest().isEmpty()) {
            container.put("command", line.rest());
        }
        container.put("resources", Trees.of());
        Map<String, Object> pod = Trees.of("containers", List.of(container), "restartPolicy", restartPolicy);
        return Trees.of("metadata", Trees.of(), "spec", pod);
    }
}
