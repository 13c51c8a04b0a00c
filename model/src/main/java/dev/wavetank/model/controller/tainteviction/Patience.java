package dev.wavetank.model.controller.tainteviction;

import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.sim.VirtualTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How long pods tolerate taints. */
final class Patience {

    /** The pod tolerates all taints without a limit. */
    static final long FOREVER = Long.MAX_VALUE;

    private Patience() {}

    /**
     * How long the pod tolerates the taints, in nanoseconds: 0 when one is not tolerated, {@link #FOREVER} without a
     * limit.
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

    private static PodSpec.@Nullable Toleration first(List<PodSpec.Toleration> tolerations, Node.Taint taint) {
        for (PodSpec.Toleration toleration : tolerations) {
            if (toleration.tolerates(taint)) {
                return toleration;
            }
        }
        return null;
    }
}
