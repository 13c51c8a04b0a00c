package dev.wavetank.model.volume;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.PersistentVolumeClaimBuilder;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Generic ephemeral volumes (KEP-1698): volumes of a pod with a template, of which a controller makes a claim that the
 * pod owns. Names and owners as in {@code k8s.io/component-helpers/storage/ephemeral/ephemeral.go}, v1.32.
 */
public final class EphemeralVolume {

    private static final String SOURCE = "ephemeral";
    private static final String TEMPLATE = "volumeClaimTemplate";
    private static final ObjectCodec CODEC = new ObjectCodec();

    private EphemeralVolume() {}

    /** Whether a volume of a pod is one. */
    public static boolean is(Map<String, Object> volume) {
        return volume.containsKey(SOURCE);
    }

    /** Whether a pod has one. */
    public static boolean isIn(Pod pod) {
        List<Map<String, Object>> volumes = pod.spec().volumes();
        for (int i = 0; i < volumes.size(); i++) {
            if (is(volumes.get(i))) {
                return true;
            }
        }
        return false;
    }

    /** The claim of such a volume. */
    public static ObjectKey claim(Pod pod, Map<String, Object> volume) {
        return new ObjectKey(pod.key().namespace(), pod.key().name() + "-" + volume.get("name"));
    }

    /** Whether a claim is that of such a volume of the pod, by its name. */
    public static boolean isClaimOf(Pod pod, ObjectKey claim) {
        for (Map<String, Object> volume : pod.spec().volumes()) {
            if (is(volume) && claim(pod, volume).equals(claim)) {
                return true;
            }
        }
        return false;
    }

    /** Why the pod must not use a claim that has the name of one of its own; empty when it may. */
    public static Optional<String> refusal(Pod pod, PersistentVolumeClaim claim, KubernetesVersion version) {
        if (!isClaimOf(pod, claim.key()) || claim.metadata().isControlledBy(pod.uid())) {
            return Optional.empty();
        }
        return Optional.of(
                version.has(Feature.GENERIC_EPHEMERAL_VOLUME_TEXTS)
                        ? "PVC " + claim.key() + " was not created for pod " + pod.key() + " (pod is not owner)"
                        : "persistentvolumeclaim \"" + claim.key().name() + "\" was not created for the pod");
    }

    /** The claim to make for such a volume. */
    public static PersistentVolumeClaim newClaim(Pod pod, Map<String, Object> volume) {
        PersistentVolumeClaim template =
                template(volume.get(SOURCE) instanceof Map<?, ?> source ? source : Collections.emptyMap());
        ObjectKey key = claim(pod, volume);
        ObjectMeta metadata = ObjectMeta.named(key.namespace(), key.name())
                .withLabels(template.metadata().labels())
                .withAnnotations(template.metadata().annotations())
                .withOwnerReferences(List.of(OwnerReference.controlledBy(pod)));
        return PersistentVolumeClaimBuilder.builder()
                .metadata(metadata)
                .spec(template.spec())
                .build();
    }

    /** The template of a source: a claim without a name. */
    public static PersistentVolumeClaim template(Map<?, ?> source) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("apiVersion", PersistentVolumeClaim.API_VERSION);
        tree.put("kind", PersistentVolumeClaim.KIND);
        if (source.get(TEMPLATE) instanceof Map<?, ?> template) {
            template.forEach((field, value) -> tree.put(String.valueOf(field), value));
        }
        return (PersistentVolumeClaim) CODEC.decode(tree);
    }
}
