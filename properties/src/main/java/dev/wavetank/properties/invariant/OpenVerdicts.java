package dev.wavetank.properties.invariant;

/**
 * Calls what is broken now unknown, for the run ended before it could come right: the first finding of an invariant.
 */
final class OpenVerdicts implements Outcomes {

    private final String reason;
    private final Outcomes verdicts;
    private boolean told;

    OpenVerdicts(String reason, Outcomes verdicts) {
        this.reason = reason;
        this.verdicts = verdicts;
    }

    @Override
    public void broken(Invariant invariant, String object, String message) {
        unknown(invariant, object + " " + message);
    }

    @Override
    public void unknown(Invariant invariant, String why) {
        if (!told) {
            told = true;
            verdicts.unknown(invariant, reason + ": " + why);
        }
    }
}
