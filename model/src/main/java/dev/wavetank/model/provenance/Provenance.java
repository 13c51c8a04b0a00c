package dev.wavetank.model.provenance;

import dev.wavetank.sim.fault.FaultClause;
import dev.wavetank.sim.fault.Trigger;
import dev.wavetank.sim.fault.inject.FaultOutcome;
import dev.wavetank.sim.fault.inject.FaultOutcome.State;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What made a result, so that two results can be told apart and each be made again.
 *
 * @param command the command line, ready for a POSIX shell; empty when no command made it, but a test in Java
 * @param wavetank version of Wavetank
 * @param kubernetes version of Kubernetes that was simulated, such as {@code v1.32}
 * @param nodes number of nodes; null when each seed has its own
 * @param settings those that were given, by name, also where they are as by default
 * @param bugs names of known bugs that were put into the cluster
 * @param seeds of the run or the runs
 * @param order of simultaneous events, as {@code --order} takes it
 * @param faults what became of each fault of the run; empty for several runs, each of them has its own
 */
public record Provenance(
        String command,
        String wavetank,
        String kubernetes,
        @Nullable Integer nodes,
        Map<String, String> settings,
        List<String> bugs,
        Seeds seeds,
        String order,
        List<FaultOutcome> faults) {

    /** Keeps copies, the settings in the order of their names. */
    public Provenance {
        settings = Collections.unmodifiableMap(new TreeMap<>(settings));
        bugs = List.copyOf(bugs);
        faults = List.copyOf(faults);
    }

    /**
     * Seeds that follow each other.
     *
     * @param first the first
     * @param last the last
     * @param isOne whether it is the seed of a single run, not of an exploration
     */
    public record Seeds(long first, long last, boolean isOne) {

        /** The seed of a run. */
        public static Seeds of(long seed) {
            return new Seeds(seed, seed, true);
        }

        /** The seeds of an exploration. */
        public static Seeds range(long first, long last) {
            return new Seeds(first, last, false);
        }

        /** Such as {@code 7} or {@code 1..100}. */
        @Override
        public String toString() {
            return isOne() ? Long.toString(first) : first + ".." + last;
        }
    }

    /**
     * One line for people.
     *
     * @param label what it is, in one lower-case word
     * @param value what it says
     */
    public record Line(String label, String value) {}

    /** All of it in a few lines for people: the first lines of a text. */
    public List<Line> lines() {
        List<Line> lines = new ArrayList<>();
        lines.add(new Line("made by", "wavetank " + wavetank + (command.isEmpty() ? "" : ": " + command)));
        lines.add(new Line("cluster", cluster()));
        lines.add(new Line(seeds.isOne() ? "seed" : "seeds", seeds + ", order " + order + faultsInWords()));
        return lines;
    }

    private String cluster() {
        String size =
                kubernetes + ", " + (nodes == null ? "each seed its own" : nodes + (nodes == 1 ? " node" : " nodes"));
        String known = bugs.isEmpty() ? "" : ", with the known bugs " + String.join(", ", bugs);
        return size + known + ", "
                + (settings.isEmpty()
                        ? "default settings"
                        : settings.entrySet().stream()
                                .map(setting -> setting.getKey() + "=" + setting.getValue())
                                .collect(Collectors.joining(", ")));
    }

    private String faultsInWords() {
        if (faults.isEmpty()) {
            return seeds.isOne() ? ", no faults" : "";
        }
        Map<State, Integer> counts = new EnumMap<>(State.class);
        faults.forEach(fault -> counts.merge(fault.state(), 1, Integer::sum));
        return ", " + faults.size() + (faults.size() == 1 ? " fault: " : " faults: ")
                + counts.entrySet().stream()
                        .map(count -> count.getValue() + " " + count.getKey())
                        .collect(Collectors.joining(", "));
    }

    /** All of it for programs: maps, lists, strings and whole numbers; times are in nanoseconds of virtual time. */
    public Map<String, Object> tree() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("command", command);
        tree.put("wavetank", wavetank);
        tree.put("kubernetes", kubernetes);
        if (nodes != null) {
            tree.put("nodes", nodes.longValue());
        }
        tree.put("settings", new LinkedHashMap<>(settings));
        tree.put("bugs", new ArrayList<>(bugs));
        if (seeds.isOne()) {
            tree.put("seed", seeds.first());
        } else {
            tree.put("seeds", seeds.toString());
        }
        tree.put("order", order);
        if (seeds.isOne()) {
            tree.put(
                    "faults",
                    new ArrayList<>(faults.stream().map(Provenance::tree).toList()));
        }
        return tree;
    }

    private static Map<String, Object> tree(FaultOutcome fault) {
        Map<String, Object> tree = tree(fault.clause());
        tree.put("outcome", fault.state().toString());
        tree.put("hits", fault.hits());
        return tree;
    }

    /** A fault of a plan for programs. */
    public static Map<String, Object> tree(FaultClause clause) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("kind", clause.fault().kind());
        tree.put("target", clause.fault().target());
        if (clause.trigger() instanceof Trigger.At at) {
            tree.put("at", at.time());
        } else if (clause.trigger() instanceof Trigger.After after) {
            tree.put("after", after.anchor().toString());
            tree.put("wait", after.delay());
            tree.put("until", after.until());
        }
        tree.put("for", clause.duration());
        return tree;
    }
}
