package dev.wavetank.reports.rates;

import java.util.Arrays;

/**
 * How long the API server took for one kind of requests, from their arrival to the answer.
 *
 * @param verb such as {@code create}
 * @param resource with its subresource, such as {@code pods/status}
 * @param scope {@code resource}, {@code namespace} or {@code cluster}: what a request spans
 * @param count of requests
 * @param p50 in microseconds
 * @param p90 in microseconds
 * @param p99 in microseconds
 * @param max in microseconds
 */
public record CallLatency(
        String verb, String resource, String scope, long count, long p50, long p90, long p99, long max) {

    /** Whether it only reads. */
    public boolean isRead() {
        return Arrays.asList("get", "list").contains(verb);
    }
}
