package dev.wavetank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.properties.bugs.KnownBug;
import dev.wavetank.properties.bugs.KnownBugs;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The page of proofs has a row for every known bug, found by the invariant that the catalogue names. Its figures are
 * measured by {@code wavetank bugs --prove}, which takes minutes.
 */
class ProofPageTest {

    private static final String PAGE =
            Markdown.of(Markdown.ROOT.resolve("docs/BUGS.md")).text();

    static Iterable<KnownBug> bugs() {
        return KnownBugs.all();
    }

    @ParameterizedTest
    @MethodSource("bugs")
    void a_bug_has_a_row_with_its_invariant_and_was_found(KnownBug bug) {
        assertThat(PAGE.lines().filter(line -> line.startsWith("| ") && line.contains(" `" + bug.name() + "` ")))
                .singleElement()
                .asString()
                .contains(" `" + bug.invariant() + "` ")
                .doesNotContain("not found");
    }
}
