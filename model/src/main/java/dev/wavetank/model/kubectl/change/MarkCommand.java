package dev.wavetank.model.kubectl.change;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.ResourceArguments;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@code label} and {@code annotate}: reads each object, then patches its labels or annotations. */
public final class MarkCommand implements Command {

    private final Session session;
    private final Kind kind;
    private final List<ResourceArguments.Target> targets;
    /** New values by name; null for what is removed. */
    private final Map<String, Object> changes = new LinkedHashMap<>();

    /** What is changed. */
    public enum Kind {
        LABELS("labels", "label", "labeled"),
        ANNOTATIONS("annotations", "annotation", "annotated");

        private final String field;
        private final String noun;
        private final String outcome;

        Kind(String field, String noun, String outcome) {
            this.field = field;
            this.noun = noun;
            this.outcome = outcome;
        }
    }

    /** Checks the command line. */
    public MarkCommand(Session session, Kind kind) {
        this.session = session;
        this.kind = kind;
        List<String> resources = new ArrayList<>();
        for (String argument : session.line().arguments()) {
            int equals = argument.indexOf('=');
            if (equals > 0) {
                changes.put(argument.substring(0, equals), argument.substring(equals + 1));
            } else if (argument.endsWith("-") && argument.length() > 1 && !resources.isEmpty()) {
                changes.put(argument.substring(0, argument.length() - 1), null);
            } else {
                resources.add(argument);
            }
        }
        if (resources.isEmpty()) {
            throw new UsageException(
                    "one or more resources must be specified as <resource> <name> or <resource>/<name>");
        }
        if (changes.isEmpty()) {
            throw new UsageException("at least one " + kind.noun + " update is required");
        }
        this.targets = session.targets(resources);
    }

    @Override
    public Completion<Boolean> run() {
        return Command.inOrder(
                targets,
                target -> session.read(target)
                        .then(found -> found.isEmpty() ? Completion.of(true) : change(target, found.get())));
    }

    private Completion<Boolean> change(ResourceArguments.Target target, KubernetesObject object) {
        Map<String, String> present = kind == Kind.LABELS
                ? object.metadata().labels()
                : object.metadata().annotations();
        Map<String, Object> patch = new LinkedHashMap<>();
        for (Map.Entry<String, Object> change : changes.entrySet()) {
            String old = present.get(change.getKey());
            if (old != null
                    && change.getValue() != null
                    && !change.getValue().equals(old)
                    && !session.line().isOn(Flag.OVERWRITE)) {
                session.fail(refusal(change.getKey(), old));
                return Completion.of(true);
            }
            if (change.getValue() == null ? old != null : !change.getValue().equals(old)) {
                patch.put(change.getKey(), change.getValue());
            } else if (change.getValue() == null) {
                session.print(kind.noun + " \"" + change.getKey() + "\" not found.");
            }
        }
        if (patch.isEmpty()) {
            String outcome = kind == Kind.LABELS ? "not " + kind.outcome : kind.outcome;
            session.print(target.resource(), object, outcome);
            return Completion.of(true);
        }
        boolean removes = kind == Kind.LABELS && patch.values().stream().allMatch(value -> value == null);
        return session.patch(
                target.resource(),
                object,
                "application/merge-patch+json",
                Collections.singletonMap("metadata", Collections.singletonMap(kind.field, patch)),
                removes ? "unlabeled" : kind.outcome);
    }

    private String refusal(String name, String old) {
        String why = "'" + name + "' already has a value (" + old + ")";
        return kind == Kind.LABELS
                ? "error: " + why + ", and --overwrite is false"
                : "error: --overwrite is false but found the following declared annotation(s): " + why;
    }
}
