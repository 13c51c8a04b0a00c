package dev.wavetank.sim.fault.swarm;

import dev.wavetank.sim.random.Ratio;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Which kinds of faults a seed has switched on.
 *
 * @param rates how often each of them is drawn compared with the others: 1 or a half, a quarter, an eighth
 * @param off the kinds that do not exist in this run
 */
public record SwarmMask(Map<String, Ratio> rates, List<String> off) {

    /** Keeps copies, in the given order. */
    public SwarmMask {
        rates = Collections.unmodifiableMap(new LinkedHashMap<>(rates));
        off = List.copyOf(off);
    }

    /** On one line, such as {@code networkDelay 1/8, componentCrash 1/2 | off: clockSkew}. */
    @Override
    public String toString() {
        String on = rates.entrySet().stream()
                .map(kind -> kind.getKey() + " " + kind.getValue())
                .collect(Collectors.joining(", "));
        return (on.isEmpty() ? "none" : on) + (off.isEmpty() ? "" : " | off: " + String.join(", ", off));
    }
}
