package dev.wavetank.model.cluster;

import dev.wavetank.model.kubelet.eviction.EvictionSettings;
import dev.wavetank.model.kubelet.eviction.Signal;
import dev.wavetank.model.kubelet.eviction.Threshold;
import dev.wavetank.model.quantity.Quantity;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.text.Suggestion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The flags of kubelets about pressure, in Kubernetes' own form: {@code memory.available<100Mi,nodefs.available<10%}.
 */
final class EvictionFlags {

    private static final String HARD = "kubelet.eviction-hard";
    private static final String SOFT = "kubelet.eviction-soft";
    private static final String SOFT_GRACE = "kubelet.eviction-soft-grace-period";
    private static final String RECLAIM = "kubelet.eviction-minimum-reclaim";
    private static final String STANDARD =
            "memory.available<100Mi,nodefs.available<10%,nodefs.inodesFree<5%,imagefs.available<15%";

    private EvictionFlags() {}

    static EvictionSettings of(Settings settings) {
        Map<String, String> hard = parse(HARD, '<', settings.text(HARD, STANDARD));
        Map<String, String> soft = parse(SOFT, '<', settings.text(SOFT, ""));
        Map<String, String> grace = parse(SOFT_GRACE, '=', settings.text(SOFT_GRACE, ""));
        Map<String, String> reclaim = parse(RECLAIM, '=', settings.text(RECLAIM, ""));
        for (String signal : soft.keySet()) {
            if (!grace.containsKey(signal)) {
                throw new IllegalArgumentException(
                        SOFT + ": " + signal + " needs a grace period: set " + SOFT_GRACE + " to " + signal + "=1m30s");
            }
        }
        List<Threshold> thresholds = new ArrayList<>();
        for (Signal signal : Signal.values()) {
            long more = reclaim.containsKey(signal.label()) ? bytes(RECLAIM, reclaim.get(signal.label())) : 0;
            if (hard.containsKey(signal.label())) {
                threshold(HARD, signal, hard, 0, more).ifPresent(thresholds::add);
            }
            if (soft.containsKey(signal.label())) {
                long patience = span(SOFT_GRACE, grace.get(signal.label()));
                threshold(SOFT, signal, soft, patience, more).ifPresent(thresholds::add);
            }
        }
        return new EvictionSettings(
                thresholds,
                settings.number("kubelet.eviction-max-pod-grace-period", 0, 0) * VirtualTime.SECOND,
                settings.span(
                        "kubelet.eviction-pressure-transition-period",
                        EvictionSettings.DEFAULT.transition(),
                        VirtualTime.MILLISECOND),
                settings.number("kubelet.pid-max", EvictionSettings.PID_MAX, 1),
                settings.number("kubelet.bytes-per-inode", EvictionSettings.BYTES_PER_INODE, 1));
    }

    /** Without one when it is 0 or 100 percent, by which Kubernetes switches a threshold off. */
    private static Optional<Threshold> threshold(
            String name, Signal signal, Map<String, String> values, long grace, long reclaim) {
        String value = values.get(signal.label());
        if (!value.endsWith("%")) {
            return Optional.of(new Threshold(signal, bytes(name, value), 0, grace, reclaim));
        }
        try {
            double part = Double.parseDouble(value.substring(0, value.length() - 1)) / 100;
            if (part >= 0 && part <= 1) {
                return part == 0 || part == 1
                        ? Optional.empty()
                        : Optional.of(new Threshold(signal, 0, part, grace, reclaim));
            }
        } catch (NumberFormatException wrong) {
            throw new IllegalArgumentException(name + ": '" + value + "' is no percentage, such as 10%", wrong);
        }
        throw new IllegalArgumentException(name + ": " + value + " must be from 0% to 100%");
    }

    private static long bytes(String name, String value) {
        try {
            long bytes = Quantity.parse(value).value();
            if (bytes > 0) {
                return bytes;
            }
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException(
                    name + ": '" + value + "' is neither a quantity, such as 100Mi, nor a percentage, such as 10%",
                    wrong);
        }
        throw new IllegalArgumentException(name + " must be more than 0, was " + value);
    }

    private static long span(String name, String value) {
        try {
            return VirtualTime.parse(value);
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException(name + ": " + wrong.getMessage(), wrong);
        }
    }

    private static Map<String, String> parse(String name, char between, String text) {
        Map<String, String> values = new TreeMap<>();
        List<String> known = Arrays.stream(Signal.values()).map(Signal::label).toList();
        for (String one : text.isBlank() ? new String[0] : text.split(",")) {
            int at = one.indexOf(between);
            String signal = at < 0 ? one.strip() : one.substring(0, at).strip();
            if (!known.contains(signal)) {
                throw new IllegalArgumentException(name + ": the signal '" + signal + "' is not simulated: "
                        + Suggestion.of(signal, known)
                                .map(near -> "did you mean '" + near + "'?")
                                .orElse("there are " + String.join(", ", known)));
            }
            if (at < 0 || values.put(signal, one.substring(at + 1).strip()) != null) {
                throw new IllegalArgumentException(name + " must name each signal once, such as " + signal + between
                        + (between == '<' ? "100Mi" : "1m30s") + ", was " + text);
            }
        }
        return values;
    }
}
