package dev.wavetank.model.scheduler.volume;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.PersistentVolume;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.workqueue.FailureText;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.volume.Annotated;
import dev.wavetank.model.volume.VolumeAnnotations;
import dev.wavetank.model.volume.VolumeClaim;
import dev.wavetank.model.volume.VolumeMatching;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Writes the decisions about the volumes of a pod to the API, and waits until the claims are bound: checks every
 * second, as long as the plug-in is told to.
 */
public final class VolumeWrites {

    private static final long LOOK = VirtualTime.SECOND;

    private final VolumeBinder binder;
    private final Pod pod;
    private final String node;
    private final List<PersistentVolume> volumes = new ArrayList<>();
    private final List<PersistentVolumeClaim> claimsOfVolumes = new ArrayList<>();
    private final List<PersistentVolumeClaim> provisions = new ArrayList<>();

    VolumeWrites(VolumeBinder binder, Pod pod, String node, PodVolumes.Plan plan) {
        this.binder = binder;
        this.pod = pod;
        this.node = node;
        for (PodVolumes.Pair pair : plan.bindings()) {
            volumes.add(VolumeMatching.bound(pair.volume(), pair.claim()).orElse(pair.volume()));
            claimsOfVolumes.add(pair.claim());
        }
        for (PersistentVolumeClaim claim : plan.provisions()) {
            provisions.add(claim.withMetadata(Annotated.with(claim.metadata(), VolumeAnnotations.SELECTED_NODE, node)));
        }
    }

    void assume() {
        volumes.forEach(binder.volumes()::put);
        provisions.forEach(binder.claims()::put);
    }

    /** Done when all claims are bound, or with the reason why they are not. */
    public Completion<Optional<String>> bind() {
        return write(0).then(failure -> failure.isPresent() ? Completion.of(failure) : await());
    }

    /** Writes volumes and then claims, one after the other; reverts the assumptions after a failure. */
    private Completion<Optional<String>> write(int index) {
        if (index == volumes.size() + provisions.size()) {
            return Completion.of(Optional.empty());
        }
        boolean isVolume = index < volumes.size();
        ApiRequest request = isVolume
                ? new ApiRequest.Update(Resources.PERSISTENT_VOLUMES, "", volumes.get(index))
                : new ApiRequest.Update(Resources.PERSISTENT_VOLUME_CLAIMS, "", provisions.get(index - volumes.size()));
        return binder.client().send(request).then(response -> {
            if (response instanceof ApiResponse.One one) {
                written(index, one.object());
                return write(index + 1);
            }
            restoreFrom(index);
            return Completion.of(Optional.of(FailureText.of(response)));
        });
    }

    private void written(int index, KubernetesObject stored) {
        if (index < volumes.size()) {
            volumes.set(index, volumes.get(index).withMetadata(stored.metadata()));
        } else {
            int claim = index - volumes.size();
            provisions.set(claim, provisions.get(claim).withMetadata(stored.metadata()));
        }
    }

    private void restoreFrom(int index) {
        for (int i = index; i < volumes.size(); i++) {
            binder.volumes().restore(volumes.get(i).key());
        }
        for (int i = Math.max(0, index - volumes.size()); i < provisions.size(); i++) {
            binder.claims().restore(provisions.get(i).key());
        }
    }

    private Completion<Optional<String>> await() {
        Completion<Optional<String>> result = new Completion<>(binder.context());
        look(result, binder.context().now() + binder.patience());
        return result;
    }

    private void look(Completion<Optional<String>> result, long deadline) {
        binder.context().after(LOOK, () -> {
            Optional<String> failure = failure();
            boolean isLate = binder.context().now() >= deadline;
            if (failure.isPresent() || isDone()) {
                result.complete(failure.map(why -> "binding volumes: " + why));
            } else if (isLate) {
                result.complete(Optional.of("binding volumes: " + timeout()));
            } else {
                look(result, deadline);
            }
        });
    }

    private String timeout() {
        return !binder.version().has(Feature.VOLUME_BINDING_CONTEXT)
                ? "timed out waiting for the condition"
                : "context deadline exceeded";
    }

    /** Why waiting is useless, if it is. Ignores cached objects older than the writes. */
    private Optional<String> failure() {
        Node target = binder.node(node);
        if (target == null) {
            return Optional.of("failed to get node \"" + node + "\": node \"" + node + "\" not found");
        }
        if (!binder.knows(pod)) {
            return Optional.of(
                    "pod does not exist any more: pod \"" + pod.metadata().name() + "\" not found");
        }
        for (PersistentVolume written : volumes) {
            PersistentVolume seen = binder.volumes().seen(written.key());
            if (seen == null) {
                return Optional.of("failed to check binding: could not find v1.PersistentVolume \""
                        + written.metadata().name() + "\"");
            }
            if (isNews(seen, written) && !isKept(seen)) {
                return Optional.of(
                        "ClaimRef got reset for pv \"" + written.metadata().name() + "\"");
            }
        }
        for (PersistentVolumeClaim written : provisions) {
            Optional<String> failure = failure(written, target);
            if (failure.isPresent()) {
                return failure;
            }
        }
        return Optional.empty();
    }

    private Optional<String> failure(PersistentVolumeClaim written, Node target) {
        PersistentVolumeClaim seen = binder.claims().seen(written.key());
        if (seen == null) {
            return Optional.of("failed to check provisioning pvc: could not find v1.PersistentVolumeClaim \""
                    + written.key() + "\"");
        }
        if (!isNews(seen, written)) {
            return Optional.empty();
        }
        if (!node.equals(seen.metadata().annotations().get(VolumeAnnotations.SELECTED_NODE))) {
            return Optional.of(
                    "provisioning failed for PVC \"" + written.metadata().name() + "\"");
        }
        PersistentVolume volume =
                seen.volumeName() == null ? null : binder.volumes().seen(new ObjectKey(null, seen.volumeName()));
        return volume == null || VolumeMatching.isReachable(volume, target)
                ? Optional.empty()
                : Optional.of("pv \"" + volume.metadata().name() + "\" node affinity doesn't match node \"" + node
                        + "\": no matching NodeSelectorTerms");
    }

    private static boolean isNews(KubernetesObject seen, KubernetesObject written) {
        return seen.metadata().revision() >= written.metadata().revision();
    }

    private static boolean isKept(PersistentVolume volume) {
        return volume.spec().claimRef() != null && volume.spec().claimRef().hasUid();
    }

    private boolean isDone() {
        return claimsOfVolumes.stream().allMatch(this::isBound)
                && provisions.stream().allMatch(this::isBound);
    }

    private boolean isBound(PersistentVolumeClaim claim) {
        PersistentVolumeClaim seen = binder.claims().seen(claim.key());
        return seen != null && VolumeClaim.isFullyBound(seen);
    }
}
