package dev.wavetank.sim.toys;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The yardstick itself, and what it says for certain. */
class SeedsToFindTest {

    @Test
    void gives_the_median_and_the_extremes_of_the_batches() {
        assertThat(new SeedsToFind(brokenInRuns(2, 5, 14), "fifo", 3, 100)).hasToString("3 (2..9)");
        assertThat(new SeedsToFind(brokenInRuns(2, 5, 14, 34), "fifo", 4, 100)).hasToString("3 (2..20)");
    }

    @Test
    void a_batch_without_a_find_counts_as_more_than_the_limit() {
        SeedsToFind seeds = new SeedsToFind(brokenInRuns(2), "fifo", 3, 10);

        assertThat(seeds).hasToString(">10 (2..>10)");
        assertThat(seeds.most()).isEqualTo(11);
    }

    @Test
    void letting_events_compete_finds_a_race_sooner_than_latencies_alone() {
        for (Toy toy : Toys.RACES) {
            int inOrder = new SeedsToFind(toy, "fifo", 5, 1_000).median();
            int shuffled = new SeedsToFind(toy, "shuffle@8ms", 5, 1_000).median();
            assertThat(shuffled).as(toy.toString()).isLessThan(inOrder);
        }
    }

    /** A toy whose invariant breaks in these of its runs, counted from 1. */
    private static Toy brokenInRuns(Integer... broken) {
        AtomicInteger runs = new AtomicInteger();
        return new Toy() {
            @Override
            public String name() {
                return "counts its runs";
            }

            @Override
            public Invariant invariant() {
                boolean breaks = List.of(broken).contains(runs.incrementAndGet());
                return record -> breaks ? Optional.of("broken") : Optional.empty();
            }

            @Override
            public void build(ToyWorld world) {
                world.add("idle", (context, endpoint) -> () -> {});
            }
        };
    }
}
