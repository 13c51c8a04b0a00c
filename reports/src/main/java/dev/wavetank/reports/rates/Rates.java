package dev.wavetank.reports.rates;

import java.util.List;

/**
 * What happened how often in a run.
 *
 * @param width length of the intervals of all series, in nanoseconds of virtual time
 * @param series by name and labels
 * @param calls latency of API calls, by verb, resource and scope
 * @param commands what users typed, and when
 */
public record Rates(long width, List<RateSeries> series, List<CallLatency> calls, List<Command> commands) {

    /** Of a run that nobody watched. */
    public static final Rates NONE = new Rates(1, List.of(), List.of(), List.of());

    /** Keeps copies. */
    public Rates {
        series = List.copyOf(series);
        calls = List.copyOf(calls);
        commands = List.copyOf(commands);
    }

    /**
     * A command of a user.
     *
     * @param at virtual time, in nanoseconds
     * @param words with {@code kubectl}
     */
    public record Command(long at, String words) {}

    /** The series of one name, in order of their labels. */
    public List<RateSeries> of(String name) {
        return series.stream().filter(each -> each.name().equals(name)).toList();
    }
}
