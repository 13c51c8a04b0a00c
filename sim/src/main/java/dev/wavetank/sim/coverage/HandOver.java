package dev.wavetank.sim.coverage;

import java.util.Comparator;

/**
 * One actor wrote a subject after another.
 *
 * @param kind kind of subject: its name up to the first {@code /}
 * @param from the earlier writer; for actors with many instances the kind: the name up to the first {@code /}
 * @param to the next writer, in the same way
 */
public record HandOver(String kind, String from, String to) implements Comparable<HandOver> {

    private static final Comparator<HandOver> ORDER =
            Comparator.comparing(HandOver::kind).thenComparing(HandOver::from).thenComparing(HandOver::to);

    /** By kind, then by writers. */
    @Override
    public int compareTo(HandOver other) {
        return ORDER.compare(this, other);
    }

    /** Such as {@code pods: replicaset-controller -> kube-scheduler}. */
    @Override
    public String toString() {
        return kind + ": " + from + " -> " + to;
    }
}
