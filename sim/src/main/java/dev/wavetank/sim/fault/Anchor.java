package dev.wavetank.sim.fault;

import dev.wavetank.sim.network.rule.LinkSelector;
import dev.wavetank.sim.trace.TraceEntry;

/**
 * A place in a run that keeps its meaning when code and timing change: the nth time that a component does something
 * to an object. Every pattern is a word, or a prefix followed by {@code *}; {@code *} alone matches everything.
 *
 * @param component the actor of the trace record, or the component that emitted it
 * @param verb what is done: the verb of the record
 * @param subject what it is done to: the subject of the record
 * @param nth number of the matching record, from 1
 */
public record Anchor(String component, String verb, String subject, int nth) {

    /** The pattern that matches everything. */
    public static final String ANY = "*";

    /** Checks the number. */
    public Anchor {
        if (nth < 1) {
            throw new IllegalArgumentException("nth counts from 1, was " + nth);
        }
    }

    /** Whether a record matches, apart from its number. */
    public boolean matches(TraceEntry entry) {
        return LinkSelector.covers(verb, entry.record().verb())
                && LinkSelector.covers(subject, entry.record().subject())
                && (LinkSelector.covers(component, entry.component()) || LinkSelector.covers(component, entry.actor()));
    }

    /** In words, such as {@code create pods/default/* by replicaset-controller, number 3}. */
    @Override
    public String toString() {
        return verb + " " + subject + " by " + component + ", number " + nth;
    }
}
