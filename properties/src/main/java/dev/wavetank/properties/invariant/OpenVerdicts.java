package dev.wavetank.properties.invariant;

/** Calls what is broken now unknown, for the run ended before it could come right: the first finding of a law. */
final class OpenVerdicts implements Verdicts {

    private final String reason;
    private final Verdicts verdicts;
    private boolean told;

    OpenVerdicts(String reason, Verdicts verdicts) {
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
