package dev.wavetank.model.controller.owned;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.trace.ExpectationTrace;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * The expectations of the real controllers ({@code UIDTrackingControllerExpectations}): creations are counted and
 * deletions are recorded by uid, so that a deletion that is observed twice counts once. Expectations expire after
 * five minutes.
 */
public final class ControllerExpectations implements Expectations {

    /** After how long expectations expire, in nanoseconds. */
    public static final long TIMEOUT = 5 * VirtualTime.MINUTE;

    private final Context context;
    private final String controller;
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

        private boolean isMet() {
            return creations <= 0 && deletions.isEmpty();
        }
    }

    /**
     * No expectations.
     *
     * @param controller user agent of the controller whose expectations they are
     */
    public ControllerExpectations(Context context, String controller) {
        this.context = context;
        this.controller = controller;
    }

    @Override
    public boolean satisfied(ObjectKey owner) {
        Outstanding outstanding = byOwner.get(owner);
        return outstanding == null || outstanding.isMet() || context.now() - outstanding.since > TIMEOUT;
    }

    @Override
    public void expectCreations(ObjectKey owner, int count) {
        expect(owner, new Outstanding(context.now(), count, Collections.emptyList()));
    }

    @Override
    public void expectDeletions(ObjectKey owner, Collection<String> uids) {
        expect(owner, new Outstanding(context.now(), 0, uids));
    }

    private void expect(ObjectKey owner, Outstanding expected) {
        byOwner.put(owner, expected);
        if (!expected.isMet()) {
            context.trace(new ExpectationTrace(controller, owner, expected.creations, expected.deletions.size()));
        }
    }

    @Override
    public void creationObserved(ObjectKey owner) {
        Outstanding outstanding = byOwner.get(owner);
        if (outstanding != null) {
            boolean before = outstanding.isMet();
            outstanding.creations--;
            observed(owner, before, outstanding);
        }
    }

    @Override
    public void deletionObserved(ObjectKey owner, String uid) {
        Outstanding outstanding = byOwner.get(owner);
        if (outstanding != null) {
            boolean before = outstanding.isMet();
            outstanding.deletions.remove(uid);
            observed(owner, before, outstanding);
        }
    }

    private void observed(ObjectKey owner, boolean before, Outstanding outstanding) {
        if (!before && outstanding.isMet()) {
            traceMet(owner);
        }
    }

    @Override
    public void forget(ObjectKey owner) {
        Outstanding outstanding = byOwner.remove(owner);
        if (outstanding != null && !outstanding.isMet()) {
            traceMet(owner);
        }
    }

    private void traceMet(ObjectKey owner) {
        context.trace(new ExpectationTrace(controller, owner, 0, 0));
    }
}
