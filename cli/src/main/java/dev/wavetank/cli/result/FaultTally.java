package dev.wavetank.cli.result;

import dev.wavetank.properties.explore.RunResult;
import dev.wavetank.sim.fault.inject.FaultOutcome;
import dev.wavetank.sim.fault.inject.FaultOutcome.State;
import java.io.PrintStream;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Counts what became of the faults of many runs, by kind: a fault that hits nothing tests nothing. */
final class FaultTally {

    private final Map<String, Map<State, Long>> byKind = new TreeMap<>();
    private final Map<State, Long> all = new EnumMap<>(State.class);
    private long plans;
    private long emptyPlans;

    void add(RunResult run) {
        plans++;
        if (run.scenario().faults().isEmpty()) {
            emptyPlans++;
        }
        for (FaultOutcome fault : run.faults()) {
            String kind = fault.clause().fault().kind();
            byKind.computeIfAbsent(kind, first -> new EnumMap<>(State.class)).merge(fault.state(), 1L, Long::sum);
            all.merge(fault.state(), 1L, Long::sum);
        }
    }

    /** What became of all of them, and how many of each kind hit something. */
    void print(PrintStream out) {
        out.println("faults: " + sum(all) + " in " + plans + (plans == 1 ? " plan, " : " plans, ") + emptyPlans
                + " of them empty" + words(all));
        if (!byKind.isEmpty()) {
            CoverageText.wrapped(
                    out,
                    "hit by kind: "
                            + byKind.entrySet().stream()
                                    .map(kind -> kind.getKey() + " "
                                            + kind.getValue().getOrDefault(State.HIT, 0L) + " of "
                                            + sum(kind.getValue()))
                                    .collect(Collectors.joining(", ")));
        }
    }

    /** The same for programs. */
    Map<String, Object> tree() {
        Map<String, Object> kinds = new LinkedHashMap<>();
        byKind.forEach((kind, states) -> kinds.put(kind, named(states)));
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("plans", plans);
        tree.put("emptyPlans", emptyPlans);
        tree.put("all", named(all));
        tree.put("byKind", kinds);
        return tree;
    }

    private static Map<String, Object> named(Map<State, Long> states) {
        Map<String, Object> named = new LinkedHashMap<>();
        for (State state : State.values()) {
            named.put(state.toString(), states.getOrDefault(state, 0L));
        }
        return named;
    }

    private static long sum(Map<State, Long> states) {
        return states.values().stream().mapToLong(Long::longValue).sum();
    }

    private static String words(Map<State, Long> states) {
        return states.isEmpty()
                ? ""
                : states.entrySet().stream()
                        .map(state -> state.getValue() + " " + state.getKey())
                        .collect(Collectors.joining(", ", ": ", ""));
    }
}
