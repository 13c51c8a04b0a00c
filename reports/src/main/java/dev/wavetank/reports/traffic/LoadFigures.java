package dev.wavetank.reports.traffic;

import dev.wavetank.model.trace.ServiceRequestTrace.Outcome;
import java.util.List;
import java.util.Map;

/**
 * What became of the requests of one load. Latencies are virtual times of the answered requests in microseconds, exact
 * to three significant digits; 0 when none was answered.
 *
 * @param load its name
 * @param service namespace and name
 * @param outcomes number of requests by outcome, in the order of the outcomes
 * @param p50 median
 * @param p90 90th percentile
 * @param p99 99th percentile
 * @param max largest latency
 * @param failures those that were not answered, by outcome and pod, the earliest first
 */
public record LoadFigures(
        String load,
        String service,
        Map<Outcome, Long> outcomes,
        long p50,
        long p90,
        long p99,
        long max,
        List<Failures> failures) {

    private static final double THOUSAND = 1_000.0;

    /**
     * Requests that ended in the same way at the same pod.
     *
     * @param outcome how
     * @param pod namespace and name; empty when they came to none
     * @param count how many
     * @param first virtual time at which the first began, in nanoseconds
     * @param last virtual time at which the last began, in nanoseconds
     * @param reason of the first
     */
    public record Failures(Outcome outcome, String pod, long count, long first, long last, String reason) {

        Failures and(long time) {
            return new Failures(outcome, pod, count + 1, first, time, reason);
        }
    }

    /** How many requests there were. */
    public long requests() {
        return outcomes.values().stream().mapToLong(Long::longValue).sum();
    }

    /** How many were answered. */
    public long answered() {
        return outcomes.getOrDefault(Outcome.ANSWERED, 0L);
    }

    /** How many were not answered. */
    public long failed() {
        return requests() - answered();
    }

    /** How many of a thousand were not answered. */
    public double failedOfThousand() {
        return requests() == 0 ? 0 : THOUSAND * failed() / requests();
    }
}
