package dev.wavetank.model.controller.horizontalpodautoscaler;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.quantity.Quantity;
import java.util.Optional;

/** What the containers of a pod request together. */
final class PodRequests {

    private PodRequests() {}

    /** In thousandths of the unit of the resource; empty when a container requests none. */
    static Optional<Long> of(Pod pod, String resource) {
        long sum = 0;
        for (Container container : pod.spec().containers()) {
            String request = container.resources() == null
                    ? null
                    : container.resources().requests().get(resource);
            if (request == null) {
                return Optional.empty();
            }
            sum += Quantity.parse(request).milliValue();
        }
        return Optional.of(sum);
    }

    /** The first container without a request. */
    static String containerWithout(Pod pod, String resource) {
        for (Container container : pod.spec().containers()) {
            if (container.resources() == null
                    || !container.resources().requests().containsKey(resource)) {
                return container.name();
            }
        }
        throw new IllegalArgumentException("every container of " + pod.key() + " requests " + resource);
    }
}
