package dev.wavetank.model.controller.statefulset;

import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.ObjectMetaBuilder;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodBuilder;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.api.core.PodTemplateSpec;
import dev.wavetank.model.controller.history.Snapshot;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes the missing pods of a StatefulSet, each from the template of its revision. */
final class NewPods {

    private final StatefulSet set;
    private final Revisions revisions;
    private final KubernetesVersion version;

    NewPods(StatefulSet set, Revisions revisions, KubernetesVersion version) {
        this.set = set;
        this.revisions = revisions;
        this.version = version;
    }

    /** The pod of a number, as it is to be stored. */
    Pod of(int ordinal) {
        var revision = keepsCurrent(ordinal) ? revisions.current() : revisions.update();
        PodTemplateSpec template = Snapshot.of(revision).template();
        Map<String, String> labels = new LinkedHashMap<>(template.metadata().labels());
        labels.put(Identity.REVISION_LABEL, revision.metadata().name());
        String name = Identity.podName(set, ordinal);
        ObjectMeta metadata = ObjectMetaBuilder.builder()
                .name(name)
                .generateName(set.metadata().name() + "-")
                .namespace(set.metadata().namespace())
                .labels(labels)
                .annotations(template.metadata().annotations())
                .finalizers(template.metadata().finalizers())
                .ownerReferences(List.of(OwnerReference.controlledBy(set)))
                .build();
        Pod pod = PodBuilder.builder()
                .metadata(metadata)
                .spec(named(template.spec(), name))
                .build();
        return ClaimNames.mounted(set, Identity.with(set, pod, version));
    }

    /** Sets the hostname and subdomain, by which other pods find it. */
    private PodSpec named(PodSpec spec, String name) {
        Map<String, Object> other = new LinkedHashMap<>(spec.other());
        other.put("hostname", name);
        if (set.spec().serviceName() != null && !set.spec().serviceName().isEmpty()) {
            other.put("subdomain", set.spec().serviceName());
        }
        return spec.withOther(other);
    }

    /** Whether a pod is still made from the current revision, and not from the update revision. */
    private boolean keepsCurrent(int ordinal) {
        StatefulSet.UpdateStrategy strategy = set.spec().updateStrategy();
        if (!isRolling(set)) {
            return false;
        }
        int kept = strategy == null || strategy.rollingUpdate() == null
                ? Defaults.zeroIfNull(SetStatus.current(set).currentReplicas())
                : Defaults.zeroIfNull(strategy.rollingUpdate().partition());
        return ordinal < Identity.start(set) + kept;
    }

    /** Whether pods are replaced by the controller. */
    static boolean isRolling(StatefulSet set) {
        StatefulSet.UpdateStrategy strategy = set.spec().updateStrategy();
        return strategy == null || !"OnDelete".equals(strategy.type());
    }
}
