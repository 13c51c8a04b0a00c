package dev.wavetank.model.kubelet.container;

import dev.wavetank.model.api.core.Pod;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Fields of pods that the API accepts, and that have no effect on a simulated node. */
final class IgnoredFields {

    private static final String SECURITY = "securityContext";

    private static final List<String> OF_POD =
            List.of("hostPID", "hostIPC", "shareProcessNamespace", "setHostnameAsFQDN", "resourceClaims");

    private static final List<String> OF_CONTAINER = List.of("tty", "stdinOnce", "workingDir", "volumeDevices");

    private static final List<String> OF_SECURITY = List.of(
            "privileged",
            "capabilities",
            "allowPrivilegeEscalation",
            "readOnlyRootFilesystem",
            "procMount",
            "runAsGroup",
            "supplementalGroups",
            "supplementalGroupsPolicy",
            "fsGroup",
            "fsGroupChangePolicy",
            "seccompProfile",
            "seLinuxOptions",
            "windowsOptions");

    private IgnoredFields() {}

    /** The fields that a pod has, in the order of their names, such as {@code containers.tty}. */
    static SortedSet<String> of(Pod pod) {
        SortedSet<String> found = new TreeSet<>();
        Map<String, Object> spec = pod.spec().other();
        add(found, "", spec, OF_POD);
        if (Boolean.FALSE.equals(spec.get("hostUsers"))) {
            found.add("hostUsers");
        }
        add(found, SECURITY + ".", pod.spec().securityContext(), OF_SECURITY);
        Stream.concat(pod.spec().initContainers().stream(), pod.spec().containers().stream())
                .forEach(container -> {
                    add(found, "containers.", container.other(), OF_CONTAINER);
                    if (container.other().get(SECURITY) instanceof Map<?, ?> security) {
                        add(found, "containers." + SECURITY + ".", security, OF_SECURITY);
                    }
                    if (container.volumeMounts().stream().anyMatch(IgnoredFields::propagates)) {
                        found.add("containers.volumeMounts.mountPropagation");
                    }
                });
        return found;
    }

    private static void add(SortedSet<String> found, String prefix, @Nullable Map<?, ?> tree, List<String> names) {
        if (tree != null && !tree.isEmpty()) {
            names.stream().filter(name -> isSet(tree.get(name))).forEach(name -> found.add(prefix + name));
        }
    }

    private static boolean propagates(Map<String, Object> mount) {
        Object mode = mount.get("mountPropagation");
        return mode != null && !mode.equals("None");
    }

    private static boolean isSet(@Nullable Object value) {
        return value != null
                && !Boolean.FALSE.equals(value)
                && !"".equals(value)
                && !(value instanceof Collection<?> list && list.isEmpty())
                && !(value instanceof Map<?, ?> map && map.isEmpty());
    }
}
