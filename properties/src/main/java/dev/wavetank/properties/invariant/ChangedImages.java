package dev.wavetank.properties.invariant;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.StoreTrace;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Changes of images in pods. The kubelet makes a running container anew for them, whatever its restart policy is, and
 * its back-off counts for the container with the former image only (pkg/kubelet/kuberuntime v1.32, {@code
 * computePodActions} and {@code getStableKey}).
 */
public final class ChangedImages {

    private ChangedImages() {}

    /** The names of the containers of a pod that have another image since this change of its object. */
    public static List<String> by(StoreTrace change, Pod pod) {
        if (!(change.previous() instanceof Pod before) || before.spec() == pod.spec()) {
            return List.of();
        }
        List<String> names = new ArrayList<>(0);
        for (Container container : pod.spec().containers()) {
            for (Container former : before.spec().containers()) {
                if (former.name().equals(container.name()) && !Objects.equals(former.image(), container.image())) {
                    names.add(container.name());
                }
            }
        }
        return names;
    }
}
