package dev.wavetank.model.cluster;

import dev.wavetank.model.client.flowcontrol.RateLimit;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.random.Distribution;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * The settings of a scenario. Reading a setting removes it; the rest has unknown names. Every error names the setting
 * and its valid values. What was read is remembered with its default, so that there is one list of settings: those
 * that some component reads.
 */
final class Settings {

    /** client-go's defaults for flags that are 0. */
    private static final RateLimit OF_CLIENT = new RateLimit(5, 10);

    private static final double QPS_LEAST = 0.001;

    private final Map<String, String> left;
    /** Written only when somebody asks: a run that sets nothing needs no texts of spans and latencies. */
    private final Map<String, Supplier<String>> defaults = new LinkedHashMap<>();

    /** Settings by name, which stay as they are. */
    Settings(Map<String, String> settings) {
        this.left = new LinkedHashMap<>(settings);
    }

    /** The name of an unread setting. */
    Optional<String> unread() {
        return left.keySet().stream().findFirst();
    }

    /** The settings that were read, set or not, with the defaults that hold in this cluster. */
    SortedMap<String, String> defaults() {
        SortedMap<String, String> texts = new TreeMap<>();
        defaults.forEach((name, text) -> texts.put(name, text.get()));
        return texts;
    }

    /** The text of a setting. */
    String text(String name, String otherwise) {
        String value = take(name, () -> otherwise);
        return value == null ? otherwise : value;
    }

    /** Names with commas between them; none by default. */
    List<String> list(String name) {
        return Arrays.stream(text(name, "").split(","))
                .map(String::strip)
                .filter(one -> !one.isEmpty())
                .toList();
    }

    /** A switch. */
    boolean bool(String name, boolean otherwise) {
        String value = text(name, Boolean.toString(otherwise));
        if (!value.equals("true") && !value.equals("false")) {
            throw new IllegalArgumentException(name + " must be true or false, was '" + value + "'");
        }
        return value.equals("true");
    }

    private String take(String name, Supplier<String> otherwise) {
        defaults.put(name, otherwise);
        return left.remove(name);
    }

    /** A whole number with a minimum. */
    int number(String name, int otherwise, int least) {
        String value = take(name, () -> Integer.toString(otherwise));
        if (value == null) {
            return otherwise;
        }
        try {
            int number = Integer.parseInt(value);
            checkLeast(name, number < least, Integer.toString(least), value);
            return number;
        } catch (NumberFormatException wrong) {
            throw new IllegalArgumentException(name + " must be a whole number, was '" + value + "'", wrong);
        }
    }

    /** A number of bytes; 0 when it is not set. */
    long bytes(String name) {
        String value = take(name, () -> "0");
        try {
            long bytes = value == null ? 0 : Long.parseLong(value);
            checkLeast(name, bytes < 0, "0", value);
            return bytes;
        } catch (NumberFormatException wrong) {
            throw new IllegalArgumentException(name + " must be a number of bytes, was '" + value + "'", wrong);
        }
    }

    /** A duration with a minimum, in nanoseconds. */
    long span(String name, long otherwise, long least) {
        String value = take(name, () -> VirtualTime.span(otherwise));
        if (value == null) {
            return otherwise;
        }
        long nanos = nanos(name, value);
        checkLeast(name, nanos < least, VirtualTime.span(least), value);
        return nanos;
    }

    /** A latency, in one of the forms of {@link LatencyText}. */
    Distribution latency(String name, Distribution otherwise) {
        return latency(name, () -> LatencyText.of(otherwise)).orElse(otherwise);
    }

    /** The same; nothing when it is not set. */
    Optional<Distribution> latency(String name) {
        return latency(name, () -> "none");
    }

    private Optional<Distribution> latency(String name, Supplier<String> otherwise) {
        String value = take(name, otherwise);
        if (value == null) {
            return Optional.empty();
        }
        return Optional.of(LatencyText.parse(name, value));
    }

    /**
     * The flags {@code --kube-api-qps} and {@code --kube-api-burst} of a component, as client-go reads them: 0 stands
     * for its own 5 requests a second and bursts of 10, and less than 0 requests a second for no limit.
     */
    RateLimit limit(String component, RateLimit otherwise) {
        String name = component + ".kube-api-qps";
        double qps = rate(name, otherwise.qps());
        int burst = number(component + ".kube-api-burst", otherwise.burst(), 0);
        if (qps < 0) {
            return RateLimit.NONE;
        }
        if (qps > 0 && qps < QPS_LEAST) {
            throw new IllegalArgumentException(name + " must be at least " + QPS_LEAST
                    + ", 0 for the client library's own 5, or -1 for no limit, was " + qps);
        }
        return new RateLimit(qps == 0 ? OF_CLIENT.qps() : qps, burst == 0 ? OF_CLIENT.burst() : burst);
    }

    private double rate(String name, double otherwise) {
        String value = take(name, () -> shortest(otherwise));
        if (value == null) {
            return otherwise;
        }
        try {
            double rate = Double.parseDouble(value);
            if (Double.isFinite(rate)) {
                return rate;
            }
        } catch (NumberFormatException wrong) {
            throw new IllegalArgumentException(name + " must be a number, was '" + value + "'", wrong);
        }
        throw new IllegalArgumentException(name + " must be a number, was '" + value + "'");
    }

    private static String shortest(double number) {
        return number == (long) number ? Long.toString((long) number) : Double.toString(number);
    }

    static long nanos(String name, String value) {
        try {
            return VirtualTime.parse(value);
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException(name + ": " + wrong.getMessage(), wrong);
        }
    }

    private static void checkLeast(String name, boolean less, String least, String value) {
        if (less) {
            throw new IllegalArgumentException(name + " must be at least " + least + ", was " + value);
        }
    }
}
