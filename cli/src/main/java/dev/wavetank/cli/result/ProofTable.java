package dev.wavetank.cli.result;

import dev.wavetank.properties.bugs.BugProof;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * How known bugs are found, as a table of Markdown and as a tree.
 *
 * @param proofs one for each bug
 * @param batches how many batches of seeds each was looked for in
 * @param seeds how many seeds a batch has at most
 */
public record ProofTable(List<BugProof> proofs, int batches, long seeds) {

    /** Keeps a copy. */
    public ProofTable {
        proofs = List.copyOf(proofs);
    }

    /** The table, for people and for pages. */
    public String markdown() {
        StringBuilder text = new StringBuilder("| bug | source | found by | faults drawn | first seed | seeds, median |"
                + " found in | shrunk to | when nothing goes wrong | without the bug |\n"
                + "| --- | --- | --- | --- | --: | --: | --- | --- | --- | --- |\n");
        proofs.forEach(proof -> text.append(row(proof)).append('\n'));
        return text.toString();
    }

    private String row(BugProof proof) {
        List<String> cells = new ArrayList<>();
        cells.add("`" + proof.search().bug().name() + "`");
        cells.add(proof.search().bug().source());
        cells.add(proof.first().map(BugProof.Finding::invariant).orElse("not found within " + seeds + " seeds"));
        cells.add(proof.search().faults());
        cells.add(number(proof.seedsToFirst().get(0)));
        cells.add(number(proof.medianSeeds()));
        cells.add(proof.found() + " of " + batches);
        cells.add(proof.first()
                .map(found -> counted(found.faults(), "fault") + ", " + counted(found.commands(), "command"))
                .orElse(""));
        cells.add(proof.needsFaults() ? "silent" : "found too");
        cells.add(proof.isCleanSilent() ? "silent" : "NOT SILENT");
        return "| " + String.join(" | ", cells) + " |";
    }

    private static String number(OptionalLong value) {
        return value.isPresent() ? Long.toString(value.getAsLong()) : "";
    }

    private static String counted(int count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }

    /** Whether each was found by its own invariant, and nothing was found where it was not. */
    public boolean isComplete() {
        return proofs.stream()
                .allMatch(proof -> proof.isCleanSilent()
                        && proof.first()
                                .filter(found -> found.invariant()
                                        .equals(proof.search().bug().invariant()))
                                .isPresent());
    }

    /** The proofs, for programs. */
    public List<Map<String, Object>> trees() {
        return proofs.stream().map(this::tree).toList();
    }

    private Map<String, Object> tree(BugProof proof) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("name", proof.search().bug().name());
        tree.put("source", proof.search().bug().source());
        tree.put("expected", proof.search().bug().invariant());
        tree.put("faultsDrawn", proof.search().faults());
        List<Object> taken = new ArrayList<>();
        proof.seedsToFirst().forEach(each -> taken.add(each.isPresent() ? each.getAsLong() : null));
        tree.put("seedsToFirst", taken);
        proof.first().ifPresent(found -> {
            tree.put("invariant", found.invariant());
            tree.put("faults", found.faults());
            tree.put("commands", found.commands());
            tree.put("storySteps", found.storyLines());
        });
        tree.put("needsFaults", proof.needsFaults());
        tree.put("cleanIsSilent", proof.isCleanSilent());
        return tree;
    }
}
