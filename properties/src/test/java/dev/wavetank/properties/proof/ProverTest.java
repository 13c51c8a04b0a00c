package dev.wavetank.properties.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.properties.bugs.KnownBugs;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class ProverTest {

    private static final Prover PROVER = new Prover(2, 40, 3, 1, false, () -> 0);

    @Test
    void a_bug_that_needs_faults_is_silent_without_them_and_in_the_version_that_mended_it() {
        Proof proof = PROVER.prove(KnownBugs.named("RS-1"));

        assertThat(proof.seedsToFind()).hasSize(2);
        assertThat(proof.seeds())
                .isEqualTo(proof.seedsToFind().stream().mapToLong(gap -> gap).sum());
        assertThat(proof.medianSeeds()).hasValue(16);
        assertThat(proof.smallest()).hasValueSatisfying(small -> {
            assertThat(small.seed()).isEqualTo(proof.seedsToFind().get(0));
            assertThat(small.faults()).isEqualTo(1);
            assertThat(small.operations()).isEqualTo(1);
            assertThat(small.storyLines()).isPositive();
        });
        assertThat(proof.calmDetections()).isZero();
        assertThat(proof.cleanViolations()).isZero();
        assertThat(proof.mendedViolations()).hasValue(0);
    }

    @Test
    void the_table_says_what_was_not_found() {
        Proof hidden = new Prover(1, 1, 1, 1, false, () -> 0).prove(KnownBugs.named("stubborn-leader"));
        Proof plain = PROVER.prove(KnownBugs.named("weak-hash"));

        assertThat(hidden.isFound()).isFalse();
        assertThat(ProofTable.of(PROVER, List.of(hidden, plain)))
                .contains("1 of 2 known bugs are found, 0 of them by faults that their scenario names")
                .contains("| L-1 | `stubborn-leader` | ", " | not found in 1 |  |  |  | 0 | 0 |  |\n")
                .contains("| D-1 | `weak-hash` | until PR 44774 | `Convergence` | 1 (2) | 0 | ")
                .contains("**L-1 stubborn-leader** ([kubernetes#44887]"
                        + "(https://github.com/kubernetes/kubernetes/issues/44887), [");
    }
}
