package dev.wavetank.properties.bugs;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import java.time.Duration;

/** Misses a pod that is seconds old when it appears, as one does that comes with a new list after a broken watch. */
final class MissesLateAdditions extends ForwardingHandler<Pod> {

    private static final Duration LATE = Duration.ofSeconds(2);

    private final Context context;
    private final long startedAt;

    MissesLateAdditions(Context context, Informer.Handler<Pod> right) {
        super(right);
        this.context = context;
        this.startedAt = context.now();
    }

    @Override
    public void added(Pod pod) {
        boolean isFirstList = context.now() - startedAt < VirtualTime.SECOND;
        boolean isLate = pod.metadata().creationTimestamp().plus(LATE).isBefore(context.clock());
        if (isFirstList || !isLate) {
            super.added(pod);
        }
    }
}
