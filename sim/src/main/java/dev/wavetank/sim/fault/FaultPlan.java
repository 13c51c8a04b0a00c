package dev.wavetank.sim.fault;

import java.util.ArrayList;
import java.util.List;

/**
 * All faults of one run.
 *
 * @param clauses the faults, in the order in which they were written down
 */
public record FaultPlan(List<FaultClause> clauses) {

    /** Nothing goes wrong. */
    public static final FaultPlan NONE = new FaultPlan(List.of());

    /** Keeps a copy of the list. */
    public FaultPlan {
        clauses = List.copyOf(clauses);
    }

    /** Nothing but these. */
    public static FaultPlan of(FaultClause... clauses) {
        return new FaultPlan(List.of(clauses));
    }

    /** Whether nothing goes wrong. */
    public boolean isEmpty() {
        return clauses.isEmpty();
    }

    /** The number of clauses. */
    public int size() {
        return clauses.size();
    }

    /**
     * The virtual time by which the last fault has healed, whatever happens in the run: from then on liveness is
     * judged. 0 without faults.
     */
    public long healedBy() {
        return clauses.stream().mapToLong(FaultClause::healedBy).max().orElse(0);
    }

    /** The faults of this plan and, after them, those of another one. */
    public FaultPlan and(FaultPlan other) {
        List<FaultClause> both = new ArrayList<>(clauses);
        both.addAll(other.clauses);
        return new FaultPlan(both);
    }

    /** The same plan with one clause left out. */
    public FaultPlan without(int index) {
        List<FaultClause> rest = new ArrayList<>(clauses);
        rest.remove(index);
        return new FaultPlan(rest);
    }
}
