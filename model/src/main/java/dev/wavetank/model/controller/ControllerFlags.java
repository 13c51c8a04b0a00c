package dev.wavetank.model.controller;

import dev.wavetank.model.address.Ipv4Range;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * Values of flags of the controller manager; an absent flag has its default.
 *
 * @param values texts as on a command line
 */
public record ControllerFlags(Map<ControllerFlag, String> values) {

    /** Nothing is set. */
    public static final ControllerFlags DEFAULT = new ControllerFlags(new EnumMap<>(ControllerFlag.class));

    /**
     * Keeps a copy.
     *
     * @throws IllegalArgumentException naming the flag whose text is not of its type, or whose value is out of range
     */
    public ControllerFlags {
        Map<ControllerFlag, String> copy = new EnumMap<>(ControllerFlag.class);
        copy.putAll(values);
        values = Collections.unmodifiableMap(copy);
        copy.forEach(ControllerFlags::check);
    }

    private static void check(ControllerFlag flag, String text) {
        if (flag.type() == ControllerFlag.Type.TRUTH) {
            truth(flag, text);
            return;
        }
        if (flag.type() == ControllerFlag.Type.RANGE) {
            range(flag, text);
            return;
        }
        double value = value(flag, text);
        if (flag.least() != null && !(value >= value(flag, flag.least()))) {
            throw new IllegalArgumentException(flag.label() + " must be at least " + flag.least() + ", was " + text);
        }
        if (flag.most() != null && !(value <= value(flag, flag.most()))) {
            throw new IllegalArgumentException(flag.label() + " must be at most " + flag.most() + ", was " + text);
        }
    }

    private static double value(ControllerFlag flag, String text) {
        return switch (flag.type()) {
            case NUMBER -> number(flag, text);
            case FRACTION -> fraction(flag, text);
            case DURATION -> duration(flag, text);
            case TRUTH, RANGE -> throw new IllegalArgumentException(flag.label() + " is no number");
        };
    }

    /** The defaults of a version of Kubernetes. */
    public static ControllerFlags of(KubernetesVersion version) {
        return version.has(Feature.LONG_NODE_GRACE_PERIOD)
                ? DEFAULT.with(ControllerFlag.NODE_MONITOR_GRACE_PERIOD, "50s")
                : DEFAULT;
    }

    /** The same flags with one set. */
    public ControllerFlags with(ControllerFlag flag, String value) {
        Map<ControllerFlag, String> changed = new EnumMap<>(ControllerFlag.class);
        changed.putAll(values);
        changed.put(flag, value);
        return new ControllerFlags(changed);
    }

    /** The text of a flag. */
    public String text(ControllerFlag flag) {
        return values.getOrDefault(flag, flag.standard());
    }

    /** A flag that is a whole number. */
    public int number(ControllerFlag flag) {
        return number(flag, text(flag));
    }

    private static int number(ControllerFlag flag, String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException wrong) {
            throw new IllegalArgumentException(flag.label() + " must be a whole number, was '" + text + "'", wrong);
        }
    }

    /** A flag that is a fraction or a rate. */
    public double fraction(ControllerFlag flag) {
        return fraction(flag, text(flag));
    }

    private static double fraction(ControllerFlag flag, String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException wrong) {
            throw new IllegalArgumentException(flag.label() + " must be a number, was '" + text + "'", wrong);
        }
    }

    /** A flag that is {@code true} or {@code false}. */
    public boolean truth(ControllerFlag flag) {
        return truth(flag, text(flag));
    }

    private static boolean truth(ControllerFlag flag, String text) {
        if (!text.equals("true") && !text.equals("false")) {
            throw new IllegalArgumentException(flag.label() + " must be true or false, was '" + text + "'");
        }
        return text.equals("true");
    }

    /** A flag that is a range of addresses. */
    public Ipv4Range range(ControllerFlag flag) {
        return range(flag, text(flag));
    }

    private static Ipv4Range range(ControllerFlag flag, String text) {
        return Ipv4Range.parse(text)
                .orElseThrow(() -> new IllegalArgumentException(
                        flag.label() + " must be a range of IPv4 addresses such as 10.0.0.0/8, was '" + text + "'"));
    }

    /** A flag that is a time, in nanoseconds. */
    public long duration(ControllerFlag flag) {
        return duration(flag, text(flag));
    }

    private static long duration(ControllerFlag flag, String text) {
        try {
            return VirtualTime.parse(text);
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException(flag.label() + ": " + wrong.getMessage(), wrong);
        }
    }
}
