package dev.wavetank.properties.invariant.container;

import dev.wavetank.model.trace.ProbeTrace;

/**
 * What the attempts of one probe of a container say of its latest instance: by results in a row, which are counted over
 * its instances as the kubelet does ({@code resultRun}, pkg/kubelet/prober/worker.go v1.32).
 */
final class ProbeResults {

    private static final long NEVER = Long.MIN_VALUE;

    private final long successes;
    private final long failures;

    private String id = "";
    private boolean lastSucceeded;
    private int inARow;
    private boolean isSuccess;
    /** Whether what was known before a restart of the kubelet may count, whatever it was. */
    private boolean isInherited;
    /** Since when the probe has succeeded, or until when it had. */
    private long succeededSince = NEVER;

    private long succeededUntil = NEVER;
    /** When the kubelet first probed the instance. */
    private long firstAttempt = NEVER;
    /** When the failures of an instance first sufficed, and those of the one before. */
    private long failedAt = NEVER;

    private long failedBefore = NEVER;
    private int longest;

    /**
     * Before the first attempt.
     *
     * @param successes in a row that decide
     * @param failures in a row that decide
     */
    ProbeResults(long successes, long failures) {
        this.successes = successes;
        this.failures = failures;
    }

    /**
     * Takes the result of an attempt.
     *
     * @param endsRow whether a failure that decides ends the row, because the container is restarted
     */
    void take(ProbeTrace attempt, boolean endsRow, long now) {
        if (!attempt.id().equals(id)) {
            id = attempt.id();
            isSuccess = false;
            isInherited = false;
            succeededUntil = NEVER;
            firstAttempt = NEVER;
            failedBefore = failedAt;
            failedAt = NEVER;
            longest = 0;
        }
        firstAttempt = firstAttempt == NEVER ? now : firstAttempt;
        inARow = attempt.succeeded() == lastSucceeded ? inARow + 1 : 1;
        lastSucceeded = attempt.succeeded();
        longest = attempt.succeeded() ? longest : Math.max(longest, inARow);
        if (attempt.succeeded() && inARow >= successes) {
            succeededSince = isSuccess ? succeededSince : now;
            isSuccess = true;
            isInherited = false;
        } else if (!attempt.succeeded() && inARow >= failures) {
            failed(now);
            failedAt = failedAt == NEVER ? now : failedAt;
            isInherited = false;
            inARow = endsRow ? 0 : inARow;
        }
    }

    /**
     * The kubelet is another one.
     *
     * @param inherits whether it takes over what the API says of containers
     */
    void restarted(boolean inherits, long now) {
        failed(now);
        isInherited = inherits;
        inARow = 0;
        lastSucceeded = false;
        firstAttempt = NEVER;
        failedAt = NEVER;
        failedBefore = NEVER;
    }

    private void failed(long now) {
        succeededUntil = isSuccess ? now : succeededUntil;
        isSuccess = false;
    }

    /** Whether the latest instance is this one. */
    boolean isOf(String instance) {
        return id.equals(instance);
    }

    /** Whether the probe had succeeded often enough at that time or later. */
    boolean hadSucceeded(long since) {
        return isSuccess || isInherited || succeededUntil >= since;
    }

    /** Whether it has succeeded often enough, and has not failed often enough since that time or before. */
    boolean hasSucceededSince(long time) {
        return isSuccess && succeededSince <= time;
    }

    /** Whether it had failed often enough, when its container was killed in the second that begins then. */
    boolean hadFailed(long second, long end) {
        boolean isOfBefore = firstAttempt > second;
        return firstAttempt == NEVER
                || firstAttempt > end
                || failedAt != NEVER && failedAt <= end
                || isOfBefore && failedBefore != NEVER;
    }

    /** How often it has failed in a row at most, of the latest instance. */
    int longest() {
        return longest;
    }

    /** How often it has succeeded in a row. */
    int inARow() {
        return lastSucceeded ? inARow : 0;
    }
}
