package dev.wavetank.model.apiserver.registry.update;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.apiserver.registry.pod.PodStrategy;
import dev.wavetank.model.apiserver.registry.strategy.Strategy;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.apiserver.request.FieldValidation;
import dev.wavetank.model.gotext.GoSyntax;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Applies the changes that patches ask for. */
public final class Patches {

    /** {@code PodConditionByKubelet}, pkg/kubelet/types/pod_status.go. */
    private static final Set<String> OF_KUBELETS = new LinkedHashSet<>(List.of(
            "PodScheduled",
            "PodHasNetwork",
            "PodReadyToStartContainers",
            "Initialized",
            "ContainersReady",
            "Ready",
            "PodResizePending",
            "PodResizeInProgress"));

    private Patches() {}

    /** The object after the patch. */
    public static Changed apply(
            ApiRequest.Patch patch,
            FieldValidation validation,
            KubernetesObject before,
            Strategy<KubernetesObject> strategy,
            KubernetesVersion version) {
        ApiRequest.Change change = patch.change();
        if (change instanceof ApiRequest.Change.AddOwner add) {
            return foreign(patch, add.uid(), before)
                    ? uidIsImmutable(patch, add.uid(), version)
                    : new Changed.To(withOwner(before, add.owner()));
        }
        if (change instanceof ApiRequest.Change.RemoveOwner remove) {
            return foreign(patch, remove.uid(), before)
                    ? uidIsImmutable(patch, remove.uid(), version)
                    : new Changed.To(withoutOwner(before, remove.ownerUid()));
        }
        if (change instanceof ApiRequest.Change.PodStatus status) {
            return foreign(patch, status.pod().uid(), before)
                    ? uidIsImmutable(patch, status.pod().uid(), version)
                    : podStatus(status, before);
        }
        if (change instanceof ApiRequest.Change.NodeConditions conditions) {
            return NodePatch.conditions(conditions, before);
        }
        if (change instanceof ApiRequest.Change.NodeTaints taints) {
            return NodePatch.taints(patch, taints, before);
        }
        if (change instanceof ApiRequest.Change.Replicas replicas) {
            return scaled(strategy, replicas.replicas(), before);
        }
        if (change instanceof ApiRequest.Change.Merge merge) {
            if (patch.subresource().isEmpty() && AnnotationPatch.changes(merge.tree())) {
                return new Changed.To(strategy.prepareForUpdate(AnnotationPatch.apply(merge.tree(), before), before));
            }
            ApiRequest.Change.Document document = new ApiRequest.Change.Document(DocumentPatch.MERGE, merge.tree());
            return new DocumentPatch(patch, document, FieldValidation.IGNORE, version).apply(before, strategy);
        }
        if (change instanceof ApiRequest.Change.Document document) {
            return new DocumentPatch(patch, document, validation, version).apply(before, strategy);
        }
        throw new AssertionError("no case for " + change);
    }

    private static boolean foreign(ApiRequest.Patch patch, String uid, KubernetesObject before) {
        return uid != null && !uid.equals(before.uid());
    }

    /** The object was deleted and another one has its name. */
    private static Changed uidIsImmutable(ApiRequest.Patch patch, String uid, KubernetesVersion version) {
        FieldErrors errors = new FieldErrors(version);
        errors.invalid("metadata.uid", GoSyntax.of(uid), "field is immutable");
        return new Changed.Refused(errors.status(patch.resource(), patch.name()));
    }

    /** Owners are merged by uid, as in a strategic merge patch. */
    private static KubernetesObject withOwner(KubernetesObject before, OwnerReference owner) {
        List<OwnerReference> owners = new ArrayList<>(before.metadata().ownerReferences());
        owners.removeIf(other -> other.uid().equals(owner.uid()));
        owners.add(owner);
        return before.withMetadata(before.metadata().withOwnerReferences(owners));
    }

    private static KubernetesObject withoutOwner(KubernetesObject before, String ownerUid) {
        List<OwnerReference> owners = new ArrayList<>(before.metadata().ownerReferences());
        owners.removeIf(other -> other.uid().equals(ownerUid));
        return before.withMetadata(before.metadata().withOwnerReferences(owners));
    }

    private static Changed podStatus(ApiRequest.Change.PodStatus status, KubernetesObject before) {
        if (!(before instanceof Pod pod) || !(status.pod() instanceof Pod reported)) {
            return new Changed.Refused(Status.badRequest(before.kind() + " has no status of a pod"));
        }
        return new Changed.To(PodStrategy.withStatusOf(pod.withStatus(merged(reported.status(), pod.status())), pod));
    }

    /** Conditions are merged by type: what others have written since the kubelet read the pod stays. */
    private static Pod.Status merged(Pod.Status reported, Pod.@Nullable Status before) {
        List<Pod.Condition> conditions = new ArrayList<>(reported.conditions());
        for (Pod.Condition old : before == null ? List.<Pod.Condition>of() : before.conditions()) {
            if (!OF_KUBELETS.contains(old.type())
                    && conditions.stream().noneMatch(one -> one.type().equals(old.type()))) {
                conditions.add(old);
            }
        }
        return conditions.size() == reported.conditions().size() ? reported : reported.withConditions(conditions);
    }

    private static Changed scaled(Strategy<KubernetesObject> strategy, int replicas, KubernetesObject before) {
        KubernetesObject after = strategy.scaled(before, replicas);
        return after == null ? new Changed.Refused(Status.noSuchResource()) : new Changed.To(after);
    }
}
