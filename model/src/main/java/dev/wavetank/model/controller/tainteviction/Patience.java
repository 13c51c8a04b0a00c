package dev.wavetank.model.controller.tainteviction;

import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.sim.VirtualTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How long pods tolerate taints. */
final class Patience {

    /** The pod does not tolerate one of the taints. */
    static final long NONE = -1;

    /** The pod tolerates all taints without a limit. */
    static final long FOREVER = Long.MAX_VALUE;

    /** 146 years, which no run takes, count as no limit; twice as long overflows, also in Kubernetes. */
    private static final long SECONDS_MAX = Long.MAX_VALUE / VirtualTime.SECOND / 2;

    private Patience() {}

    /**
     * How long the pod tolerates the taints, in nanoseconds: {@link #NONE} when one is not tolerated, {@link #FOREVER}
     * without a limit ({@code getMinTolerationTime}).
     */
    static long of(List<PodSpec.Toleration> tolerations, List<Node.Taint> taints) {
        long least = FOREVER;
        for (Node.Taint taint : taints) {
            PodSpec.Toleration used = first(tolerations, taint);
            if (used == null) {
                return NONE;
            }
            Long seconds = used.tolerationSeconds();
            if (seconds != null && seconds <= SECONDS_MAX) {
                least = Math.min(least, Math.max(0, seconds) * VirtualTime.SECOND);
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
