package dev.wavetank.model.controller;

import dev.wavetank.sim.VirtualTime;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * Values of flags of the controller manager; a flag that is not named has its default.
 *
 * @param values texts as on a command line
 */
public record ControllerFlags(Map<ControllerFlag, String> values) {

    /** Nothing is set. */
    public static final ControllerFlags DEFAULT = new ControllerFlags(new EnumMap<>(ControllerFlag.class));

    /**
     * Keeps a copy.
     *
     * @throws IllegalArgumentException naming the flag whose text is not of its type
     */
    public ControllerFlags {
        Map<ControllerFlag, String> copy = new EnumMap<>(ControllerFlag.class);
        copy.putAll(values);
        values = Collections.unmodifiableMap(copy);
        for (ControllerFlag flag : copy.keySet()) {
            switch (flag.type()) {
                case NUMBER -> number(flag);
                case FRACTION -> fraction(flag);
                case DURATION -> duration(flag);
            }
        }
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
        try {
            return Integer.parseInt(text(flag));
        } catch (NumberFormatException wrong) {
            throw new IllegalArgumentException(
                    flag.label() + " must be a whole number, was '" + text(flag) + "'", wrong);
        }
    }

    /** A flag that is a fraction or a rate. */
    public double fraction(ControllerFlag flag) {
        try {
            return Double.parseDouble(text(flag));
        } catch (NumberFormatException wrong) {
            throw new IllegalArgumentException(flag.label() + " must be a number, was '" + text(flag) + "'", wrong);
        }
    }

    /** A flag that is a time, in nanoseconds. */
    public long duration(ControllerFlag flag) {
        try {
            return VirtualTime.parse(text(flag));
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException(flag.label() + ": " + wrong.getMessage(), wrong);
        }
    }
}
