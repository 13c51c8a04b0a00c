package dev.wavetank.model.kubelet.status;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The user and the groups of the first process of a container ({@code status.containerStatuses[].user}, KEP-3619):
 * those that its pod names. What the file {@code /etc/group} of an image adds to them is not known.
 *
 * @param areReported whether the runtime reports them
 * @param runsAsRoot whether an image's own user is root; the number of another one is not known
 */
public record ContainerUsers(boolean areReported, Predicate<String> runsAsRoot) {

    /** The field of the status; empty when it is not reported, or not known. */
    Map<String, Object> of(Pod pod, Container spec) {
        if (!areReported) {
            return Collections.emptyMap();
        }
        Map<String, Object> pods = pod.spec().securityContext();
        Map<?, ?> own = spec.other().get("securityContext") instanceof Map<?, ?> given ? given : Collections.emptyMap();
        Object uid = either(own, pods, "runAsUser");
        if (uid == null && !runsAsRoot.test(spec.image())) {
            return Collections.emptyMap();
        }
        Object gid = either(own, pods, "runAsGroup");
        long group = gid instanceof Number number ? number.longValue() : 0;
        SortedSet<Long> groups = new TreeSet<>(List.of(group));
        if (pods != null && pods.get("fsGroup") instanceof Number number) {
            groups.add(number.longValue());
        }
        if (pods != null && pods.get("supplementalGroups") instanceof List<?> more) {
            more.forEach(one -> groups.add(((Number) one).longValue()));
        }
        Map<String, Object> linux = new LinkedHashMap<>();
        linux.put("uid", uid instanceof Number number ? number.longValue() : 0);
        linux.put("gid", group);
        linux.put("supplementalGroups", List.copyOf(groups));
        return Collections.singletonMap("user", Collections.singletonMap("linux", linux));
    }

    private static @Nullable Object either(Map<?, ?> own, @Nullable Map<String, Object> pods, String name) {
        Object given = own.get(name);
        return given == null && pods != null ? pods.get(name) : given;
    }
}
