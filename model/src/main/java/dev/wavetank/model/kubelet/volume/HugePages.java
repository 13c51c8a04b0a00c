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
 * The sizes of pages of {@code emptyDir} volumes with the medium {@code HugePages}: what the containers of the pod ask
 * for ({@code getPageSizeMountOption}, pkg/volume/emptydir/empty_dir.go v1.19).
 */
final class HugePages {

    private static final String MEDIUM = "HugePages";
    private static final String SIZED = MEDIUM + "-";
    private static final String RESOURCE = "hugepages-";

    private final boolean sized;

    HugePages(KubernetesVersion version) {
        this.sized = version.has(Feature.HUGE_PAGES_MEDIUM_SIZE);
    }

    /** Whether the medium of a volume is huge pages. */
    static boolean is(Map<?, ?> emptyDir) {
        return emptyDir.get("medium") instanceof String medium && medium.startsWith(MEDIUM);
    }

    /** Why the volume cannot be set up; empty when it can. */
    Optional<String> error(Pod pod, Map<?, ?> emptyDir) {
        String medium = String.valueOf(emptyDir.get("medium"));
        SortedSet<String> asked = asked(pod);
        if (!sized) {
            return unsized(medium, asked);
        }
        boolean isThere =
                medium.startsWith(SIZED) ? asked.contains(size(medium.substring(SIZED.length()))) : !asked.isEmpty();
        if (!medium.startsWith(SIZED) && asked.size() > 1) {
            return Optional.of("medium: " + medium + " can't be used if container requests multiple huge page sizes");
        }
        return isThere
                ? Optional.empty()
                : Optional.of("medium " + medium + ": hugePages storage requested, but there is no resource request for"
                        + " huge pages");
    }

    /** {@code getPageSizeMountOptionFromPod} v1.10. */
    private static Optional<String> unsized(String medium, SortedSet<String> asked) {
        if (!medium.equals(MEDIUM)) {
            return Optional.of("unknown storage medium \"" + medium + "\"");
        }
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
