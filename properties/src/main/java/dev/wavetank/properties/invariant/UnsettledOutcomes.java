package dev.wavetank.properties.invariant;

/**
 * Calls what is broken now unknown, for the run ended before it could come right: the first finding of an invariant.
 */
final class UnsettledOutcomes implements Outcomes {

    private final String reason;
    private final Outcomes outcomes;
    private boolean told;

    UnsettledOutcomes(String reason, Outcomes outcomes) {
        this.reason = reason;
        this.outcomes = outcomes;
    }

    @Override
    public void broken(Invariant invariant, String object, String message) {
        unknown(invariant, object + " " + message);
    }

    @Override
    public void unknown(Invariant invariant, String why) {
        if (!told) {
            told = true;
            outcomes.unknown(invariant, reason + ": " + why);
        }
    }
}
