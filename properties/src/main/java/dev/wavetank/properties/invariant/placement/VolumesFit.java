package dev.wavetank.properties.invariant.placement;

import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.PersistentVolume;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.quantity.Quantity;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A volume that a controller chooses for a claim is as large as the claim asks for, of its class, can be mounted as it
 * wants, and belongs to it alone; and it is the smallest of those that are free and alike.
 */
public final class VolumesFit implements Invariant {

    private static final String BY_CONTROLLER = "pv.kubernetes.io/bound-by-controller";

    private final CacheLag lag;
    private final Map<String, Known> volumes = new LinkedHashMap<>();
    private final Map<String, PersistentVolumeClaim> claims = new LinkedHashMap<>();

    /** A volume, and since when it is what it is but for its status. */
    private record Known(PersistentVolume volume, long since) {}

    /** With the age of what controllers act on. */
    public VolumesFit(CacheLag lag) {
        this.lag = lag;
    }

    @Override
    public String name() {
        return "VolumesFit";
    }

    @Override
    public String reason() {
        return "A database that is given less room than it asks for stops in the middle of the night, and a small"
                + " claim that takes a large volume leaves none for the next. Volumes that users have set aside for"
                + " a claim are not compared with others, nor are those with rules about nodes, or other modes.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Kubernetes documentation v1.32, Persistent Volumes, Binding",
                "staging/src/k8s.io/component-helpers/storage/volume/pv_helpers.go (v1.32), FindMatchingVolume;"
                        + " pkg/controller/volume/persistentvolume/index.go, findBestMatchForClaim");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.STORAGE, Tag.SAFETY, Tag.AT_REST);
    }

    @Override
    public String statement() {
        return "A volume that a claim is bound to is its alone, as large as it asks for, of its class and modes, and"
                + " the smallest such.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(PersistentVolume.class, PersistentVolumeClaim.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (!(entry.record() instanceof StoreTrace change)) {
            return;
        }
        boolean isGone = change.change() == WatchEvent.Type.DELETED;
        if (change.object() instanceof PersistentVolumeClaim claim) {
            if (isGone) {
                claims.remove(claim.uid());
            } else {
                claims.put(claim.uid(), claim);
            }
        } else if (change.object() instanceof PersistentVolume volume) {
            if (isGone) {
                volumes.remove(volume.uid());
                return;
            }
            Known before = volumes.get(volume.uid());
            if (before != null
                    && claimOf(before.volume()).isEmpty()
                    && !claimOf(volume).isEmpty()) {
                judge(before.volume(), volume, claims.get(claimOf(volume)), entry.time(), outcomes);
            }
            long since = before != null && isSame(before.volume(), volume) ? before.since() : entry.time();
            volumes.put(volume.uid(), new Known(volume, since));
        }
    }

    private static boolean isSame(PersistentVolume before, PersistentVolume now) {
        return before.spec().equals(now.spec())
                && before.metadata().isDeleting() == now.metadata().isDeleting()
                && String.valueOf(before.phase()).equals(String.valueOf(now.phase()));
    }

    private static String claimOf(PersistentVolume volume) {
        PersistentVolume.ClaimReference reference = volume.spec().claimRef();
        return reference == null || reference.uid() == null ? "" : reference.uid();
    }

    @Override
    public void atRest(long now, Outcomes outcomes) {
        for (PersistentVolumeClaim claim : claims.values()) {
            volumes.values().stream()
                    .map(Known::volume)
                    .filter(volume -> "Bound".equals(claim.phase())
                            && volume.metadata().name().equals(claim.volumeName())
                            && !claimOf(volume).equals(claim.uid()))
                    .forEach(volume -> outcomes.broken(
                            this,
                            ObjectNames.of(claim),
                            "is bound to " + ObjectNames.of(volume) + ", which is not its"));
        }
    }

    /** A volume was reserved for a claim just now. */
    private void judge(
            PersistentVolume before,
            PersistentVolume volume,
            @Nullable PersistentVolumeClaim claim,
            long now,
            Outcomes outcomes) {
        if (claim == null) {
            return;
        }
        String name = ObjectNames.of(volume);
        PersistentVolume.ClaimReference wish = before.spec().claimRef();
        if (wish != null && !wish.key().equals(claim.key())) {
            outcomes.broken(this, ObjectNames.of(claim), "gets " + name + ", which is set aside for " + wish.key());
        }
        if (!volume.metadata().annotations().containsKey(BY_CONTROLLER)) {
            return;
        }
        if (size(volume).compareTo(size(claim)) < 0) {
            outcomes.broken(
                    this,
                    ObjectNames.of(claim),
                    "gets " + name + " of " + volume.spec().capacity().get("storage") + ", expected " + wanted(claim)
                            + " at least");
        }
        if (!text(volume.spec().storageClassName()).equals(className(claim))) {
            outcomes.broken(this, ObjectNames.of(claim), "gets " + name + " of another class");
        }
        if (!volume.spec().accessModes().containsAll(claim.spec().accessModes())) {
            outcomes.broken(this, ObjectNames.of(claim), "gets " + name + " without the modes that it asks for");
        }
        for (Known other : volumes.values()) {
            if (isAlike(other.volume(), volume)
                    && claim.volumeName() == null
                    && claim.spec().selector() == null
                    && size(other.volume()).compareTo(size(claim)) >= 0
                    && size(other.volume()).compareTo(size(volume)) < 0
                    && !lag.mayHide(other.since(), now)) {
                outcomes.broken(
                        this,
                        ObjectNames.of(claim),
                        "gets " + name + ", although " + ObjectNames.of(other.volume())
                                + " is free, large enough, and smaller");
            }
        }
    }

    /** Whether a volume could be had instead of another. */
    private static boolean isAlike(PersistentVolume free, PersistentVolume chosen) {
        return "Available".equals(free.phase())
                && free.spec().claimRef() == null
                && !free.metadata().isDeleting()
                && free.spec().nodeAffinity() == null
                && chosen.spec().nodeAffinity() == null
                && text(free.spec().storageClassName())
                        .equals(text(chosen.spec().storageClassName()))
                && text(free.spec().volumeMode()).equals(text(chosen.spec().volumeMode()))
                && free.spec().accessModes().equals(chosen.spec().accessModes());
    }

    private static Quantity size(PersistentVolume volume) {
        return Quantity.parse(volume.spec().capacity().getOrDefault("storage", "0"));
    }

    private static Quantity size(PersistentVolumeClaim claim) {
        return Quantity.parse(wanted(claim));
    }

    private static String wanted(PersistentVolumeClaim claim) {
        return claim.spec().resources() == null
                ? "0"
                : claim.spec().resources().requests().getOrDefault("storage", "0");
    }

    private static String className(PersistentVolumeClaim claim) {
        String old = claim.metadata().annotations().get("volume.beta.kubernetes.io/storage-class");
        return old == null ? text(claim.spec().storageClassName()) : old;
    }

    private static String text(@Nullable String text) {
        return text == null ? "" : text;
    }
}
