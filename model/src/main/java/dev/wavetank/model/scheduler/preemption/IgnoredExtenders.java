package dev.wavetank.model.scheduler.preemption;

import dev.wavetank.model.scheduler.framework.CycleState;
import dev.wavetank.model.scheduler.framework.StateKey;
import java.util.ArrayList;
import java.util.List;

/**
 * Extenders that failed when they were asked whom to preempt, and that preemption goes on without; kept in the state of
 * the attempt, for an explanation.
 *
 * @param failures one for each extender, in the order in which they were asked
 */
public record IgnoredExtenders(List<Failure> failures) implements CycleState.Entry {

    /** Where they are kept. */
    public static final StateKey<IgnoredExtenders> KEY = new StateKey<>("IgnoredExtenders");

    /**
     * What went wrong.
     *
     * @param extender its name
     * @param error why it failed
     */
    public record Failure(String extender, String error) {}

    /** Adds one to the state of an attempt. */
    static void add(CycleState state, Failure failure) {
        IgnoredExtenders before = state.read(KEY);
        List<Failure> all = before == null ? new ArrayList<>() : new ArrayList<>(before.failures());
        all.add(failure);
        state.write(KEY, new IgnoredExtenders(all));
    }

    @Override
    public CycleState.Entry copy() {
        return this;
    }
}
