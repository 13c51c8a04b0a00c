package dev.wavetank.model.apiserver.inprocess;

import dev.wavetank.model.api.ApiRequest.Change;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.codec.ObjectCodec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The changes that simulated components make with typed patches, as the patches that would be on the wire. */
final class TypedPatch {

    private TypedPatch() {}

    static Object tree(Change change) {
        if (change instanceof Change.Merge merge) {
            return merge.tree();
        }
        if (change instanceof Change.Document document) {
            return document.patch();
        }
        if (change instanceof Change.Replicas replicas) {
            return map("spec", map("replicas", (long) replicas.replicas()));
        }
        if (change instanceof Change.PodStatus status) {
            Map<String, Object> pod = new ObjectCodec().encode(status.pod());
            Map<String, Object> patch = map("metadata", map("uid", status.pod().uid()));
            patch.put("status", pod.get("status"));
            return patch;
        }
        if (change instanceof Change.NodeConditions conditions) {
            Map<?, ?> status =
                    (Map<?, ?>) new ObjectCodec().encode(conditions.node()).get("status");
            return map("status", map("conditions", status.get("conditions")));
        }
        if (change instanceof Change.NodeTaints taints) {
            return taints(taints);
        }
        if (change instanceof Change.AddOwner add) {
            return owner(reference(add.owner()), add.uid());
        }
        Change.RemoveOwner remove = (Change.RemoveOwner) change;
        Map<String, Object> owner = map("$patch", "delete");
        owner.put("uid", remove.ownerUid());
        return owner(owner, remove.uid());
    }

    private static Map<String, Object> taints(Change.NodeTaints change) {
        Map<String, Object> patch = new LinkedHashMap<>();
        if (change.unlessChanged()) {
            patch.put(
                    "metadata",
                    map(
                            "resourceVersion",
                            change.node().metadata().resourceVersion().toString()));
        }
        Map<?, ?> spec = (Map<?, ?>) new ObjectCodec().encode(change.node()).get("spec");
        patch.put("spec", map("taints", spec == null ? null : spec.get("taints")));
        return patch;
    }

    private static Map<String, Object> owner(Object owner, String uid) {
        Map<String, Object> metadata = map("ownerReferences", List.of(owner));
        metadata.put("uid", uid);
        return map("metadata", metadata);
    }

    private static Map<String, Object> reference(OwnerReference owner) {
        Map<String, Object> tree = map("apiVersion", owner.apiVersion());
        tree.put("kind", owner.kind());
        tree.put("name", owner.name());
        tree.put("uid", owner.uid());
        if (owner.controller() != null) {
            tree.put("controller", owner.controller());
        }
        if (owner.blockOwnerDeletion() != null) {
            tree.put("blockOwnerDeletion", owner.blockOwnerDeletion());
        }
        return tree;
    }

    private static Map<String, Object> map(String key, Object value) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put(key, value);
        return map;
    }
}
