package dev.wavetank.properties.arbitrary;

import java.util.Random;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Shrinkable;
import net.jqwik.api.ShrinkingDistance;

/**
 * What a seed has drawn. It shrinks by becoming smaller, not by another seed: that would draw something else.
 *
 * @param value what was drawn, or what is left of it
 * @param smaller what is one step smaller
 * @param extent how large it is, what matters most first; each step makes it less
 * @param <T> type of the value
 */
record Drawn<T>(T value, Function<T, Stream<T>> smaller, Function<T, long[]> extent) implements Shrinkable<T> {

    /** What is drawn from the seeds that an exploration has: 1 and above, each as likely as the others. */
    static <T> Arbitrary<T> from(LongFunction<T> ofSeed, Function<T, Stream<T>> smaller, Function<T, long[]> extent) {
        return Arbitraries.fromGenerator(random -> new Drawn<>(ofSeed.apply(seed(random)), smaller, extent));
    }

    private static long seed(Random random) {
        return 1L + random.nextInt(Integer.MAX_VALUE);
    }

    @Override
    public Stream<Shrinkable<T>> shrink() {
        return smaller.apply(value).map(less -> new Drawn<>(less, smaller, extent));
    }

    @Override
    public ShrinkingDistance distance() {
        return ShrinkingDistance.of(extent.apply(value));
    }
}
