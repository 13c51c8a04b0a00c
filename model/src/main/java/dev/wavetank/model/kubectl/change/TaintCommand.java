package dev.wavetank.model.kubectl.change;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.naming.NameRules;
import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.ObjectChoice;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code taint}: reads each node, then patches the whole list of its taints (kubectl/pkg/cmd/taint, v1.32).
 */
public final class TaintCommand implements Command {

    private static final String STRATEGIC = "application/strategic-merge-patch+json";
    private static final List<String> EFFECTS = List.of("NoSchedule", "PreferNoSchedule", "NoExecute");
    private static final String HELP = "\nSee 'kubectl taint -h' for help and examples";

    private final Session session;
    private final ObjectChoice choice;
    private final List<Taint> added = new ArrayList<>();
    private final List<Taint> removed = new ArrayList<>();

    /**
     * A taint as it is typed.
     *
     * @param effect empty for a removal of every effect
     */
    private record Taint(String key, String value, String effect) {

        private boolean isLike(ObjectFields other) {
            return key.equals(other.text("key")) && (effect.isEmpty() || effect.equals(other.text("effect")));
        }

        /** Whether this stands for the other too: without an effect it stands for all. */
        private boolean overlaps(Taint other) {
            return key.equals(other.key) && (effect.isEmpty() || effect.equals(other.effect));
        }

        private Map<String, Object> tree() {
            Map<String, Object> tree = new LinkedHashMap<>();
            tree.put("effect", effect);
            tree.put("key", key);
            if (!value.isEmpty()) {
                tree.put("value", value);
            }
            return tree;
        }

        private String text() {
            String start = value.isEmpty() ? key : key + "=" + value;
            return effect.isEmpty() ? start : start + ":" + effect;
        }
    }

    /** Checks the command line. */
    public TaintCommand(Session session) {
        this.session = session;
        List<String> resources = new ArrayList<>();
        for (String argument : session.line().arguments()) {
            if (!argument.contains("=") && !argument.contains(":") && !argument.endsWith("-")) {
                resources.add(argument);
            } else if (argument.endsWith("-")) {
                removed.add(removal(argument.substring(0, argument.length() - 1)));
            } else {
                added.add(addition(argument));
            }
        }
        if (resources.isEmpty()) {
            throw new UsageException("one or more resources must be specified as <resource> <name>");
        }
        if (added.isEmpty() && removed.isEmpty()) {
            throw new UsageException("at least one taint update is required");
        }
        refuseConflicts();
        this.choice = new ObjectChoice(session, resources);
        choice.types().stream()
                .filter(type -> !type.plural().equals("nodes"))
                .findFirst()
                .ifPresent(type -> {
                    throw new UsageException(
                            "invalid resource type " + resources.get(0) + ", only node types are supported");
                });
    }

    private void refuseConflicts() {
        List<Taint> seen = new ArrayList<>();
        for (Taint taint : added) {
            if (seen.stream().anyMatch(taint::overlaps)) {
                throw new UsageException("duplicated taints with the same key and effect: {" + taint.key() + " "
                        + taint.value() + " " + taint.effect() + " <nil>}" + HELP);
            }
            seen.add(taint);
        }
        List<String> both = added.stream()
                .flatMap(taint -> removed.stream().filter(gone -> gone.overlaps(taint)))
                .map(gone -> gone.key() + "=" + gone.effect())
                .toList();
        if (!both.isEmpty()) {
            throw new UsageException("can not both modify and remove the following taint(s) in the same command: "
                    + String.join(", ", both));
        }
    }

    private static Taint removal(String text) {
        String[] parts = text.split(":", 2);
        String effect = parts.length == 2 ? checked(parts[1]) : "";
        String[] sides = parts[0].split("=", 2);
        return new Taint(sides[0], sides.length == 2 ? sides[1] : "", effect);
    }

    private static Taint addition(String text) {
        String[] parts = text.split(":", -1);
        if (parts.length > 2) {
            throw new UsageException("invalid taint spec: " + text + HELP);
        }
        String effect = parts.length == 2 ? checked(parts[1]) : "";
        // Without an effect, all of it is the key.
        String[] sides = parts.length == 2 ? parts[0].split("=", -1) : parts;
        if (sides.length > 2) {
            throw new UsageException("invalid taint spec: " + text + HELP);
        }
        List<String> wrong = new ArrayList<>(sides.length == 2 ? NameRules.labelValue(sides[1]) : List.of());
        if (wrong.isEmpty()) {
            wrong.addAll(NameRules.qualified(sides[0]));
        }
        if (!wrong.isEmpty()) {
            throw new UsageException("invalid taint spec: " + text + ", " + String.join("; ", wrong) + HELP);
        }
        return new Taint(sides[0], sides.length == 2 ? sides[1] : "", effect);
    }

    private static String checked(String effect) {
        if (!EFFECTS.contains(effect)) {
            throw new UsageException("invalid taint effect: " + effect + ", unsupported taint effect" + HELP);
        }
        return effect;
    }

    @Override
    public Completion<Boolean> run() {
        return choice.eachRead(this::change);
    }

    private Completion<Boolean> change(ObjectChoice.Named name, KubernetesObject node) {
        boolean overwrites = session.line().isOn(Flag.OVERWRITE);
        List<ObjectFields> present = session.fields(node).list("spec.taints");
        List<String> existing = added.stream()
                .filter(taint -> present.stream().anyMatch(taint::isLike))
                .map(Taint::key)
                .toList();
        if (!overwrites && !existing.isEmpty()) {
            session.fail("error: node " + name.name() + " already has " + String.join(",", existing)
                    + " taint(s) with same effect(s) and --overwrite is false");
            return Completion.of(true);
        }
        List<Object> taints = new ArrayList<>();
        added.forEach(taint -> taints.add(taint.tree()));
        boolean unknown = false;
        for (Taint taint : removed) {
            if (present.stream().noneMatch(taint::isLike)) {
                session.fail("error: taint \"" + taint.text() + "\" not found");
                unknown = true;
            }
        }
        if (unknown) {
            return Completion.of(true);
        }
        present.stream()
                .filter(old -> added.stream().noneMatch(taint -> taint.isLike(old))
                        && removed.stream().noneMatch(taint -> taint.isLike(old)))
                .forEach(old -> taints.add(old.tree()));
        Object list = taints.isEmpty() ? null : taints;
        Map<String, Object> patch = Collections.singletonMap("spec", Collections.singletonMap("taints", list));
        return session.patch(name.resource(), node, STRATEGIC, patch, outcome(overwrites));
    }

    private String outcome(boolean overwrites) {
        if (overwrites || !added.isEmpty() && !removed.isEmpty()) {
            return "modified";
        }
        return added.isEmpty() ? "untainted" : "tainted";
    }
}
