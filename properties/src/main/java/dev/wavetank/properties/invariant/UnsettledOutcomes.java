package dev.wavetank.properties.invariant;

/**
 * Reports the first violation of an invariant as unknown, because the run ended before it could resolve.
 */
final class UnsettledOutcomes implements ForwardingOutcomes {

    private final String reason;
    private final Outcomes outcomes;
    private boolean reported;

    UnsettledOutcomes(String reason, Outcomes outcomes) {
        this.reason = reason;
        this.outcomes = outcomes;
    }

    @Override
    public Outcomes outcomes() {
        return outcomes;
    }

    @Override
    public void broken(Invariant invariant, String object, String message) {
        unknown(invariant, object + " " + message);
    }

    @Override
    public void unknown(Invariant invariant, String why) {
        if (!reported) {
            reported = true;
            outcomes.unknown(invariant, reason + ": " + why);
        }
    }
}
