package dev.wavetank.reports.attempt;

import dev.wavetank.model.trace.AttemptTrace;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/** The attempts to place a pod, for people. */
public final class AttemptText {

    private static final int ROWS = 10;
    private static final int NAMES = 8;

    private AttemptText() {}

    /** The lines. */
    public static List<String> lines(Attempts attempts) {
        List<String> lines = new ArrayList<>();
        lines.add(
                "pod/" + attempts.pod() + ": " + counted(attempts.attempts().size(), "attempt") + ", " + end(attempts));
        for (Attempts.Attempt attempt : attempts.attempts()) {
            lines.addAll(lines(attempt));
        }
        return lines;
    }

    private static String end(Attempts attempts) {
        if (attempts.attempts().isEmpty()) {
            return "no scheduler has tried it";
        }
        Attempts.Attempt last = attempts.attempts().get(attempts.attempts().size() - 1);
        return last.trace().chosen().isEmpty()
                ? "no node so far"
                : "on " + last.trace().chosen();
    }

    private static List<String> lines(Attempts.Attempt attempt) {
        AttemptTrace trace = attempt.trace();
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add("attempt " + trace.number() + " at " + VirtualTime.format(attempt.at()) + " by " + attempt.scheduler()
                + " (" + trace.schedulerName() + "), " + counted(trace.nodes(), "node"));
        if (!trace.wokenBy().isEmpty()) {
            lines.add("  back in the queue by " + trace.wokenBy());
        }
        lines.addAll(refusals(trace));
        trace.ignored().forEach(one -> lines.add("  ignored: " + one.extender() + ", which failed: " + one.error()));
        lines.addAll(scores(trace));
        if (!trace.chosen().isEmpty()) {
            lines.add("  chosen: " + trace.chosen() + choice(trace));
        }
        if (!trace.preemption().isEmpty()) {
            lines.add("  preemption: " + trace.preemption());
        }
        if (!trace.message().isEmpty()) {
            lines.add("  message: " + trace.message());
        }
        return lines;
    }

    /** Nodes that were refused for the same reasons stand together. */
    private static List<String> refusals(AttemptTrace trace) {
        Map<String, List<String>> nodes = new LinkedHashMap<>();
        for (AttemptTrace.Refused refused : trace.refusals()) {
            String why = refused.plugin() + ": " + String.join(", ", refused.reasons());
            nodes.computeIfAbsent(why, missing -> new ArrayList<>()).add(refused.node());
        }
        List<String> lines = new ArrayList<>();
        nodes.forEach((why, names) -> lines.add("  refused by " + why + " (" + names(names, trace.nodes()) + ")"));
        return lines;
    }

    private static String names(List<String> names, int nodes) {
        return names.size() == nodes && nodes > 1 ? "all nodes" : names(names);
    }

    private static String names(List<String> names) {
        if (names.size() <= NAMES) {
            return String.join(", ", names);
        }
        return String.join(", ", names.subList(0, NAMES)) + " and " + (names.size() - NAMES) + " more";
    }

    private static String choice(AttemptTrace trace) {
        if (trace.feasible().size() == 1) {
            return ", the only feasible node";
        }
        return trace.best().size() == 1
                ? ", which has the most points"
                : ", one of " + trace.best().size() + " with the most points: " + names(trace.best());
    }

    /** A table: the nodes with the most points first, a column for each plug-in that gave any. */
    private static List<String> scores(AttemptTrace trace) {
        if (trace.totals().isEmpty()) {
            return List.of();
        }
        List<List<String>> rows = new ArrayList<>();
        rows.add(head(trace));
        IntStream.range(0, trace.feasible().size())
                .boxed()
                .sorted(Comparator.comparing((Integer i) -> -trace.totals().get(i)))
                .limit(ROWS)
                .forEach(i -> rows.add(row(trace, i)));
        List<String> lines = aligned(rows);
        if (trace.feasible().size() > ROWS) {
            lines.add("  and " + (trace.feasible().size() - ROWS) + " more feasible nodes (-o json has all)");
        }
        return lines;
    }

    private static List<String> head(AttemptTrace trace) {
        List<String> head = new ArrayList<>(List.of("points"));
        trace.scores().forEach(points -> head.add(points.plugin() + "*" + points.weight()));
        if (hasExtenders(trace)) {
            head.add("extenders");
        }
        head.add("total");
        return head;
    }

    private static List<String> row(AttemptTrace trace, int node) {
        List<String> row = new ArrayList<>(List.of(trace.feasible().get(node)));
        for (AttemptTrace.Points points : trace.scores()) {
            long raw = points.raw().get(node);
            long normalised = points.normalised().get(node);
            row.add(raw == normalised ? Long.toString(raw) : normalised + " (" + raw + ")");
        }
        if (hasExtenders(trace)) {
            row.add(Long.toString(ofExtenders(trace, node)));
        }
        row.add(Long.toString(trace.totals().get(node)));
        return row;
    }

    private static boolean hasExtenders(AttemptTrace trace) {
        return IntStream.range(0, trace.totals().size()).anyMatch(node -> ofExtenders(trace, node) != 0);
    }

    /** Points that are not a plug-in's; with neither plug-ins nor extenders every node has one. */
    static long ofExtenders(AttemptTrace trace, int node) {
        long weighted = trace.scores().stream()
                .mapToLong(points -> points.weight() * points.normalised().get(node))
                .sum();
        boolean isEqual = trace.scores().isEmpty() && trace.totals().stream().allMatch(total -> total == 1);
        long base = isEqual ? 1 : 0;
        return trace.totals().get(node) - weighted - base;
    }

    private static List<String> aligned(List<List<String>> rows) {
        int columns = rows.get(0).size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        List<String> lines = new ArrayList<>();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder("  ");
            line.append(String.format(Locale.ROOT, "%-" + widths[0] + "s", row.get(0)));
            for (int i = 1; i < columns; i++) {
                line.append(String.format(Locale.ROOT, "  %" + widths[i] + "s", row.get(i)));
            }
            lines.add(line.toString());
        }
        return lines;
    }

    private static String counted(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }
}
