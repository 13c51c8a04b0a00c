package dev.wavetank.model.controller.tainteviction;

import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.sim.VirtualTime;
import java.util.List;

/** For how long pods bear taints. */
final class Patience {

    /** The pod bears all of it. */
    static final long FOREVER = Long.MAX_VALUE;

    private Patience() {}

    /**
     * For how long, in nanoseconds: 0 when some taint is not tolerated at all, {@link #FOREVER} when no time is set.
     */
    static long of(List<PodSpec.Toleration> tolerations, List<Node.Taint> taints) {
        long least = FOREVER;
        for (Node.Taint taint : taints) {
            PodSpec.Toleration used = first(tolerations, taint);
            if (used == null) {
                return 0;
            }
            if (used.tolerationSeconds() != null) {
                least = Math.min(least, Math.max(0, used.tolerationSeconds()) * VirtualTime.SECOND);
            }
        }
        return least;
    }

    private static PodSpec.Toleration first(List<PodSpec.Toleration> tolerations, Node.Taint taint) {
        for (PodSpec.Toleration toleration : tolerations) {
            if (toleration.tolerates(taint)) {
                return toleration;
            }
        }
        return null;
    }
}
