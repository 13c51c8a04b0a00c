package dev.wavetank.model.volume;

import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.PersistentVolume;
import dev.wavetank.model.api.core.PersistentVolume.ClaimReference;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.nodefit.RequiredNodeAffinity;
import dev.wavetank.model.quantity.Quantity;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Which volume fits a claim: the smallest that is large enough, of the right class and mode, with the labels that are
 * asked for, and free or kept for this very claim. The functions of {@code component-helpers/storage/volume}.
 */
public final class VolumeMatching {

    private static final Comparator<List<String>> FEWEST_FIRST =
            Comparator.<List<String>>comparingInt(List::size).thenComparing(List::toString);

    private VolumeMatching() {}

    /** Whether a volume is kept for or bound to that claim. */
    public static boolean isBoundTo(PersistentVolume volume, PersistentVolumeClaim claim) {
        ClaimReference reference = volume.spec().claimRef();
        return reference != null
                && reference.key().equals(claim.key())
                && (!reference.hasUid() || reference.uid().equals(claim.uid()));
    }

    /**
     * The volume that the controller chooses: among those with as few access modes as possible the smallest.
     *
     * @param waits whether the scheduler is to choose, so that only a volume that is kept for the claim will do
     */
    public static Optional<PersistentVolume> bestFor(
            PersistentVolumeClaim claim, Collection<PersistentVolume> volumes, boolean waits) {
        Map<List<String>, List<PersistentVolume>> byModes = new TreeMap<>(FEWEST_FIRST);
        for (PersistentVolume volume : volumes) {
            if (hasModes(volume, claim)) {
                List<String> modes = new ArrayList<>(new TreeSet<>(volume.spec().accessModes()));
                byModes.computeIfAbsent(modes, none -> new ArrayList<>()).add(volume);
            }
        }
        for (List<PersistentVolume> candidates : byModes.values()) {
            Search search = new Search(claim, null, waits);
            Optional<PersistentVolume> found = search.among(candidates, Collections.emptySet());
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    /**
     * The volume that the scheduler chooses for a pod that may go to a node.
     *
     * @param taken names of volumes that other claims of the pod get
     */
    public static Optional<PersistentVolume> bestOn(
            Node node, PersistentVolumeClaim claim, Collection<PersistentVolume> volumes, Set<String> taken) {
        return new Search(claim, node, true).among(volumes, taken);
    }

    /** Whether a volume can be reached from a node. */
    public static boolean isReachable(PersistentVolume volume, Node node) {
        Map<String, Object> affinity = volume.spec().nodeAffinity();
        return affinity == null
                || !(affinity.get("required") instanceof Map<?, ?> required)
                || RequiredNodeAffinity.matchesSelector(required, node);
    }

    /** Whether the two are of different modes; one that names none is a file system. */
    public static boolean differInMode(PersistentVolume volume, PersistentVolumeClaim claim) {
        return !mode(volume.spec().volumeMode()).equals(mode(claim.spec().volumeMode()));
    }

    private static String mode(String given) {
        return given == null ? "Filesystem" : given;
    }

    /** Whether a volume can be mounted in all the ways that a claim asks for. */
    public static boolean hasModes(PersistentVolume volume, PersistentVolumeClaim claim) {
        return volume.spec().accessModes().containsAll(claim.spec().accessModes());
    }

    /** The volume as it is to be stored to be bound to that claim; empty when it is already. */
    public static Optional<PersistentVolume> bound(PersistentVolume volume, PersistentVolumeClaim claim) {
        ClaimReference reference = volume.spec().claimRef();
        PersistentVolume changed = volume;
        if (reference == null
                || !reference.key().equals(claim.key())
                || !claim.uid().equals(reference.uid())) {
            changed = changed.withSpec(changed.spec().withClaimRef(ClaimReference.to(claim)));
        }
        if (!isBoundTo(volume, claim)
                && !volume.metadata().annotations().containsKey(VolumeAnnotations.BOUND_BY_CONTROLLER)) {
            changed = changed.withMetadata(
                    Annotated.with(changed.metadata(), VolumeAnnotations.BOUND_BY_CONTROLLER, VolumeAnnotations.YES));
        }
        return changed == volume ? Optional.empty() : Optional.of(changed);
    }

    /** One search, for the controller when there is no node. */
    private record Search(
            PersistentVolumeClaim claim, @Nullable Node node, boolean waits) {

        private Optional<PersistentVolume> among(Collection<PersistentVolume> volumes, Set<String> taken) {
            Quantity wanted = VolumeClaim.size(claim);
            PersistentVolume smallest = null;
            for (PersistentVolume volume : volumes) {
                if (taken.contains(volume.metadata().name()) || !isCandidate(volume, wanted)) {
                    continue;
                }
                if (isBoundTo(volume, claim)) {
                    return node == null || isReachable(volume, node) ? Optional.of(volume) : Optional.empty();
                }
                boolean isSmaller =
                        smallest == null || VolumeClaim.size(volume).compareTo(VolumeClaim.size(smallest)) < 0;
                if (isSmaller && isFree(volume)) {
                    smallest = volume;
                }
            }
            return Optional.ofNullable(smallest);
        }

        private boolean isCandidate(PersistentVolume volume, Quantity wanted) {
            return (volume.spec().claimRef() == null || isBoundTo(volume, claim))
                    && VolumeClaim.size(volume).compareTo(wanted) >= 0
                    && !differInMode(volume, claim)
                    && !volume.metadata().isDeleting();
        }

        private boolean isFree(PersistentVolume volume) {
            if (node == null && waits || !"Available".equals(volume.phase())) {
                return false;
            }
            boolean isChosen = claim.spec().selector() == null
                    || claim.spec().selector().matches(volume.metadata().labels());
            return isChosen
                    && VolumeClaim.className(volume).equals(VolumeClaim.className(claim))
                    && (node == null || isReachable(volume, node) && hasModes(volume, claim));
        }
    }
}
