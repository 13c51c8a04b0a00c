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
    private long events;
    private long runs;

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
            Outcome outcome = toy.run(seed, OrderPolicy.parse(order, seed));
            runs++;
            events += outcome.events();
            if (outcome.isBroken()) {
                return i;
            }
        }
        return limit + 1;
    }

    int most() {
        return counts[counts.length - 1];
    }

    /** Events of the average run. */
    long eventsPerRun() {
        return events / runs;
    }

    /** Such as {@code 41 (3..212)}. */
    @Override
    public String toString() {
        int middle = counts.length / 2;
        int median = counts.length % 2 == 1 ? counts[middle] : (counts[middle - 1] + counts[middle] + 1) / 2;
        return String.format(Locale.ROOT, "%s (%s..%s)", text(median), text(counts[0]), text(most()));
    }

    private String text(int count) {
        return count > limit ? ">" + limit : Integer.toString(count);
    }
}
