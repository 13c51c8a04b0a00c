package dev.wavetank.model.controller.daemonset;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.client.ControllerExpectations;
import dev.wavetank.sim.component.Context;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The creations and deletions that a sync has asked for, both counted ({@code ControllerExpectations} of Kubernetes,
 * without the uids that ReplicaSets keep): a deletion that is seen twice counts twice.
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
    }

    PodExpectations(Context context) {
        this.context = context;
    }

    /** Whether all has been seen, or nothing was expected, or it has taken too long. */
    boolean satisfied(ObjectKey owner) {
        Outstanding outstanding = byOwner.get(owner);
        return outstanding == null
                || outstanding.creations <= 0 && outstanding.deletions <= 0
                || context.now() - outstanding.since > ControllerExpectations.TIMEOUT;
    }

    /** Replaces the expectations of the owner. */
    void expect(ObjectKey owner, int creations, int deletions) {
        byOwner.put(owner, new Outstanding(context.now(), creations, deletions));
    }

    /** So many creations were seen, or will not come. */
    void created(ObjectKey owner, int count) {
        Outstanding outstanding = byOwner.get(owner);
        if (outstanding != null) {
            outstanding.creations -= count;
        }
    }

    /** A deletion was seen, or will not come. */
    void deleted(ObjectKey owner) {
        Outstanding outstanding = byOwner.get(owner);
        if (outstanding != null) {
            outstanding.deletions--;
        }
    }

    /** The owner is gone. */
    void forget(ObjectKey owner) {
        byOwner.remove(owner);
    }
}
