package dev.wavetank.properties.invariant.nodelifecycle;

import dev.wavetank.model.controller.nodelifecycle.NodeLifecycleController;
import dev.wavetank.model.controller.tainteviction.TaintEvictionController;
import java.util.List;

/** The user agents of the controllers that evict pods because of taints. */
final class TaintEvictors {

    private static final List<String> NAMES = List.of(NodeLifecycleController.NAME, TaintEvictionController.NAME);

    private TaintEvictors() {}

    /** Whether a request of that user agent is one of theirs. */
    static boolean has(String userAgent) {
        return NAMES.contains(userAgent);
    }
}
