package dev.wavetank.model.kubelet.volume;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * What a kubelet says of a pod whose volumes are not there ({@code WaitForAttachAndMount} and {@code syncPod},
 * pkg/kubelet v1.32). Since v1.16 it says at once what is wrong with claims; since v1.28 it does not say any more
 * that it has waited in vain, because what is wrong has Events of its own.
 */
final class MountTexts {

    private final UsedVolumes used;
    private final boolean reportsErrors;
    private final boolean reportsWaits;
    private final boolean namesFailed;
    private final boolean namesApart;
    private final boolean reportsMounts;

    MountTexts(KubernetesVersion version) {
        this.used = new UsedVolumes(version);
        this.reportsErrors = version.has(Feature.VOLUME_PROCESSING_ERRORS);
        this.reportsWaits = version.has(Feature.VOLUME_WAIT_EVENTS);
        this.namesFailed = version.has(Feature.FAILED_VOLUMES_NAMED);
        this.namesApart = version.has(Feature.UNATTACHED_VOLUMES_APART);
        this.reportsMounts = version.has(Feature.MOUNT_EVENTS);
    }

    /** Whether an Event says at once what is wrong with the claims of a pod. */
    boolean reportsErrors() {
        return reportsErrors;
    }

    /** Whether an Event says that the kubelet has waited for too long. */
    boolean reportsWaits() {
        return reportsWaits;
    }

    /** About a volume that is mounted; without an Event since v1.11 ({@code GenerateMountVolumeFunc} v1.8). */
    Optional<String> mounted(String volume) {
        return reportsMounts
                ? Optional.of("MountVolume.SetUp succeeded for volume \"" + volume + "\" ")
                : Optional.empty();
    }

    /** About claims that cannot be used. */
    String failed(Pod pod, List<BoundVolumes.Failure> failures) {
        Collection<String> volumes = new TreeSet<>();
        Collection<String> errors = new TreeSet<>();
        for (BoundVolumes.Failure failure : failures) {
            volumes.add(failure.volume());
            errors.add(failure.error());
        }
        return unmounted(pod, volumes, List.of(), volumes) + String.join("; ", errors);
    }

    /**
     * About a wait that has taken too long.
     *
     * @param missing the volumes that are not mounted
     * @param unattached those that are not even attached
     * @param failed those whose claims cannot be used
     */
    String waited(Pod pod, Collection<String> missing, Collection<String> unattached, Collection<String> failed) {
        if (reportsErrors) {
            return unmounted(pod, missing, unattached, failed) + "timed out waiting for the condition";
        }
        String name = pod.key().name() + "_" + pod.key().namespace() + "(" + pod.uid() + ")";
        return "Unable to mount volumes for pod \"" + name + "\": timeout expired waiting for volumes to attach"
                + (namesApart ? " or " : "/") + "mount for pod \"" + pod.key().namespace() + "\"/\""
                + pod.key().name() + "\". list of "
                + (namesApart
                        ? "unmounted volumes=" + list(missing) + ". list of unattached volumes=" + list(all(pod))
                        : "unattached/unmounted volumes=" + list(missing));
    }

    /** Up to v1.26 all volumes counted as unattached. */
    private String unmounted(
            Pod pod, Collection<String> missing, Collection<String> unattached, Collection<String> failed) {
        return "Unable to attach or mount volumes: unmounted volumes=" + list(missing) + ", unattached volumes="
                + (namesFailed ? list(unattached) + ", failed to process volumes=" + list(failed) : list(all(pod)))
                + ": ";
    }

    private List<String> all(Pod pod) {
        return used.of(pod).stream().map(UsedVolumes::name).distinct().toList();
    }

    private static String list(Collection<String> names) {
        return "[" + String.join(" ", names) + "]";
    }
}
