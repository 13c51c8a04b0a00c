package dev.wavetank.model.apiserver.authz.node;

import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.core.PersistentVolume;
import dev.wavetank.model.api.core.Pod;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which nodes need which objects, by the observed pods, volumes and attachments:
 * node - pod - secret, ConfigMap, service account, claim - volume - secret.
 */
public final class NodeGraph {

    private static final String MIRROR = "kubernetes.io/config.mirror";

    /** For every object how many pods of each node need it. */
    private final Map<RequiredAccess, Map<String, Integer>> nodes = new LinkedHashMap<>();

    /** What was recorded for a pod, to take it back. */
    private final Map<RequiredAccess, Recorded> pods = new LinkedHashMap<>();

    private final Map<RequiredAccess, List<RequiredAccess>> volumesOf = new LinkedHashMap<>();
    private final Map<String, Set<RequiredAccess>> partsOfVolume = new LinkedHashMap<>();

    private record Recorded(String uid, String node, Set<RequiredAccess> references) {}

    /** A graph that has observed nothing. */
    public NodeGraph() {}

    /** Takes notice of a pod, PersistentVolume or VolumeAttachment that is new or changed. */
    public void observe(KubernetesObject object) {
        if (object instanceof Pod pod) {
            observePod(pod);
        } else if (object instanceof PersistentVolume volume) {
            observeVolume(volume);
        } else if (object.kind().equals("VolumeAttachment")) {
            forget(object);
            if (tree(object, "spec").get("nodeName") instanceof String node) {
                count(attachment(object), node, 1);
            }
        }
    }

    /** Takes notice that an object is gone. */
    public void forget(KubernetesObject object) {
        if (object instanceof Pod pod) {
            forgetPod(keyOf(pod));
        } else if (object instanceof PersistentVolume) {
            forgetVolume(object.metadata().name());
        } else if (object.kind().equals("VolumeAttachment")) {
            nodes.remove(attachment(object));
        }
    }

    /** Whether a node needs an object. */
    boolean needs(String node, RequiredAccess object) {
        if (nodes.getOrDefault(object, Collections.emptyMap()).containsKey(node)) {
            return true;
        }
        for (RequiredAccess further : volumesOf.getOrDefault(object, List.of())) {
            if (needs(node, further)) {
                return true;
            }
        }
        return false;
    }

    private void observePod(Pod pod) {
        RequiredAccess key = keyOf(pod);
        Recorded before = pods.get(key);
        // The references of a bound pod never change, but for ephemeral containers added to it.
        boolean same = before != null
                && before.node().equals(pod.nodeName())
                && String.valueOf(pod.uid()).equals(before.uid());
        if (same && !pod.spec().other().containsKey("ephemeralContainers")) {
            return;
        }
        forgetPod(key);
        if (pod.nodeName() == null || pod.nodeName().isEmpty()) {
            return;
        }
        // A mirror pod is made by its kubelet: its references must not open anything to it.
        Set<RequiredAccess> references =
                pod.metadata().annotations().containsKey(MIRROR) ? Collections.singleton(key) : PodReferences.of(pod);
        pods.put(key, new Recorded(String.valueOf(pod.uid()), pod.nodeName(), references));
        references.forEach(reference -> count(reference, pod.nodeName(), 1));
    }

    private void forgetPod(RequiredAccess key) {
        Recorded before = pods.remove(key);
        if (before != null) {
            before.references().forEach(reference -> count(reference, before.node(), -1));
        }
    }

    private void count(RequiredAccess object, String node, int change) {
        Map<String, Integer> counts = nodes.computeIfAbsent(object, missing -> new LinkedHashMap<>(4));
        if (counts.merge(node, change, Integer::sum) == 0) {
            counts.remove(node);
        }
        if (counts.isEmpty()) {
            nodes.remove(object);
        }
    }

    private void observeVolume(PersistentVolume volume) {
        String name = volume.metadata().name();
        forgetVolume(name);
        PersistentVolume.ClaimReference claim =
                volume.spec() == null ? null : volume.spec().claimRef();
        if (claim != null && claim.namespace() != null && claim.name() != null) {
            RequiredAccess self = new RequiredAccess(RequiredAccess.VOLUMES, "", name);
            Set<RequiredAccess> parts = new LinkedHashSet<>();
            link(self, new RequiredAccess(RequiredAccess.CLAIMS, claim.namespace(), claim.name()), parts);
            for (RequiredAccess secret : secrets(volume.spec().other(), claim.namespace())) {
                link(secret, self, parts);
            }
            partsOfVolume.put(name, parts);
        }
    }

    private void link(RequiredAccess from, RequiredAccess to, Set<RequiredAccess> parts) {
        volumesOf.computeIfAbsent(from, missing -> new ArrayList<>(1)).add(to);
        parts.add(from);
    }

    private void forgetVolume(String name) {
        RequiredAccess self = new RequiredAccess(RequiredAccess.VOLUMES, "", name);
        for (RequiredAccess part : partsOfVolume.getOrDefault(name, Collections.emptySet())) {
            List<RequiredAccess> further = volumesOf.get(part);
            if (part.equals(self)) {
                further.clear();
            } else {
                further.remove(self);
            }
            if (further.isEmpty()) {
                volumesOf.remove(part);
            }
        }
        partsOfVolume.remove(name);
    }

    /** Secrets that a volume's source names, in the namespace of the claim unless it names another. */
    private static List<RequiredAccess> secrets(Map<?, ?> spec, String namespace) {
        List<RequiredAccess> secrets = new ArrayList<>();
        for (Object source : spec.values()) {
            if (source instanceof Map<?, ?> fields) {
                fields.forEach((field, value) -> {
                    boolean named = String.valueOf(field).endsWith("ecretRef") && value instanceof Map<?, ?>;
                    if (named && ((Map<?, ?>) value).get("name") instanceof String name) {
                        Object other = ((Map<?, ?>) value).get("namespace");
                        secrets.add(new RequiredAccess(
                                RequiredAccess.SECRETS, other instanceof String home ? home : namespace, name));
                    }
                });
            }
        }
        return secrets;
    }

    private static RequiredAccess keyOf(Pod pod) {
        return new RequiredAccess(
                RequiredAccess.PODS, pod.metadata().namespace(), pod.metadata().name());
    }

    private static RequiredAccess attachment(KubernetesObject object) {
        return new RequiredAccess(
                RequiredAccess.ATTACHMENTS, "", object.metadata().name());
    }

    private static Map<?, ?> tree(KubernetesObject object, String field) {
        Object tree = ((GenericObject) object).other().get(field);
        return tree instanceof Map<?, ?> map ? map : Collections.emptyMap();
    }
}
