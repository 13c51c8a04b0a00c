package dev.wavetank.sim.fault.codec;

import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.Anchor;
import dev.wavetank.sim.fault.Fault;
import dev.wavetank.sim.fault.FaultClause;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.fault.Trigger;
import dev.wavetank.sim.text.Suggestion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The written form of faults, as trees of maps, lists, texts and whole numbers: what every library for YAML or JSON
 * gives and takes.
 *
 * <p>{@code {kind: networkDelay, between: a, and: b, delay: 2s, at: 5s, for: 10s}} opens at an instant. {@code {kind:
 * componentCrash, component: a, after: {component: b, verb: create, object: pods/*, nth: 3, wait: 5ms, until: 60s},
 * for: 20s}} opens when b has made its third creation, 5 ms later, if that happens within the first minute. In {@code
 * after}, every field has a default: any component, any verb and object, the first time, at once, within a minute.
 * Only a kind that lasts needs {@code for}.
 */
public final class FaultCodec {

    /** Knows the kernel's own kinds. */
    public static final FaultCodec KERNEL = new FaultCodec(KernelKinds.all());

    private final Map<String, FaultKind<?>> kinds = new LinkedHashMap<>();

    /**
     * Knows these kinds.
     *
     * @throws IllegalArgumentException when two of them have one name
     */
    public FaultCodec(List<? extends FaultKind<?>> kinds) {
        for (FaultKind<?> kind : kinds) {
            if (this.kinds.putIfAbsent(kind.name(), kind) != null) {
                throw new IllegalArgumentException("there are two kinds of fault called " + kind.name());
            }
        }
    }

    /** The names of all kinds that it knows. */
    public List<String> kinds() {
        return List.copyOf(kinds.keySet());
    }

    /**
     * Reads a plan: a list of clauses.
     *
     * @param path where the list stands, such as {@code faults}; errors begin with it
     * @throws FaultFormatException naming the field of a mistake
     */
    public FaultPlan read(String path, Object tree) {
        if (!(tree instanceof List<?> items)) {
            throw new FaultFormatException(path, "expected a list of faults");
        }
        List<FaultClause> clauses = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            clauses.add(readClause(path + "[" + i + "]", items.get(i)));
        }
        return new FaultPlan(clauses);
    }

    /**
     * Reads one clause.
     *
     * @param path where it stands, such as {@code faults[2]}
     * @throws FaultFormatException naming the field of a mistake
     */
    public FaultClause readClause(String path, Object tree) {
        FaultFields fields = FaultFields.of(path, tree);
        String name = fields.text("kind");
        FaultKind<?> kind = kinds.get(name);
        if (kind == null) {
            throw fields.mistake(
                    "kind",
                    "no such kind of fault '" + name + "': " + Suggestion.question(name, kinds.keySet()) + "use "
                            + String.join(", ", kinds.keySet()));
        }
        Trigger trigger = trigger(fields);
        Fault fault = fault(kind, fields);
        long duration = fault.isInstant() ? fields.span("for", 0) : fields.span("for");
        fields.refuseOthers();
        try {
            return new FaultClause(trigger, duration, fault);
        } catch (IllegalArgumentException unending) {
            throw fields.mistake("for", unending.getMessage());
        }
    }

    /** The plan as a tree that {@link #read} understands. */
    public List<Object> write(FaultPlan plan) {
        List<Object> trees = new ArrayList<>();
        plan.clauses().forEach(clause -> trees.add(writeClause(clause)));
        return trees;
    }

    /**
     * The clause as a tree that {@link #readClause} understands.
     *
     * @throws IllegalArgumentException when its kind is none that this codec knows
     */
    public Map<String, Object> writeClause(FaultClause clause) {
        Fault fault = clause.fault();
        FaultKind<?> kind = kinds.get(fault.kind());
        if (kind == null) {
            throw new IllegalArgumentException("faults of kind " + fault.kind() + " have no written form");
        }
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("kind", fault.kind());
        if (clause.trigger() instanceof Trigger.At at) {
            tree.put("at", VirtualTime.span(at.time()));
        } else if (clause.trigger() instanceof Trigger.After after) {
            tree.put("after", tree(after));
        }
        tree.put("for", VirtualTime.span(clause.duration()));
        kind.writer().write(fault, tree);
        return tree;
    }

    private static Fault fault(FaultKind<?> kind, FaultFields fields) {
        try {
            return kind.reader().read(fields);
        } catch (FaultFormatException located) {
            throw located;
        } catch (IllegalArgumentException impossible) {
            throw fields.mistake("kind", kind.name() + ": " + impossible.getMessage());
        }
    }

    private static Trigger trigger(FaultFields fields) {
        if (fields.has("after")) {
            if (fields.has("at")) {
                throw fields.mistake("at", "a fault has at or after, not both: leave one out");
            }
            return after(fields.fields("after"));
        }
        if (!fields.has("at")) {
            throw fields.mistake("at", "missing: write at (a time), or after (what it follows)");
        }
        return new Trigger.At(fields.span("at"));
    }

    private static Trigger.After after(FaultFields fields) {
        String component = fields.text("component", Anchor.ANY);
        String verb = fields.text("verb", Anchor.ANY);
        String object = fields.text("object", Anchor.ANY);
        int nth = fields.positive("nth", 1);
        long delay = fields.span("wait", 0);
        long until = fields.span("until", Trigger.After.DEFAULT_UNTIL);
        fields.refuseOthers();
        try {
            return new Trigger.After(new Anchor(component, verb, object, nth), delay, until);
        } catch (IllegalArgumentException impossible) {
            throw fields.mistake("until", impossible.getMessage());
        }
    }

    private static Map<String, Object> tree(Trigger.After after) {
        Map<String, Object> tree = new LinkedHashMap<>();
        Anchor anchor = after.anchor();
        tree.put("component", anchor.component());
        tree.put("verb", anchor.verb());
        tree.put("object", anchor.subject());
        tree.put("nth", (long) anchor.nth());
        tree.put("wait", VirtualTime.span(after.delay()));
        tree.put("until", VirtualTime.span(after.until()));
        return tree;
    }
}
