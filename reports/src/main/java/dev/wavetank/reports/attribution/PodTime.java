package dev.wavetank.reports.attribution;

import dev.wavetank.model.trace.hop.Spent;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * The time of one pod, from what began it, such as a command, to the controller that saw it ready.
 *
 * @param pod namespace and name
 * @param spent nanoseconds by what they were spent on, without those that took none; they add up to the whole
 */
public record PodTime(String pod, Map<Spent, Long> spent) {

    /** Keeps a copy. */
    public PodTime {
        EnumMap<Spent, Long> copy = new EnumMap<>(Spent.class);
        copy.putAll(spent);
        spent = Collections.unmodifiableMap(copy);
    }

    /** The whole, in nanoseconds. */
    public long total() {
        return spent.values().stream().mapToLong(Long::longValue).sum();
    }
}
