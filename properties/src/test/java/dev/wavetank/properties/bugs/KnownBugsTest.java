package dev.wavetank.properties.bugs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.properties.explore.Failure;
import dev.wavetank.properties.explore.FailureCodec;
import dev.wavetank.properties.explore.PartsSpec;
import dev.wavetank.properties.explore.RunResult;
import dev.wavetank.properties.explore.ScenarioRun;
import dev.wavetank.properties.explore.Shrinker;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every known bug is found by its own invariant, and only where it is; its failure can be shrunk, saved and replayed. */
class KnownBugsTest {

    /** Measured, the first seeds: stale-refusals 21, bound-by-name 16, leaked-assumptions 13, the others below 8. */
    private static final long ENOUGH_SEEDS = 50;

    static Stream<BugSearch> searches() {
        return BugSearch.all().stream();
    }

    @ParameterizedTest
    @MethodSource("searches")
    void a_bug_is_found_by_its_own_invariant_and_only_where_it_is(BugSearch search) {
        BugProof proof = BugProof.of(search, 1, ENOUGH_SEEDS, 1);

        assertThat(proof.found()).isEqualTo(1);
        assertThat(proof.first().orElseThrow().invariant())
                .isEqualTo(search.bug().invariant());
        assertThat(proof.isCleanSilent()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("searches")
    void a_failure_that_was_shrunk_and_saved_is_seen_again(BugSearch search) {
        PartsSpec spec = new PartsSpec("fifo", List.of(search.bug().name()));
        List<RunResult> found = search.exploration(true).run(1, ENOUGH_SEEDS, 1, run -> {});
        RunResult shrunk = Shrinker.shrink(found.get(0), spec.parts()).smallest();
        Failure saved = Failure.of(shrunk, spec);

        Failure loaded = FailureCodec.read("saved", FailureCodec.write(saved));
        RunResult again =
                ScenarioRun.of(loaded.scenario(), loaded.seed(), loaded.parts().parts());

        assertThat(Failure.of(again, loaded.parts())).isEqualTo(saved);
        assertThat(again).isEqualTo(shrunk);
    }
}
