package dev.wavetank.properties.invariant.workload;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.properties.bugs.KnownBug;
import dev.wavetank.properties.bugs.KnownBugs;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.Observers;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The page of an invariant in the manual.
 *
 * @param invariant what it is about
 * @param claims stories that break it
 * @param reference the records of the reference run
 */
record InvariantPage(Invariant invariant, List<Claims.Claim> claims, List<TraceRecord> reference) {

    private static final int PERCENT = 100;

    String text() {
        List<String> parts = new ArrayList<>();
        parts.add("# " + invariant.name());
        parts.add("> " + invariant.statement());
        parts.add(linked(invariant.reason()));
        parts.add("Tags: "
                + new TreeSet<>(invariant.tags())
                        .stream().map(tag -> "`" + tag.word() + "`").collect(Collectors.joining(", "))
                + ". "
                + new TreeSet<>(invariant.tags())
                        .stream()
                                .filter(tag -> tag.compareTo(Tag.SAFETY) >= 0)
                                .map(tag -> sentence(tag.meaning()))
                                .collect(Collectors.joining(" "))
                + " `./wavetank run FILE --invariants " + invariant.name() + "` judges by it alone;"
                + " [all invariants](../invariants.md).");
        parts.add("## Where it is promised");
        parts.add(
                bullets(invariant.sources().stream().map(InvariantPage::linked).toList()));
        parts.add("## A story that breaks it");
        parts.add(story());
        List<KnownBug> bugs = bugs();
        if (!bugs.isEmpty()) {
            parts.add("## Known bugs that break it");
            parts.add(table(bugs));
        }
        parts.add("## What it costs");
        parts.add(cost());
        return String.join("\n\n", parts) + "\n";
    }

    private List<KnownBug> bugs() {
        return KnownBugs.all().stream()
                .filter(bug -> bug.invariant().equals(invariant.name()))
                .toList();
    }

    private String story() {
        if (claims.isEmpty()) {
            KnownBug bug = bugs().get(0);
            return "In a run of the known bug `" + bug.name() + "` (`./wavetank explore --bug " + bug.name()
                    + "` finds and explains one):\n\n" + block(BugStory.of(bug));
        }
        Claims.Claim first = claims.get(0);
        String story = "A test shows it this (“" + first.words() + "”):\n\n"
                + block(StoryText.of(first.story().steps()));
        List<String> more = claims.stream()
                .skip(1)
                .map(claim -> claim.words() + ": " + claim.story().broken().get(0))
                .toList();
        return more.isEmpty() ? story : story + "\n\nOther tests break it, too:\n\n" + bullets(more);
    }

    private String cost() {
        List<? extends Class<?>> wanted = invariant.records();
        if (wanted.isEmpty()) {
            return "In a cluster with default settings, to which nobody gives a command, it receives no records.";
        }
        long received = reference.stream()
                .filter(record -> Observers.isObserved(invariant, record))
                .count();
        return "It receives " + (wanted.contains(TraceRecord.class) ? "every record of a run" : types(wanted)) + ": "
                + share(received, reference.size())
                + " of the records of `examples/storm.yaml` with seed 1.";
    }

    private static String types(List<? extends Class<?>> wanted) {
        List<String> types = new ArrayList<>();
        add(types, "changes of ", wanted.stream().filter(KubernetesObject.class::isAssignableFrom));
        add(types, "requests ", wanted.stream().filter(ApiRequest.class::isAssignableFrom));
        add(types, "", wanted.stream().filter(TraceRecord.class::isAssignableFrom));
        return String.join(", ", types);
    }

    private static void add(List<String> types, String kind, Stream<? extends Class<?>> wanted) {
        String names = wanted.map(InvariantPage::name).collect(Collectors.joining(", "));
        if (!names.isEmpty()) {
            types.add(kind + names);
        }
    }

    private static String share(long part, long all) {
        long percent = Math.round((double) part * PERCENT / all);
        return percent == 0 && part > 0 ? "less than 1 %" : percent + " %";
    }

    private static String name(Class<?> type) {
        Class<?> outer = type.getEnclosingClass();
        boolean isQualified = outer != null && TraceRecord.class.isAssignableFrom(type);
        return "`" + (isQualified ? outer.getSimpleName() + "." : "") + type.getSimpleName() + "`";
    }

    private static String table(List<KnownBug> bugs) {
        StringBuilder table =
                new StringBuilder("| bug | what goes wrong | where it occurred | versions |\n|---|---|---|---|");
        for (KnownBug bug : bugs) {
            table.append(String.format(
                    Locale.ROOT,
                    "\n| %s`%s` | %s | %s | %s |",
                    bug.row().map(row -> row + ", ").orElse(""),
                    bug.name(),
                    bug.mechanism(),
                    linked(bug.source()),
                    bug.versions()));
        }
        return table + "\n\nHow many seeds it takes to find them: [proof](../BUGS.md).";
    }

    private static String bullets(Collection<String> lines) {
        return lines.stream().map(line -> "- " + line).collect(Collectors.joining("\n"));
    }

    private static String block(List<String> lines) {
        return "```\n" + String.join("\n", lines) + "\n```";
    }

    private static String sentence(String words) {
        return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1) + ".";
    }

    private static String linked(String text) {
        return text.replaceAll(
                "kubernetes#(\\d+)", "[kubernetes#$1](https://github.com/kubernetes/kubernetes/issues/$1)");
    }
}
