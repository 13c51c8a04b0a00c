package dev.wavetank.model.client.flowcontrol;

/**
 * Client-side limit on requests: the flags {@code --kube-api-qps} and {@code --kube-api-burst}.
 *
 * @param qps refill rate of the bucket, in requests per second; may be a fraction; 0 for no limit
 * @param burst capacity of the bucket, in requests; at least 1
 */
public record RateLimit(double qps, int burst) {

    /** No limit. */
    public static final RateLimit NONE = new RateLimit(0, 0);

    /** Checks the numbers. */
    public RateLimit {
        if (!(qps >= 0) || qps > 0 && burst < 1) {
            throw new IllegalArgumentException(
                    "qps must not be negative and burst at least 1, were " + qps + ", " + burst);
        }
    }
}
