package dev.wavetank.reports.measure;

/**
 * The requests of a load in one run, or in several.
 *
 * @param requests how many there were
 * @param failed how many of them were not answered
 */
public record LoadCount(long requests, long failed) {

    /** No requests. */
    public static final LoadCount NONE = new LoadCount(0, 0);

    /** Checks the numbers. */
    public LoadCount {
        if (failed < 0 || failed > requests) {
            throw new IllegalArgumentException("of " + requests + " requests " + failed + " cannot have failed");
        }
    }

    LoadCount plus(LoadCount other, long times) {
        return new LoadCount(requests + times * other.requests, failed + times * other.failed);
    }

    /** How many of a thousand were not answered; 0 without a request. */
    public double failedOfThousand() {
        return requests == 0 ? 0 : 1_000.0 * failed / requests;
    }
}
