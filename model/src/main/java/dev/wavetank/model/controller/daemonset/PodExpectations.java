package dev.wavetank.model.controller.daemonset;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.controller.owned.ControllerExpectations;
import dev.wavetank.model.trace.ExpectationTrace;
import dev.wavetank.sim.component.Context;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The creations and deletions that a sync has requested, both counted ({@code ControllerExpectations} of Kubernetes,
 * without the uids that ReplicaSets keep): a deletion that is observed twice counts twice.
 */
final class PodExpectations {

    private final Context context;
    private final Map<ObjectKey, Outstanding> byOwner = new LinkedHashMap<>();

    private static final class Outstanding {
        private final long since;
        private int creations;
        private int deletions;

        private Outstanding(long since, int creations, int deletions) {
            this.since = since;
            this.creations = creations;
            this.deletions = deletions;
        }

        private boolean isMet() {
            return creations <= 0 && deletions <= 0;
        }
    }

    PodExpectations(Context context) {
        this.context = context;
    }

    /** Whether everything expected was observed, nothing was expected, or the expectations have expired. */
    boolean satisfied(ObjectKey owner) {
        Outstanding outstanding = byOwner.get(owner);
        return outstanding == null
                || outstanding.isMet()
                || context.now() - outstanding.since > ControllerExpectations.TIMEOUT;
    }

    /** Replaces the expectations of the owner. */
    void expect(ObjectKey owner, int creations, int deletions) {
        byOwner.put(owner, new Outstanding(context.now(), creations, deletions));
        if (creations + deletions > 0) {
            trace(owner, creations, deletions);
        }
    }

    /** Lowers the expected creations: that many were observed, or have failed. */
    void created(ObjectKey owner, int count) {
        Outstanding outstanding = byOwner.get(owner);
        if (outstanding != null) {
            boolean before = outstanding.isMet();
            outstanding.creations -= count;
            observed(owner, before, outstanding);
        }
    }

    /** Lowers the expected deletions by one: it was observed, or has failed. */
    void deleted(ObjectKey owner) {
        Outstanding outstanding = byOwner.get(owner);
        if (outstanding != null) {
            boolean before = outstanding.isMet();
            outstanding.deletions--;
            observed(owner, before, outstanding);
        }
    }

    private void observed(ObjectKey owner, boolean before, Outstanding outstanding) {
        if (!before && outstanding.isMet()) {
            trace(owner, 0, 0);
        }
    }

    /** Forgets a deleted owner. */
    void forget(ObjectKey owner) {
        Outstanding outstanding = byOwner.remove(owner);
        if (outstanding != null && !outstanding.isMet()) {
            trace(owner, 0, 0);
        }
    }

    private void trace(ObjectKey owner, int creations, int deletions) {
        context.trace(new ExpectationTrace(DaemonSetController.NAME, owner, creations, deletions));
    }
}
