package dev.wavetank.model.kubelet.status;

import dev.wavetank.model.api.core.Pod;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What of a pod's status is the kubelet's own ({@code isPodStatusByKubeletEqual}, pkg/kubelet/status v1.20). */
final class OwnStatus {

    private static final List<String> CONDITIONS =
            List.of("PodScheduled", "Initialized", "ContainersReady", "Ready");

    private OwnStatus() {}

    /** Whether the API shows what the kubelet has written; conditions of others may be there or not. */
    static boolean isShown(Pod.Status written, Pod.@Nullable Status shown) {
        return shown != null
                && Objects.equals(written.phase(), shown.phase())
                && Objects.equals(written.reason(), shown.reason())
                && Objects.equals(written.message(), shown.message())
                && Objects.equals(written.podIP(), shown.podIP())
                && written.containerStatuses().equals(shown.containerStatuses())
                && written.initContainerStatuses().equals(shown.initContainerStatuses())
                && written.conditions().stream()
                        .filter(one -> CONDITIONS.contains(one.type()))
                        .allMatch(one -> one.status().equals(statusOf(shown, one.type())));
    }

    private static @Nullable String statusOf(Pod.Status shown, String type) {
        return shown.conditions().stream()
                .filter(one -> one.type().equals(type))
                .map(Pod.Condition::status)
                .findFirst()
                .orElse(null);
    }
}
