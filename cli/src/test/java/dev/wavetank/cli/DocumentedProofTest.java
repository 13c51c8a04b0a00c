package dev.wavetank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.cli.result.ProofTable;
import dev.wavetank.properties.bugs.BugProof;
import dev.wavetank.properties.bugs.BugSearch;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The proof table of the manual has every known bug, and each of its first seeds is the first one still.
 *
 * <p>{@code -Dguard.update=true} makes the table again, with all its batches, which takes minutes.
 */
class DocumentedProofTest {

    private static final Markdown PAGE = Markdown.of(Markdown.ROOT.resolve("docs/BUGS.md"));
    private static final int BATCHES = 5;
    private static final long SEEDS = 300;
    private static final int CELLS_OF_BATCHES = 5;

    @Test
    void each_bug_is_found_as_the_table_says() {
        boolean update = Boolean.getBoolean("guard.update");
        String shown = PAGE.text().substring(PAGE.text().indexOf("| bug |"));
        List<BugProof> proofs = new ArrayList<>();
        for (BugSearch search : BugSearch.all()) {
            proofs.add(BugProof.of(search, update ? BATCHES : 1, SEEDS, 2));
        }
        ProofTable table = new ProofTable(proofs, update ? BATCHES : 1, SEEDS);
        assertThat(table.isComplete()).isTrue();
        if (update) {
            PAGE.replace(shown, table.markdown());
            return;
        }
        assertThat(firsts(table.markdown())).isEqualTo(firsts(shown));
    }

    /** Bug, source, invariant, faults and first seed of each row. */
    private static List<List<String>> firsts(String table) {
        return table.lines()
                .map(line -> List.of(line.split(" \\| ")).subList(0, CELLS_OF_BATCHES))
                .toList();
    }
}
