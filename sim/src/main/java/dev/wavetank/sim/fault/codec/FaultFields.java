package dev.wavetank.sim.fault.codec;

import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.random.Ratio;
import dev.wavetank.sim.text.Suggestion;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the fields of one map of a written fault. Every mistake is a {@link FaultFormatException} that names the
 * field, what was found and what was expected.
 */
public final class FaultFields {

    private static final Pattern FRACTION = Pattern.compile("([0-9]{1,18})\\s*/\\s*([0-9]{1,18})");

    /** So few decimals that the denominator is a long, of a percentage too. */
    private static final Pattern DECIMAL = Pattern.compile("([0-9]{1,18}(?:\\.[0-9]{1,16})?)(%)?");

    private final String path;
    private final Map<?, ?> tree;
    private final Set<String> known = new LinkedHashSet<>();

    private FaultFields(String path, Map<?, ?> tree) {
        this.path = path;
        this.tree = tree;
    }

    /**
     * The fields of a map.
     *
     * @param path where the map stands, such as {@code faults[2]}
     */
    static FaultFields of(String path, @Nullable Object tree) {
        if (tree instanceof Map<?, ?> map) {
            return new FaultFields(path, map);
        }
        throw new FaultFormatException(path, "expected a map of fields, found " + found(tree));
    }

    /** Whether the field was written. */
    public boolean has(String name) {
        known.add(name);
        return tree.containsKey(name);
    }

    /** The text of a field that must be there. Numbers and truth values count as text. */
    public String text(String name) {
        Object value = required(name);
        if (value == null || value instanceof Map || value instanceof List) {
            throw mistake(name, "expected text, found " + found(value));
        }
        return value.toString();
    }

    /** The text of a field that may be missing. */
    public String text(String name, String otherwise) {
        return has(name) ? text(name) : otherwise;
    }

    /** A whole number that is not negative and may be missing. */
    public int number(String name, int otherwise) {
        if (!has(name)) {
            return otherwise;
        }
        long number = whole(name);
        if (number < 0 || number > Integer.MAX_VALUE) {
            throw mistake(name, "expected a whole number that is not negative, found " + number);
        }
        return (int) number;
    }

    /** A whole number from 0 to {@code most} that may be missing. */
    public long numberUpTo(String name, long otherwise, long most) {
        long number = signed(name, otherwise);
        if (number < 0 || number > most) {
            throw mistake(name, "expected a whole number from 0 to " + most + ", found " + number);
        }
        return number;
    }

    /** A whole number from 1 up that may be missing. */
    public int positive(String name, int otherwise) {
        int number = number(name, otherwise);
        if (number < 1) {
            throw mistake(name, "expected a number from 1 up, found " + number);
        }
        return number;
    }

    /** A whole number, which may be negative or missing. */
    public long signed(String name, long otherwise) {
        return has(name) ? whole(name) : otherwise;
    }

    /** A span of time such as {@code 1.5s}, in nanoseconds. */
    public long span(String name) {
        if (!has(name)) {
            throw mistake(name, "missing: write a span of time, such as 10s");
        }
        return span(name, text(name));
    }

    /** A span of time that is longer than nothing. */
    public long positiveSpan(String name) {
        long span = span(name);
        if (span <= 0) {
            throw mistake(name, "expected a span of time longer than nothing, found " + VirtualTime.span(span));
        }
        return span;
    }

    /** A span of time that may be missing. */
    public long span(String name, long otherwise) {
        return has(name) ? span(name) : otherwise;
    }

    /** A span of time that may be missing or begin with a minus sign. */
    public long signedSpan(String name, long otherwise) {
        if (!has(name)) {
            return otherwise;
        }
        String text = text(name);
        return text.startsWith("-") ? -span(name, text.substring(1)) : span(name, text);
    }

    /** A probability, written as {@code 1/8}, {@code 5%} or {@code 0.05}: exactly the one that is written. */
    public Ratio ratio(String name) {
        if (!has(name)) {
            throw mistake(name, "missing: write a probability, such as 1/8 or 5%");
        }
        String text = decimal(name);
        Matcher fraction = FRACTION.matcher(text);
        if (fraction.matches()) {
            try {
                return new Ratio(Long.parseLong(fraction.group(1)), Long.parseLong(fraction.group(2)));
            } catch (IllegalArgumentException impossible) {
                throw mistake(name, impossible.getMessage());
            }
        }
        Matcher decimal = DECIMAL.matcher(text);
        if (!decimal.matches()) {
            throw mistake(name, "expected a probability such as 1/8, 5% or 0.05, found '" + text + "'");
        }
        BigDecimal share = new BigDecimal(decimal.group(1)).movePointLeft(decimal.group(2) == null ? 0 : 2);
        if (share.compareTo(BigDecimal.ONE) > 0) {
            throw mistake(name, text + " is above 1: a probability lies between 0 and 1");
        }
        long cases = BigInteger.TEN.pow(share.scale()).longValueExact();
        return new Ratio(share.unscaledValue().longValueExact(), cases);
    }

    /** The text of a field, where a number with decimals is without the exponent that small ones have in Java. */
    private String decimal(String name) {
        String text = text(name);
        return tree.get(name) instanceof Double number && Double.isFinite(number)
                ? BigDecimal.valueOf(number).stripTrailingZeros().toPlainString()
                : text;
    }

    /** The fields of a map inside this one. */
    public FaultFields fields(String name) {
        return of(child(name), required(name));
    }

    /** An error about a field of this map, in the words of {@code expectation}. */
    public FaultFormatException mistake(String name, @Nullable String expectation) {
        return new FaultFormatException(child(name), expectation);
    }

    /** Rejects unread fields: they are misspelt. */
    void refuseOthers() {
        for (Object name : tree.keySet()) {
            if (!known.contains(String.valueOf(name))) {
                String written = String.valueOf(name);
                throw mistake(
                        written,
                        "no such field here: " + Suggestion.question(written, known) + "expected one of "
                                + String.join(", ", known));
            }
        }
    }

    private @Nullable Object required(String name) {
        if (!has(name)) {
            throw mistake(name, "missing");
        }
        return tree.get(name);
    }

    private long whole(String name) {
        Object value = tree.get(name);
        if (value instanceof Long || value instanceof Integer) {
            return ((Number) value).longValue();
        }
        throw mistake(name, "expected a whole number, found " + found(value));
    }

    private long span(String name, String text) {
        try {
            return VirtualTime.parse(text);
        } catch (IllegalArgumentException wrong) {
            throw mistake(name, wrong.getMessage());
        }
    }

    private String child(String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    private static String found(@Nullable Object value) {
        if (value == null) {
            return "nothing";
        }
        if (value instanceof Map) {
            return "a map";
        }
        return value instanceof List ? "a list" : "'" + value + "'";
    }
}
