package dev.wavetank.sim.random;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One draw of a run and its value: the unit of replay and of shrinking.
 *
 * @param stream name of the random stream, one line of text
 * @param index how many draws the stream had made before
 * @param bound the value is one of {@code 0 .. bound - 1}; {@link #RAW} when it is any of the 2^64 values
 * @param value what was drawn, or what is to be taken instead
 */
public record Choice(String stream, long index, long bound, long value) {

    /** The bound of a draw without a bound. */
    public static final long RAW = 0;

    /** The greedy name ends where the only suffix of this shape begins, whatever the name looks like. */
    private static final Pattern LINE = Pattern.compile("(.*)\\[(\\d+)] = (-?\\d+)(?: of (\\d+))?");

    /** Checks that a draw can have this outcome. */
    public Choice {
        if (stream.indexOf('\n') >= 0 || stream.indexOf('\r') >= 0) {
            throw new IllegalArgumentException("the name of a recorded stream must be one line, was: " + stream);
        }
        if (index < 0 || bound < 0) {
            throw new IllegalArgumentException("index and bound must not be negative, were " + index + ", " + bound);
        }
        if (bound > 0 && (value < 0 || value >= bound)) {
            throw new IllegalArgumentException(
                    "a choice of " + bound + " is one of 0 .. " + (bound - 1) + ", was " + value);
        }
    }

    /** The same draw with another outcome. */
    public Choice withValue(long other) {
        return new Choice(stream, index, bound, other);
    }

    /** One line of text, such as {@code kernel/order[17] = 2 of 5}; without {@code of} when there is no bound. */
    public String line() {
        return stream + "[" + index + "] = " + value + (bound == RAW ? "" : " of " + bound);
    }

    /**
     * Reads a line back.
     *
     * @throws IllegalArgumentException saying what is wrong with it
     */
    public static Choice parse(String line) {
        Matcher parts = LINE.matcher(line);
        if (!parts.matches()) {
            throw new IllegalArgumentException(
                    "a choice reads 'stream[index] = value of bound', or without 'of bound', was '" + line + "'");
        }
        try {
            String bound = parts.group(4);
            return new Choice(
                    parts.group(1),
                    Long.parseLong(parts.group(2)),
                    bound == null ? RAW : positive(Long.parseLong(bound)),
                    Long.parseLong(parts.group(3)));
        } catch (NumberFormatException tooLong) {
            throw new IllegalArgumentException("a number of the choice has more than 64 bits: '" + line + "'", tooLong);
        } catch (IllegalArgumentException invalid) {
            throw new IllegalArgumentException(invalid.getMessage() + ": '" + line + "'", invalid);
        }
    }

    private static long positive(long bound) {
        if (bound == RAW) {
            throw new IllegalArgumentException("a bound must be positive; leave 'of' out when there is none");
        }
        return bound;
    }
}
