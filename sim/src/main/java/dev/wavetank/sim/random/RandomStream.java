package dev.wavetank.sim.random;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One independent sequence of random numbers, for one purpose.
 *
 * <p>A counter-based generator: the i-th draw is a pure function of the stream's key and i. Draw i (from 0) is
 * {@code splitMix(key + (i + 1) * 0x9E3779B97F4A7C15)}, which is the sequence of SplitMix64 seeded with the key.
 */
public final class RandomStream {

    private static final long DOUBLES = 1L << 53;

    private long key;
    private final @Nullable StreamChoices choices;
    private @Nullable Object opener;
    private long draws;

    RandomStream(long key) {
        this(key, null);
    }

    /** @param choices records and decides draws; null in the ordinary case, without either */
    RandomStream(long key, @Nullable StreamChoices choices) {
        this.key = key;
        this.choices = choices;
    }

    /** A stream that belongs to no run, for tools that sample before a run exists. */
    public static RandomStream of(long seed, String name) {
        return new RandomStreams(seed).stream(name);
    }

    /**
     * Gives the stream to an owner, to whom it belongs until another one opens it.
     *
     * @return whether the owner did not have it already
     */
    public boolean open(Object owner) {
        if (opener == owner) {
            return false;
        }
        opener = owner;
        return true;
    }

    /** Goes on with other numbers from here, a function of the salt and of what they were before. */
    void branch(long salt) {
        key = Mix.splitMix(key ^ Mix.splitMix(salt));
    }

    /** Uniform over all 2^64 values. */
    public long nextLong() {
        long bits = step();
        return choices == null ? bits : choices.decide(draws - 1, Choice.RAW, bits);
    }

    /**
     * Uniform over {@code 0 .. bound - 1}, by taking the high word of a 64 by 64 bit product. The bias is below
     * {@code bound / 2^64}, and every draw costs exactly one step of the sequence.
     *
     * @throws IllegalArgumentException when bound is not positive
     */
    public long nextLong(long bound) {
        if (bound <= 0) {
            throw new IllegalArgumentException("bound must be positive, was " + bound);
        }
        long bits = step();
        long high = Math.multiplyHigh(bits, bound);
        long value = bits < 0 ? high + bound : high;
        return choices == null ? value : choices.decide(draws - 1, bound, value);
    }

    /** Uniform over {@code 0 .. bound - 1}. */
    public int nextInt(int bound) {
        return (int) nextLong(bound);
    }

    /**
     * A decision that something else made, which is recorded and overridden like a draw of {@link #nextInt}. It
     * costs one step of the sequence too.
     *
     * @param bound the decision is one of {@code 0 .. bound - 1}
     * @param proposed what it is unless a log decides otherwise
     * @throws IllegalArgumentException when the proposal is not below the bound
     */
    public int decide(int bound, int proposed) {
        if (proposed < 0 || proposed >= bound) {
            throw new IllegalArgumentException("a decision among " + bound + " cannot be " + proposed);
        }
        draws++;
        return choices == null ? proposed : (int) choices.decide(draws - 1, bound, proposed);
    }

    /** Uniform over {@code low .. high}, both included. */
    public long between(long low, long high) {
        return low + nextLong(Math.addExact(Math.subtractExact(high, low), 1));
    }

    /** Uniform over the multiples of 2^-53 in {@code [0, 1)}: a draw bounded by 2^53. */
    public double nextDouble() {
        long multiple = step() >>> 11;
        return (choices == null ? multiple : choices.decide(draws - 1, DOUBLES, multiple)) * 0x1.0p-53;
    }

    /** True with the given probability, to within {@code denominator / 2^64}; never and always are exact. */
    public boolean chance(Ratio probability) {
        return nextLong(probability.denominator()) < probability.numerator();
    }

    /** One element, each equally likely. The list must not be empty and its order must not depend on hashing. */
    public <T> T pick(List<T> choices) {
        return choices.get(nextInt(choices.size()));
    }

    private long step() {
        return Mix.splitMix(key + ++draws * Mix.GOLDEN_GAMMA);
    }
}
