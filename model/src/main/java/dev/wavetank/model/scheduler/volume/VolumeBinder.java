package dev.wavetank.model.scheduler.volume;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.PersistentVolume;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.storage.StorageClass;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.scheduler.framework.Handle;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.model.volume.EphemeralVolume;
import dev.wavetank.model.volume.LatestObjects;
import dev.wavetank.model.volume.VolumeClaim;
import dev.wavetank.sim.component.Context;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Caches volumes, claims and classes, and computes their constraints on a pod. */
public final class VolumeBinder {

    private final Context context;
    private final ApiClient client;
    private final KubernetesVersion version;
    private final Informer<StorageClass> classes;
    private final LatestObjects<PersistentVolume> latestVolumes;
    private final LatestObjects<PersistentVolumeClaim> latestClaims;
    private final Informer<Pod> pods;
    private final Informer<Node> nodes;
    private final long patience;

    /**
     * A binder with the caches of the scheduler.
     *
     * @param patience how long it waits for volumes, in nanoseconds
     */
    VolumeBinder(Handle handle, long patience) {
        this.patience = patience;
        this.context = handle.context();
        this.client = handle.client();
        this.version = handle.version();
        this.pods = handle.cluster().informer(Pod.class);
        this.nodes = handle.cluster().informer(Node.class);
        this.classes = handle.cluster().informer(StorageClass.class);
        this.latestVolumes = new LatestObjects<>(handle.cluster().informer(PersistentVolume.class));
        this.latestClaims = new LatestObjects<>(handle.cluster().informer(PersistentVolumeClaim.class));
    }

    long patience() {
        return patience;
    }

    /** The constraints of a pod's claims on its placement; empty for a pod without claims. */
    public Optional<PodVolumes> of(Pod pod) {
        List<ObjectKey> names = VolumeClaim.of(pod);
        return names.isEmpty() ? Optional.empty() : Optional.of(sorted(pod, names));
    }

    private PodVolumes sorted(Pod pod, List<ObjectKey> names) {
        List<PersistentVolumeClaim> bound = new ArrayList<>();
        List<PersistentVolumeClaim> waiting = new ArrayList<>();
        ObjectKey unbound = null;
        for (ObjectKey name : names) {
            PersistentVolumeClaim claim = latestClaims.latest(name);
            Optional<String> refusal = refusal(pod, name, claim);
            if (refusal.isPresent()) {
                return PodVolumes.refused(refusal.get(), severityOfChecks());
            }
            if (VolumeClaim.isFullyBound(claim)) {
                bound.add(claim);
            } else if (claim.volumeName() == null && VolumeClaim.waitsForConsumer(claim, storageClass(claim))) {
                waiting.add(claim);
            } else {
                unbound = unbound == null ? name : unbound;
            }
        }
        if (unbound != null) {
            return PodVolumes.refused(
                    unbound(unbound),
                    version.has(Feature.UNBOUND_CLAIMS_REFUSE)
                            ? PodVolumes.Severity.REFUSAL
                            : PodVolumes.Severity.ERROR_OF_NODES);
        }
        waiting.sort(Comparator.comparing(VolumeClaim::size));
        return new PodVolumes(this, bound, waiting);
    }

    /** Of a claim that is missing or going. */
    private PodVolumes.Severity severityOfChecks() {
        if (version.has(Feature.CLAIMS_CHECKED_BY_PLUGIN)) {
            return PodVolumes.Severity.REFUSAL;
        }
        return version.has(Feature.CLAIMS_CHECKED_FIRST)
                ? PodVolumes.Severity.ERROR
                : PodVolumes.Severity.ERROR_OF_NODES;
    }

    private String unbound(ObjectKey claim) {
        if (!version.has(Feature.UNBOUND_CLAIMS_TEXT)) {
            return "PersistentVolumeClaim is not bound: \"" + claim.name() + "\"";
        }
        return version.has(Feature.UNBOUND_IMMEDIATE_TEXT)
                ? "pod has unbound immediate PersistentVolumeClaims"
                : "pod has unbound PersistentVolumeClaims";
    }

    /** {@code podHasPVCs} of {@code volumebinding/volume_binding.go}, v1.32. */
    private Optional<String> refusal(Pod pod, ObjectKey name, PersistentVolumeClaim claim) {
        String quoted = "persistentvolumeclaim \"" + name.name() + "\"";
        if (claim == null) {
            boolean isToBeMade =
                    version.has(Feature.GENERIC_EPHEMERAL_VOLUME_TEXTS) && EphemeralVolume.isClaimOf(pod, name);
            return Optional.of(
                    isToBeMade
                            ? "waiting for ephemeral volume controller to create the " + quoted
                            : quoted + " not found");
        }
        if (version.has(Feature.LOST_CLAIM_ERROR) && "Lost".equals(claim.phase())) {
            return Optional.of(quoted + " bound to non-existent persistentvolume \""
                    + claim.spec().volumeName() + "\"");
        }
        return claim.metadata().isDeleting() && version.has(Feature.CLAIMS_CHECKED_FIRST)
                ? Optional.of(quoted + " is being deleted")
                : EphemeralVolume.refusal(pod, claim, version);
    }

    StorageClass storageClass(PersistentVolumeClaim claim) {
        String name = VolumeClaim.className(claim);
        return name.isEmpty() ? null : classes.cached(new ObjectKey(null, name));
    }

    LatestObjects<PersistentVolume> volumes() {
        return latestVolumes;
    }

    LatestObjects<PersistentVolumeClaim> claims() {
        return latestClaims;
    }

    /** The cached node, or null. */
    Node node(String name) {
        return nodes.cached(new ObjectKey(null, name));
    }

    /** Whether the pod is still cached. */
    boolean knows(Pod pod) {
        return pods.cached(pod.key()) != null;
    }

    ApiClient client() {
        return client;
    }

    Context context() {
        return context;
    }

    KubernetesVersion version() {
        return version;
    }
}
