package dev.wavetank.model.kubelet.pod;

import dev.wavetank.model.api.core.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Ephemeral containers, which come to pods that run ({@code kubectl debug}). They are not simulated. */
final class EphemeralContainers {

    private EphemeralContainers() {}

    /** The names of those that the pod has now and had not before, in order. */
    static List<String> added(Pod before, Pod after) {
        List<String> added = names(after);
        added.removeAll(names(before));
        return added;
    }

    private static List<String> names(Pod pod) {
        List<String> names = new ArrayList<>(0);
        if (pod.spec().other().get("ephemeralContainers") instanceof List<?> containers) {
            for (Object container : containers) {
                if (container instanceof Map<?, ?> tree) {
                    names.add(String.valueOf(tree.get("name")));
                }
            }
        }
        return names;
    }
}
