package dev.wavetank.model.client;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * The expectations of the real controllers ({@code UIDTrackingControllerExpectations}): creations are counted,
 * deletions are known by uid, so that a deletion that is seen twice counts once, and all is forgotten after five
 * minutes.
 */
public final class ControllerExpectations implements Expectations {

    /** After how long expectations are given up, in nanoseconds. */
    public static final long TIMEOUT = 5 * VirtualTime.MINUTE;

    private final Context context;
    private final Map<ObjectKey, Outstanding> byOwner = new LinkedHashMap<>();

    private static final class Outstanding {
        private final long since;
        private int creations;
        private final Set<String> deletions;

        private Outstanding(long since, int creations, Collection<String> deletions) {
            this.since = since;
            this.creations = creations;
            this.deletions = new LinkedHashSet<>(deletions);
        }
    }

    /** Expects nothing. */
    public ControllerExpectations(Context context) {
        this.context = context;
    }

    @Override
    public boolean satisfied(ObjectKey owner) {
        Outstanding outstanding = byOwner.get(owner);
        return outstanding == null
                || outstanding.creations <= 0 && outstanding.deletions.isEmpty()
                || context.now() - outstanding.since > TIMEOUT;
    }

    @Override
    public void expectCreations(ObjectKey owner, int count) {
        byOwner.put(owner, new Outstanding(context.now(), count, Collections.emptyList()));
    }

    @Override
    public void expectDeletions(ObjectKey owner, Collection<String> uids) {
        byOwner.put(owner, new Outstanding(context.now(), 0, uids));
    }

    @Override
    public void creationObserved(ObjectKey owner) {
        Outstanding outstanding = byOwner.get(owner);
        if (outstanding != null) {
            outstanding.creations--;
        }
    }

    @Override
    public void deletionObserved(ObjectKey owner, String uid) {
        Outstanding outstanding = byOwner.get(owner);
        if (outstanding != null) {
            outstanding.deletions.remove(uid);
        }
    }

    @Override
    public void forget(ObjectKey owner) {
        byOwner.remove(owner);
    }
}
