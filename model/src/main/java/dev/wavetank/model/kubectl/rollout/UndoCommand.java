package dev.wavetank.model.kubectl.rollout;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.ObjectFields;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.ResourceArguments;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;

/**
 * {@code rollout undo}: gives a Deployment the template of an earlier revision, with a JSON patch (kubectl,
 * pkg/polymorphichelpers/rollback.go, v1.20).
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
    private final List<ResourceArguments.Target> targets;
    private final long wanted;

    /** Checks the command line. */
    public UndoCommand(Session session) {
        this.session = session;
        this.targets = deployments(session, "no rollbacker has been implemented for ");
        this.wanted = session.line().number(Flag.TO_REVISION).orElse(0);
        if (wanted < 0) {
            throw new UsageException("revision must be a positive integer: " + wanted);
        }
    }

    /** The Deployments that the user names. */
    static List<ResourceArguments.Target> deployments(Session session, String refusal) {
        List<ResourceArguments.Target> targets = session.targets(session.line().arguments());
        for (ResourceArguments.Target target : targets) {
            if (!target.resource().plural().equals("deployments")) {
                throw new UsageException(refusal + "\"" + target.resource().kind()
                        + "\" here: only the revisions of Deployments are simulated");
            }
        }
        return targets;
    }

    @Override
    public Completion<Boolean> run() {
        return Command.inOrder(
                targets,
                target -> session.read(target)
                        .then(found -> found.isEmpty() ? Completion.of(true) : undo(target, found.get())));
    }

    private Completion<Boolean> undo(ResourceArguments.Target target, KubernetesObject deployment) {
        ObjectFields fields = session.fields(deployment);
        if (fields.isOn("spec.paused")) {
            session.fail("error: you cannot rollback a paused deployment; resume it first with 'kubectl rollout resume"
                    + " deployment/" + target.name() + "' and try again");
            return Completion.of(true);
        }
        return Revisions.of(session, deployment).then(revisions -> {
            try {
                long revision = revision(target, revisions);
                return patch(target, deployment, fields, revision, Objects.requireNonNull(revisions.get(revision)));
            } catch (UsageException refusal) {
                session.fail("error: " + refusal.getMessage());
                return Completion.of(true);
            }
        });
    }

    private long revision(ResourceArguments.Target target, SortedMap<Long, ObjectFields> revisions) {
        List<Long> numbers = new ArrayList<>(revisions.keySet());
        if (wanted > 0) {
            if (!numbers.contains(wanted)) {
                throw new UsageException("unable to find specified revision " + wanted + " in history");
            }
            return wanted;
        }
        if (numbers.size() < 2) {
            throw new UsageException("no rollout history found for deployment \"" + target.name() + "\"");
        }
        return numbers.get(numbers.size() - 2);
    }

    private Completion<Boolean> patch(
            ResourceArguments.Target target,
            KubernetesObject deployment,
            ObjectFields fields,
            long revision,
            ObjectFields set) {
        Map<String, Object> template = withoutHash(set.map("spec.template"));
        if (template.equals(fields.map("spec.template"))) {
            session.print(Session.fullName(target.resource(), target.name())
                    + " skipped rollback (current template already matches revision " + revision + ")");
            return Completion.of(true);
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
        if (!session.has(Feature.KUBECTL_NULL_TIMES)) {
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
