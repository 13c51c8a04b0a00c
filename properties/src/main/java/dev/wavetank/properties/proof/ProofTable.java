package dev.wavetank.properties.proof;

import dev.wavetank.properties.bugs.KnownBug;
import dev.wavetank.properties.bugs.KnownBugs;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToIntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Proofs as a page in Markdown. */
public final class ProofTable {

    private static final Pattern ISSUE = Pattern.compile("kubernetes#(\\d+)");

    private final List<String> lines = new ArrayList<>();

    private ProofTable() {}

    /**
     * The page.
     *
     * @param prover how it was measured
     */
    public static String of(Prover prover, List<Proof> proofs) {
        ProofTable table = new ProofTable();
        table.introduction(prover, proofs);
        table.section(
                "Bugs of Kubernetes that the model has",
                "No part is changed: the model does what Kubernetes does. Seeds are judged with `--strict`.",
                proofs.stream().filter(proof -> proof.bug().isOfKubernetes()).toList());
        table.section(
                "Bugs that are put in",
                "One part of the cluster is replaced by one that has the bug.",
                proofs.stream().filter(proof -> !proof.bug().isOfKubernetes()).toList());
        table.paragraphs(proofs);
        table.absent();
        return String.join("\n", table.lines) + "\n";
    }

    private void introduction(Prover prover, List<Proof> proofs) {
        lines.add("# Proof: which bugs storms find");
        lines.add("");
        long found = proofs.stream().filter(Proof::isFound).count();
        long named = proofs.stream()
                .filter(proof -> proof.isFound() && proof.bug().storm().namesFaults())
                .count();
        lines.add("`wavetank bugs --prove` made this page. " + found + " of " + proofs.size()
                + " known bugs are found, " + named + " of them by faults that their scenario names, the others by what"
                + " seeds draw; `wavetank explore --bug NAME` shows each of them. After shrinking, the median has "
                + counted(median(proofs, Proof.Smallest::faults), "fault") + " and "
                + counted(median(proofs, Proof.Smallest::operations), "operation") + ".");
        lines.add("");
        lines.add("* seeds: how many it takes to find the bug, the median of up to " + prover.batches()
                + " batches. A batch ends with a detection. All batches of a bug together have at most "
                + prover.mostSeeds() + " seeds."
                + (prover.guided()
                        ? " Each batch is guided by coverage, and has learned nothing yet (`--guided`)."
                        : ""));
        lines.add("* faults and operations: what the first detection has before and after shrinking.");
        lines.add("* named: the scenario names the faults, and a seed decides about their moment at most; otherwise the"
                + " seed draws them.");
        lines.add("* story: lines of the explanation.");
        lines.add("* calm: in how many of " + prover.controlSeeds()
                + " seeds without faults the bug is found; 0 means that it needs the faults.");
        lines.add("* without: in how many of " + prover.controlSeeds()
                + " seeds of the same storm anything breaks without the bug, at the default level.");
        lines.add("* s: seconds of real time for each detection.");
    }

    private static int median(List<Proof> proofs, ToIntFunction<Proof.Smallest> figure) {
        List<Integer> sorted = proofs.stream()
                .flatMap(proof -> proof.smallest().stream())
                .map(figure::applyAsInt)
                .sorted()
                .toList();
        return sorted.isEmpty() ? 0 : sorted.get(sorted.size() / 2);
    }

    private static String counted(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }

    private void section(String title, String text, List<Proof> proofs) {
        lines.add("");
        lines.add("## " + title);
        lines.add("");
        lines.add(text);
        lines.add("");
        lines.add("| bug | name | versions | breaks | seeds (batches) | faults | operations | story | calm | without"
                + " | s |");
        lines.add("|---|---|---|---|---|---|---|---|---|---|---|");
        proofs.forEach(proof -> lines.add(row(proof)));
    }

    private static String row(Proof proof) {
        KnownBug bug = proof.bug();
        String seeds = proof.isFound()
                ? proof.medianSeeds().getAsLong() + " (" + proof.seedsToFind().size() + ")"
                : "not found in " + proof.seeds();
        String faults = proof.smallest()
                .map(small -> small.faultsBefore() == small.faults()
                        ? Integer.toString(small.faults())
                        : small.faultsBefore() + " to " + small.faults())
                .map(text -> text + (bug.storm().namesFaults() ? ", named" : ""))
                .orElse("");
        List<String> cells = List.of(
                bug.row().orElse(""),
                "`" + bug.name() + "`",
                versions(proof),
                "`" + bug.invariant() + "`",
                seeds,
                faults,
                proof.smallest().map(small -> "" + small.operations()).orElse(""),
                proof.smallest().map(small -> "" + small.storyLines()).orElse(""),
                "" + proof.calmDetections(),
                "" + proof.cleanViolations(),
                proof.isFound()
                        ? seconds(proof.nanoseconds() / proof.seedsToFind().size())
                        : "");
        return "| " + String.join(" | ", cells) + " |";
    }

    private static String versions(Proof proof) {
        if (proof.mendedViolations().isEmpty()) {
            return proof.bug().versions();
        }
        long broken = proof.mendedViolations().getAsLong();
        return proof.bug().versions() + "; " + proof.bug().mended().orElseThrow() + " "
                + (broken == 0 ? "holds in the same storm" : "breaks in " + broken + " seeds");
    }

    private static String seconds(long nanoseconds) {
        return String.format(Locale.ROOT, "%.1f", nanoseconds / 1e9);
    }

    private void paragraphs(List<Proof> proofs) {
        lines.add("");
        lines.add("## What they are");
        for (Proof proof : proofs) {
            KnownBug bug = proof.bug();
            lines.add("");
            lines.add("**" + bug.row().map(row -> row + " ").orElse("") + bug.name() + "** (" + linked(bug.source())
                    + "): " + bug.mechanism() + " " + bug.about());
        }
    }

    private void absent() {
        lines.add("");
        lines.add("## What is not found");
        lines.add("");
        lines.add("| bug | issue | why |");
        lines.add("|---|---|---|");
        KnownBugs.absent()
                .forEach(bug -> lines.add("| " + bug.row() + " | " + linked(bug.source()) + " | " + bug.why() + " |"));
    }

    private static String linked(String source) {
        Matcher issue = ISSUE.matcher(source);
        return issue.replaceAll("[$0](https://github.com/kubernetes/kubernetes/issues/$1)");
    }
}
