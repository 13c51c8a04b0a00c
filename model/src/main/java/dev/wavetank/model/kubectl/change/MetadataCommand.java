package dev.wavetank.model.kubectl.change;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.naming.NameRules;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.ObjectChoice;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * {@code label} and {@code annotate}: reads each object, then sends a JSON merge patch of its labels or annotations,
 * also an empty one (kubectl/pkg/cmd/label and annotate, v1.32).
 */
public final class MetadataCommand implements Command {

    private static final String MERGE = "application/merge-patch+json";

    private final Session session;
    private final Field field;
    private final ObjectChoice choice;
    private final Map<String, String> values = new LinkedHashMap<>();
    private final List<String> removed = new ArrayList<>();
    private final String version;

    /** What is changed. */
    public enum Field {
        LABEL,
        ANNOTATION;

        private String word() {
            return this == LABEL ? "label" : "annotation";
        }

        private String path() {
            return word() + "s";
        }
    }

    /** Checks the command line. */
    public MetadataCommand(Session session, Field field) {
        this.session = session;
        this.field = field;
        this.version = session.line().value(Flag.RESOURCE_VERSION).orElse("");
        if (session.line().isOn(Flag.ALL) && session.line().value(Flag.SELECTOR).isPresent()) {
            throw new UsageException("cannot set --all and --selector at the same time");
        }
        List<String> resources = new ArrayList<>();
        for (String argument : session.line().arguments()) {
            boolean change = argument.indexOf('=') > 0 || argument.endsWith("-");
            if (change) {
                change(argument);
            } else if (values.isEmpty() && removed.isEmpty()) {
                resources.add(argument);
            } else {
                throw new UsageException(
                        "all resources must be specified before " + field.word() + " changes: " + argument);
            }
        }
        boolean inFiles = !session.line().list(Flag.FILENAME).isEmpty();
        if (resources.isEmpty() && !inFiles) {
            throw new UsageException(
                    "one or more resources must be specified as <resource> <name> or <resource>/<name>");
        }
        if (values.isEmpty() && removed.isEmpty() && !session.line().isOn(Flag.LIST)) {
            throw new UsageException("at least one " + field.word() + " update is required");
        }
        List<String> both =
                removed.stream().filter(values::containsKey).sorted().toList();
        if (!both.isEmpty()) {
            throw new UsageException("can not both modify and remove "
                    + (field == Field.LABEL
                            ? "a label in the same command"
                            : "the following annotation(s) in the same command: " + String.join(", ", both)));
        }
        this.choice = new ObjectChoice(session, resources);
        if (!version.isEmpty() && choice.isSeveral()) {
            throw new UsageException("--resource-version may only be used with a single resource");
        }
    }

    private void change(String argument) {
        int equals = argument.indexOf('=');
        if (equals < 0) {
            removed.add(argument.substring(0, argument.length() - 1));
            return;
        }
        String value = argument.substring(equals + 1);
        if (field == Field.LABEL && value.contains("=")) {
            throw new UsageException("invalid label spec: " + argument);
        }
        List<String> wrong = field == Field.LABEL ? NameRules.labelValue(value) : List.of();
        if (!wrong.isEmpty()) {
            throw new UsageException("invalid label value: \"" + argument + "\": " + String.join("; ", wrong));
        }
        values.put(argument.substring(0, equals), value);
    }

    @Override
    public Completion<Boolean> run() {
        return choice.eachRead(
                (name, object) -> session.line().isOn(Flag.LIST) ? list(name, object) : change(name, object));
    }

    private Completion<Boolean> list(ObjectChoice.Named name, KubernetesObject object) {
        if (choice.isSeveral()) {
            session.note("Listing " + field.path() + " for " + name.resource().kind() + "."
                    + name.resource().group() + "/" + name.name() + ":");
        }
        String indent = choice.isSeveral() ? " " : "";
        present(object).forEach((key, value) -> session.print(indent + key + "=" + value));
        return Completion.of(true);
    }

    private Map<String, String> present(KubernetesObject object) {
        Map<String, String> present = new TreeMap<>();
        session.fields(object)
                .map("metadata." + field.path())
                .forEach((key, value) -> present.put(key, String.valueOf(value)));
        return present;
    }

    private Completion<Boolean> change(ObjectChoice.Named name, KubernetesObject object) {
        Map<String, String> present = present(object);
        List<String> kept = session.line().isOn(Flag.OVERWRITE) ? List.of() : overwritten(present);
        if (!kept.isEmpty()) {
            session.fail("error: "
                    + (field == Field.LABEL
                            ? kept.get(0) + ", and --overwrite is false"
                            : "--overwrite is false but found the following declared annotation(s): "
                                    + String.join("; ", kept)));
            return Completion.of(true);
        }
        Map<String, Object> changes = new LinkedHashMap<>();
        values.forEach((key, value) -> {
            if (!value.equals(present.get(key))) {
                changes.put(key, value);
            }
        });
        for (String key : removed) {
            if (present.containsKey(key)) {
                changes.put(key, null);
            } else if (field == Field.LABEL && !session.isDryRun()) {
                session.print("label \"" + key + "\" not found.");
            }
        }
        Map<String, Object> metadata = new LinkedHashMap<>();
        if (!changes.isEmpty()) {
            metadata.put(field.path(), changes);
        }
        if (!version.isEmpty() && !version.equals(session.fields(object).text("metadata.resourceVersion"))) {
            metadata.put("resourceVersion", version);
        }
        Map<String, Object> patch =
                metadata.isEmpty() ? Collections.emptyMap() : Collections.singletonMap("metadata", metadata);
        return session.patch(name.resource(), object, MERGE, patch, outcome(changes));
    }

    private List<String> overwritten(Map<String, String> present) {
        List<String> kept = new ArrayList<>();
        values.forEach((key, value) -> {
            String before = present.get(key);
            // Annotations that stay as they are need no --overwrite either, as labels do not.
            if (before != null && !before.equals(value)) {
                kept.add("'" + key + "' already has a value (" + before + ")");
            }
        });
        return kept;
    }

    private String outcome(Map<String, Object> changes) {
        if (field == Field.ANNOTATION) {
            return "annotated";
        }
        if (changes.isEmpty()) {
            return "not labeled";
        }
        boolean onlyRemoved = values.isEmpty() && !session.line().isOn(Flag.OVERWRITE);
        return onlyRemoved && session.has(Feature.KUBECTL_UNLABELED) ? "unlabeled" : "labeled";
    }
}
