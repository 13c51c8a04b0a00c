package dev.wavetank.model.kubelet.pod;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.nodefit.ResourceAmounts;
import dev.wavetank.model.quantity.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The specification of a pod with the resources that its kubelet has set aside for it ({@code updatePodFromAllocation},
 * pkg/kubelet/allocation/allocation_manager.go v1.34): those of containers and of sidecars.
 */
final class AllocatedSpec {

    private AllocatedSpec() {}

    /** The desired specification with the resources of another one; itself where these are the same. */
    static PodSpec of(PodSpec desired, PodSpec allocated) {
        List<Container> containers = of(desired.containers(), allocated.containers(), false);
        List<Container> inits = of(desired.initContainers(), allocated.initContainers(), true);
        return containers == desired.containers() && inits == desired.initContainers()
                ? desired
                : desired.with().containers(containers).initContainers(inits).build();
    }

    private static List<Container> of(List<Container> desired, List<Container> allocated, boolean sidecarsOnly) {
        if (desired == allocated) {
            return desired;
        }
        List<Container> changed = null;
        for (int i = 0; i < desired.size(); i++) {
            Container spec = desired.get(i);
            Container had = sidecarsOnly && !ResourceAmounts.isSidecar(spec) ? null : named(allocated, spec.name());
            if (had != null && !isSame(spec.resources(), had.resources())) {
                changed = changed == null ? new ArrayList<>(desired) : changed;
                changed.set(i, spec.withResources(had.resources()));
            }
        }
        return changed == null ? desired : changed;
    }

    private static @Nullable Container named(List<Container> containers, String name) {
        for (Container container : containers) {
            if (container.name().equals(name)) {
                return container;
            }
        }
        return null;
    }

    private static boolean isSame(Container.@Nullable Resources one, Container.@Nullable Resources other) {
        if (one == other || one == null || other == null) {
            return one == other;
        }
        return isSame(one.requests(), other.requests()) && isSame(one.limits(), other.limits());
    }

    private static boolean isSame(Map<String, String> some, Map<String, String> others) {
        if (some.equals(others)) {
            return true;
        }
        if (!some.keySet().equals(others.keySet())) {
            return false;
        }
        for (Map.Entry<String, String> one : some.entrySet()) {
            Quantity amount = Quantity.parse(one.getValue());
            if (amount.compareTo(Quantity.parse(others.getOrDefault(one.getKey(), "0"))) != 0) {
                return false;
            }
        }
        return true;
    }
}
