package dev.wavetank.model.scheduler.plugin;

import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.RandomDistribution;

/**
 * What random objects are drawn from. A list of numbers shrinks to a small cluster: where it ends every draw is the
 * least one, so that a shorter list and smaller numbers mean fewer objects with fewer fields.
 */
interface Choices {

    /** The next choice: at least 0 and less than the bound. */
    int below(int bound);

    /** Any number of draws of a seed. */
    static Choices of(long seed) {
        return new Random(seed)::nextInt;
    }

    /** Choices that jqwik can make simpler. */
    static Arbitrary<Choices> any() {
        return Arbitraries.integers()
                .between(0, 9_999)
                .list()
                .ofMaxSize(1_500)
                .withSizeDistribution(RandomDistribution.uniform())
                .map(Listed::new);
    }

    /** Those of a list, then zeros. */
    final class Listed implements Choices {

        private final List<Integer> numbers;
        private int next;

        private Listed(List<Integer> numbers) {
            this.numbers = numbers;
        }

        @Override
        public int below(int bound) {
            return next < numbers.size() ? numbers.get(next++) % bound : 0;
        }

        @Override
        public String toString() {
            return numbers.size() + " choices";
        }
    }
}
