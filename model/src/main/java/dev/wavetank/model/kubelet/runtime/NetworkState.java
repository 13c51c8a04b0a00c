package dev.wavetank.model.kubelet.runtime;

import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Whether the runtime can connect pods. The real kubelet asks the runtime every five seconds ({@code updateRuntimeUp},
 * pkg/kubelet/kubelet.go v1.20); this one knows at once what it would hear, which costs a run without such trouble
 * nothing.
 *
 * @param problem what the runtime says is wrong, or null
 * @param version of the kubelet
 */
public record NetworkState(Supplier<@Nullable String> problem, KubernetesVersion version) {

    /** What the kubelet says of its network when it is not ready. */
    public Optional<String> error() {
        String found = problem.get();
        if (found == null) {
            return Optional.empty();
        }
        String subject = version.has(Feature.CONTAINER_RUNTIME_NETWORK_TEXT) ? "container runtime" : "runtime";
        return Optional.of(subject + " network not ready: " + found);
    }
}
