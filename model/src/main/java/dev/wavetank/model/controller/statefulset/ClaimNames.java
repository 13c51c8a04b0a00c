package dev.wavetank.model.controller.statefulset;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.PersistentVolumeClaimBuilder;
import dev.wavetank.model.api.core.Pod;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Which claims a pod of a StatefulSet has, and how it mounts them. */
final class ClaimNames {

    private static final String SOURCE = "persistentVolumeClaim";
    private static final String CLAIM_NAME = "claimName";

    private ClaimNames() {}

    /** The claims of a pod, by the names of their templates. */
    static Map<String, ObjectKey> of(StatefulSet set, Pod pod) {
        Map<String, ObjectKey> names = new LinkedHashMap<>();
        for (PersistentVolumeClaim template : set.spec().volumeClaimTemplates()) {
            String name = template.metadata().name();
            names.put(
                    name,
                    new ObjectKey(
                            set.metadata().namespace(), name + "-" + Identity.podName(set, Identity.ordinal(pod))));
        }
        return names;
    }

    /** The claims of a pod as they are to be stored. */
    static List<PersistentVolumeClaim> claims(StatefulSet set, Pod pod) {
        Map<String, ObjectKey> names = of(set, pod);
        List<PersistentVolumeClaim> claims = new ArrayList<>();
        for (PersistentVolumeClaim template : set.spec().volumeClaimTemplates()) {
            ObjectKey key = names.get(template.metadata().name());
            Map<String, String> labels = new LinkedHashMap<>(template.metadata().labels());
            labels.putAll(set.spec().selector().matchLabels());
            ObjectMeta metadata = ObjectMeta.named(key.namespace(), key.name())
                    .withLabels(labels)
                    .withAnnotations(template.metadata().annotations());
            claims.add(PersistentVolumeClaimBuilder.builder()
                    .metadata(metadata)
                    .spec(template.spec())
                    .build());
        }
        return claims;
    }

    /** Whether a pod mounts all its claims. */
    static boolean areMounted(StatefulSet set, Pod pod) {
        for (Map.Entry<String, ObjectKey> claim : of(set, pod).entrySet()) {
            boolean mounted = false;
            for (Map<String, Object> volume : pod.spec().volumes()) {
                mounted |= claim.getKey().equals(volume.get("name"))
                        && volume.get(SOURCE) instanceof Map<?, ?> source
                        && claim.getValue().name().equals(source.get(CLAIM_NAME));
            }
            if (!mounted) {
                return false;
            }
        }
        return true;
    }

    /** The pod with its claims mounted, before its other volumes. */
    static Pod mounted(StatefulSet set, Pod pod) {
        Map<String, ObjectKey> names = of(set, pod);
        List<Map<String, Object>> volumes = new ArrayList<>();
        names.forEach((template, claim) -> {
            Map<String, Object> source = new LinkedHashMap<>();
            source.put(CLAIM_NAME, claim.name());
            Map<String, Object> volume = new LinkedHashMap<>();
            volume.put("name", template);
            volume.put(SOURCE, source);
            volumes.add(volume);
        });
        for (Map<String, Object> volume : pod.spec().volumes()) {
            if (!names.containsKey(String.valueOf(volume.get("name")))) {
                volumes.add(volume);
            }
        }
        return pod.withSpec(pod.spec().withVolumes(volumes));
    }
}
