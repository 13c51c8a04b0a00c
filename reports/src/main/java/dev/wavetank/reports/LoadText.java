package dev.wavetank.reports;

import dev.wavetank.reports.traffic.LoadFigures;
import dev.wavetank.reports.traffic.LoadFigures.Failures;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The figures of a load for people, and for programs. */
public final class LoadText {

    private LoadText() {}

    /** One line about all requests, one about latencies, and one for each kind of failure. */
    public static List<String> lines(LoadFigures figures) {
        List<String> lines = new ArrayList<>();
        lines.add(heading(figures));
        if (figures.answered() > 0) {
            lines.add(latency(figures));
        }
        figures.failures().forEach(failure -> lines.add(line(failure)));
        return lines;
    }

    private static String heading(LoadFigures figures) {
        return String.format(
                Locale.ROOT,
                "%s: %,d requests to %s, %,d answered, %,d failed (%.2f of 1,000)",
                figures.load(),
                figures.requests(),
                figures.service(),
                figures.answered(),
                figures.failed(),
                figures.failedOfThousand());
    }

    private static String latency(LoadFigures figures) {
        return "answered in p50 " + HumanDuration.ofMicros(figures.p50()) + ", p90 "
                + HumanDuration.ofMicros(figures.p90()) + ", p99 " + HumanDuration.ofMicros(figures.p99())
                + ", at most " + HumanDuration.ofMicros(figures.max());
    }

    /** The figures as a section of a page. */
    public static HtmlPage.Load section(LoadFigures figures) {
        return new HtmlPage.Load(
                heading(figures),
                figures.answered() == 0 ? "" : latency(figures),
                figures.failures().stream().map(LoadText::cells).toList());
    }

    private static List<String> cells(Failures failure) {
        return List.of(
                failure.outcome().toString(),
                failure.pod().isEmpty() ? "-" : failure.pod(),
                Long.toString(failure.count()),
                VirtualTime.format(failure.first()),
                VirtualTime.format(failure.last()),
                failure.reason());
    }

    private static String line(Failures failure) {
        String where = failure.pod().isEmpty() ? "" : " at pod/" + failure.pod();
        String when = failure.count() == 1
                ? "at " + VirtualTime.format(failure.first())
                : "from " + VirtualTime.format(failure.first()) + " to " + VirtualTime.format(failure.last());
        return failure.count() + " " + failure.outcome() + where + " " + when + ": " + failure.reason()
                + (failure.count() == 1 ? "" : " (the first)");
    }

    /** The figures as maps, lists, strings and numbers; times in nanoseconds. */
    public static Map<String, Object> tree(LoadFigures figures) {
        Map<String, Object> outcomes = new LinkedHashMap<>();
        figures.outcomes().forEach((outcome, count) -> outcomes.put(outcome.toString(), count));
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("name", figures.load());
        tree.put("service", figures.service());
        tree.put("requests", figures.requests());
        tree.put("failed", figures.failed());
        tree.put("outcomes", outcomes);
        tree.put("p50", figures.p50() * VirtualTime.MICROSECOND);
        tree.put("p90", figures.p90() * VirtualTime.MICROSECOND);
        tree.put("p99", figures.p99() * VirtualTime.MICROSECOND);
        tree.put("max", figures.max() * VirtualTime.MICROSECOND);
        tree.put("failures", figures.failures().stream().map(LoadText::tree).toList());
        return tree;
    }

    private static Map<String, Object> tree(Failures failure) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("outcome", failure.outcome().toString());
        tree.put("pod", failure.pod());
        tree.put("count", failure.count());
        tree.put("first", failure.first());
        tree.put("last", failure.last());
        tree.put("reason", failure.reason());
        return tree;
    }
}
