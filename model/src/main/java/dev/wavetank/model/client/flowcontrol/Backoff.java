package dev.wavetank.model.client.flowcontrol;

/**
 * Exponential back-off: {@code first}, then twice as long each time, up to {@code most}.
 *
 * @param first first wait, in nanoseconds
 * @param most longest wait, in nanoseconds
 */
public record Backoff(long first, long most) {

    /** How long to wait after that many failures in a row (from 1), in nanoseconds. */
    public long after(int failures) {
        int doublings = Math.min(failures - 1, Long.numberOfLeadingZeros(first) - 1);
        return Math.min(most, first << doublings);
    }
}
