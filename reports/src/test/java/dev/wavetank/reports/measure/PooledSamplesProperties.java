package dev.wavetank.reports.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.Tuple.Tuple2;

class PooledSamplesProperties {

    /** Claim: a weighted percentile is the nearest rank where each sample stands as often as it weighs. */
    @Property(tries = 300)
    void a_weighted_percentile_is_that_of_the_samples_written_out(
            @ForAll("runs") List<Tuple2<StageSamples, Integer>> runs, @ForAll("percentiles") double percentile) {
        List<Double> written = new ArrayList<>();
        for (Tuple2<StageSamples, Integer> run : runs) {
            for (int i = 0; i < run.get2(); i++) {
                for (long each : run.get1().micros()) {
                    written.add((double) each);
                }
                for (long each = 0; each < run.get1().never(); each++) {
                    written.add(Double.POSITIVE_INFINITY);
                }
            }
        }
        written.sort(null);
        PooledSamples pool = PooledSamples.of(runs.stream().map(Tuple2::get1).toList());
        int[] weights = runs.stream().mapToInt(Tuple2::get2).toArray();

        double seen = pool.at(percentile, weights);

        if (written.isEmpty()) {
            assertThat(seen).isNaN();
        } else {
            int rank = (int) Math.ceil(percentile / 100 * written.size() - 1e-9);
            assertThat(seen).isEqualTo(written.get(Math.max(1, rank) - 1));
        }
    }

    @Provide
    Arbitrary<List<Tuple2<StageSamples, Integer>>> runs() {
        Arbitrary<StageSamples> samples = Combinators.combine(
                        Arbitraries.longs().between(0, 400).list().ofMaxSize(150),
                        Arbitraries.longs().between(0, 3))
                .as((micros, never) ->
                        new StageSamples(micros.stream().mapToLong(each -> each).toArray(), never));
        return Combinators.combine(samples, Arbitraries.integers().between(0, 4))
                .as(Tuple::of)
                .list()
                .ofMinSize(1)
                .ofMaxSize(8);
    }

    @Provide
    Arbitrary<Double> percentiles() {
        return Arbitraries.of(0.1, 1.0, 25.0, 50.0, 90.0, 99.0, 99.9, 100.0);
    }
}
