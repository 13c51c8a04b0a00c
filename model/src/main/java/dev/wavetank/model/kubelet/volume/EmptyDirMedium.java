package dev.wavetank.model.kubelet.volume;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.quantity.Quantity;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Where {@code emptyDir} volumes are: on the disk, in memory, or in huge pages of the size that the containers of the
 * pod ask for ({@code SetUpAt} and {@code getPageSizeMountOption}, pkg/volume/emptydir/empty_dir.go v1.19).
 */
final class EmptyDirMedium {

    private static final String MEMORY = "Memory";
    private static final String HUGE_PAGES = "HugePages";
    private static final String SIZED = HUGE_PAGES + "-";
    private static final String RESOURCE = "hugepages-";

    private final boolean sized;

    EmptyDirMedium(KubernetesVersion version) {
        this.sized = version.has(Feature.HUGE_PAGES_MEDIUM_SIZE);
    }

    /** Why the volume cannot be set up; empty when it can. */
    Optional<String> error(Pod pod, Map<?, ?> emptyDir) {
        String medium = emptyDir.get("medium") instanceof String text ? text : "";
        if (medium.isEmpty() || medium.equals(MEMORY)) {
            return Optional.empty();
        }
        boolean isKnown = medium.equals(HUGE_PAGES) || sized && medium.startsWith(SIZED);
        if (!isKnown) {
            return Optional.of("unknown storage medium \"" + medium + "\"");
        }
        SortedSet<String> asked = asked(pod);
        return sized ? sized(medium, asked) : unsized(asked);
    }

    private static Optional<String> sized(String medium, SortedSet<String> asked) {
        boolean isThere = !asked.isEmpty();
        if (medium.startsWith(SIZED)) {
            try {
                isThere = asked.contains(size(medium.substring(SIZED.length())));
            } catch (IllegalArgumentException wrong) {
                return Optional.of(String.valueOf(wrong.getMessage()));
            }
        } else if (asked.size() > 1) {
            return Optional.of("medium: " + medium + " can't be used if container requests multiple huge page sizes");
        }
        return isThere
                ? Optional.empty()
                : Optional.of("medium " + medium + ": hugePages storage requested, but there is no resource request for"
                        + " huge pages");
    }

    /** {@code getPageSizeMountOptionFromPod} v1.10. */
    private static Optional<String> unsized(SortedSet<String> asked) {
        if (asked.size() > 1) {
            return Optional.of("multiple pageSizes for huge pages in a single PodSpec");
        }
        return asked.isEmpty()
                ? Optional.of("hugePages storage requested, but there is no resource request for huge pages.")
                : Optional.empty();
    }

    private static SortedSet<String> asked(Pod pod) {
        SortedSet<String> sizes = new TreeSet<>();
        Stream.concat(pod.spec().containers().stream(), pod.spec().initContainers().stream())
                .map(Container::resources)
                .filter(resources -> resources != null)
                .flatMap(resources -> resources.requests().keySet().stream())
                .filter(name -> name.startsWith(RESOURCE))
                .forEach(name -> sizes.add(size(name.substring(RESOURCE.length()))));
        return sizes;
    }

    /** In bytes, so that one size has one name. */
    private static String size(String quantity) {
        return Long.toString(Quantity.parse(quantity).value());
    }
}
