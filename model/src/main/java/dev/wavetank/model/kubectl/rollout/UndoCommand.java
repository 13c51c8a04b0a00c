package dev.wavetank.model.kubectl.rollout;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.kubectl.print.ObjectNames;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.ObjectChoice;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * {@code rollout undo}: gives an object the template of an earlier revision: a Deployment with a JSON patch, DaemonSets
 * and StatefulSets with the patch that the revision keeps (kubectl, pkg/polymorphichelpers/rollback.go, v1.20).
 */
public final class UndoCommand implements Command {

    private static final String HASH = "pod-template-hash";
    /** Annotations that the Deployment keeps; all others come from the ReplicaSet. */
    private static final List<String> KEPT = List.of(
            "kubectl.kubernetes.io/last-applied-configuration",
            Revisions.REVISION,
            "deployment.kubernetes.io/revision-history",
            "deployment.kubernetes.io/desired-replicas",
            "deployment.kubernetes.io/max-replicas",
            "deprecated.deployment.rollback.to");

    private final Session session;
    private final ObjectChoice choice;
    private final long wanted;

    /** Checks the command line. */
    public UndoCommand(Session session) {
        this.session = session;
        this.wanted = session.line().number(Flag.TO_REVISION).orElse(0);
        if (wanted < 0) {
            throw new UsageException("revision must be a positive integer: " + wanted);
        }
        this.choice = Revisions.chosen(session);
        Revisions.check(choice.types(), "rollbacker", "rollbacker");
    }

    @Override
    public Completion<Boolean> run() {
        return choice.eachRead(this::undo);
    }

    private Completion<Boolean> undo(ObjectChoice.Named target, KubernetesObject object) {
        return Revisions.of(session, target.resource(), object).then(revisions -> {
            try {
                ObjectFields revision = revision(target, revisions);
                boolean deployment = target.resource().plural().equals("deployments");
                if (session.isDryRun()) {
                    session.print(ObjectNames.fullName(target.resource(), target.name()) + " "
                            + (deployment ? "" : "will roll back to ") + revisions.template(session, revision)
                            + session.dryRunMark());
                    return Completion.of(true);
                }
                return deployment
                        ? deployment(target, object, revision)
                        : controlled(target, object, revision.map("data"));
            } catch (UsageException refusal) {
                session.fail("error: " + refusal.getMessage());
                return Completion.of(true);
            }
        });
    }

    private Completion<Boolean> deployment(ObjectChoice.Named target, KubernetesObject object, ObjectFields set) {
        ObjectFields fields = session.fields(object);
        if (fields.isOn("spec.paused")) {
            throw new UsageException("you cannot rollback a paused deployment; resume it first with 'kubectl rollout"
                    + " resume deployment/" + target.name() + "' and try again");
        }
        return patch(target, object, fields, set);
    }

    /** The snapshot in a ControllerRevision is the patch that restores it. */
    private Completion<Boolean> controlled(
            ObjectChoice.Named target, KubernetesObject object, Map<String, Object> snapshot) {
        Map<String, Object> template = new LinkedHashMap<>(new ObjectFields(snapshot).map("spec.template"));
        template.remove("$patch");
        if (template.equals(session.fields(object).map("spec.template"))) {
            return skipped(target);
        }
        return session.patch(
                target.resource(), object, "application/strategic-merge-patch+json", snapshot, "rolled back");
    }

    private Completion<Boolean> skipped(ObjectChoice.Named target) {
        session.print(ObjectNames.fullName(target.resource(), target.name())
                + " skipped rollback (current template already matches revision " + wanted + ")");
        return Completion.of(true);
    }

    private ObjectFields revision(ObjectChoice.Named target, Revisions revisions) {
        boolean deployment = target.resource().plural().equals("deployments");
        List<Long> numbers = new ArrayList<>(revisions.byNumber().keySet());
        if (wanted > 0 && !numbers.contains(wanted)) {
            throw new UsageException("unable to find specified revision " + wanted + " in history");
        }
        if (wanted == 0 && numbers.size() < 2) {
            throw new UsageException(
                    deployment
                            ? "no rollout history found for deployment \"" + target.name() + "\""
                            : "no last revision to roll back to");
        }
        long number = wanted > 0 ? wanted : numbers.get(numbers.size() - 2);
        return Objects.requireNonNull(revisions.byNumber().get(number));
    }

    private Completion<Boolean> patch(
            ObjectChoice.Named target, KubernetesObject deployment, ObjectFields fields, ObjectFields set) {
        Map<String, Object> template = withoutHash(set.map("spec.template"));
        if (template.equals(fields.map("spec.template"))) {
            return skipped(target);
        }
        Map<String, Object> annotations = new LinkedHashMap<>(fields.map("metadata.annotations"));
        annotations.keySet().retainAll(KEPT);
        set.map("metadata.annotations").forEach((name, value) -> {
            if (!KEPT.contains(name)) {
                annotations.put(name, value);
            }
        });
        List<Object> operations = List.of(
                replacing("/spec/template", asWritten(template)), replacing("/metadata/annotations", annotations));
        return session.patch(target.resource(), deployment, "application/json-patch+json", operations, "rolled back");
    }

    private static Map<String, Object> replacing(String path, Object value) {
        Map<String, Object> operation = new LinkedHashMap<>();
        operation.put("op", "replace");
        operation.put("path", path);
        operation.put("value", value);
        return operation;
    }

    /** The template as Go writes it, with the time of creation that no template has. */
    private Map<String, Object> asWritten(Map<String, Object> template) {
        if (!session.has(Feature.NULL_CREATION_TIMES)) {
            return template;
        }
        Map<String, Object> metadata = new LinkedHashMap<>();
        metadata.put("creationTimestamp", null);
        metadata.putAll(new ObjectFields(template).map("metadata"));
        Map<String, Object> written = new LinkedHashMap<>(template);
        written.put("metadata", metadata);
        return written;
    }

    private static Map<String, Object> withoutHash(Map<String, Object> template) {
        Map<String, Object> copy = new LinkedHashMap<>(template);
        ObjectFields fields = new ObjectFields(template);
        Map<String, Object> metadata = new LinkedHashMap<>(fields.map("metadata"));
        Map<String, Object> labels = new LinkedHashMap<>(fields.map("metadata.labels"));
        labels.remove(HASH);
        metadata.put("labels", labels);
        copy.put("metadata", metadata);
        return copy;
    }
}
