package dev.wavetank.properties.invariant;

/**
 * Reports what is decided in the middle of a run. What an invariant cannot judge there it may judge later.
 *
 * @param outcomes of the run
 */
public record DecidedOutcomes(Outcomes outcomes) implements ForwardingOutcomes {

    @Override
    public void unknown(Invariant invariant, String reason) {
        // The end of the run decides.
    }
}
