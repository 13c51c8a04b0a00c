package dev.wavetank.properties.invariant;

import dev.wavetank.sim.VirtualTime;

/**
 * A known behaviour of Kubernetes that a run showed.
 *
 * @param behaviour which one
 * @param first what would have been a violation, had the run been judged strictly
 * @param count how often it was seen
 */
public record KnownFinding(KnownBehaviour behaviour, Violation first, int count) {

    /** The same, seen once more. */
    public KnownFinding again() {
        return new KnownFinding(behaviour, first, count + 1);
    }

    /** One line for people. */
    @Override
    public String toString() {
        String more = count == 1 ? "" : ", and " + (count - 1) + " more";
        return behaviour.issue() + ", " + behaviour.sentence() + ": " + first.object() + " " + first.message() + " at "
                + VirtualTime.format(first.at()) + more + "; --strict makes it a violation of " + first.invariant();
    }
}
