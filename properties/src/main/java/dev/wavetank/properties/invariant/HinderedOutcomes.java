package dev.wavetank.properties.invariant;

/**
 * Reports what an invariant misses at the end of a run as unknown, because something hinders the whole cluster.
 *
 * @param reason what hinders it
 * @param outcomes of the run
 */
public record HinderedOutcomes(String reason, Outcomes outcomes) implements ForwardingOutcomes {

    @Override
    public void broken(Invariant invariant, String object, String message) {
        outcomes.unknown(invariant, object + " " + message + "; " + reason);
    }
}
