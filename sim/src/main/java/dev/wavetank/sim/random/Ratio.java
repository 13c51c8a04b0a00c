package dev.wavetank.sim.random;

/**
 * An exact probability.
 *
 * @param numerator how many cases of {@code denominator}, from 0 to {@code denominator}
 * @param denominator number of equally likely cases, positive
 */
public record Ratio(long numerator, long denominator) {

    /** Never. */
    public static final Ratio NEVER = new Ratio(0, 1);

    /** Checks the bounds. */
    public Ratio {
        if (denominator <= 0 || numerator < 0 || numerator > denominator) {
            throw new IllegalArgumentException(
                    "a probability lies between 0 and 1, was " + numerator + "/" + denominator);
        }
    }

    /** Such as {@code 1/8}, or {@code 1}. */
    @Override
    public String toString() {
        return denominator == 1 ? "" + numerator : numerator + "/" + denominator;
    }
}
