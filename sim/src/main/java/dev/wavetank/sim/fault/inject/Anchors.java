package dev.wavetank.sim.fault.inject;

import dev.wavetank.sim.fault.FaultClause;
import java.util.List;

/**
 * How many of the anchors of a plan were found again in a run. A saved failure whose anchors are not all found is
 * not the same failure any more.
 *
 * @param total how many clauses wait for something
 * @param unmatched those for which it has not happened
 */
public record Anchors(int total, List<FaultClause> unmatched) {

    /** Keeps a copy of the list. */
    public Anchors {
        unmatched = List.copyOf(unmatched);
    }

    /** How many were found. */
    public int matched() {
        return total - unmatched.size();
    }

    /** Such as {@code 11 of 12 anchors matched}. */
    @Override
    public String toString() {
        return matched() + " of " + total + (total == 1 ? " anchor matched" : " anchors matched");
    }
}
