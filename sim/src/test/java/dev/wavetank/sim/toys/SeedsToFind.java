package dev.wavetank.sim.toys;

import dev.wavetank.sim.OrderPolicy;
import java.util.Arrays;
import java.util.Locale;

/**
 * How many seeds it takes to find the bug of a toy under an order policy: the median, least and most of some batches,
 * each of which starts at another seed.
 *
 * <p>A batch that did not find it within the limit counts as one more than the limit.
 */
final class SeedsToFind {

    private final int[] counts;
    private final int limit;

    SeedsToFind(Toy toy, String order, int batches, int limit) {
        this.limit = limit;
        this.counts = new int[batches];
        for (int batch = 0; batch < batches; batch++) {
            counts[batch] = search(toy, order, batch * 1_000_003L);
        }
        Arrays.sort(counts);
    }

    private int search(Toy toy, String order, long firstSeed) {
        for (int i = 1; i <= limit; i++) {
            long seed = firstSeed + i;
            if (toy.run(seed, OrderPolicy.parse(order, seed)).isBroken()) {
                return i;
            }
        }
        return limit + 1;
    }

    /** Of an even number of batches the lower median, which is a number of seeds that a batch did take. */
    int median() {
        return counts[(counts.length - 1) / 2];
    }

    int most() {
        return counts[counts.length - 1];
    }

    /** Such as {@code 41 (3..212)}. */
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%s (%s..%s)", text(median()), text(counts[0]), text(most()));
    }

    private String text(int count) {
        return count > limit ? ">" + limit : Integer.toString(count);
    }
}
