package dev.wavetank.model.controller.history;

import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.SafeLetters;
import dev.wavetank.model.api.apps.ControllerRevision;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.apps.ReplicaSetBuilder;
import dev.wavetank.model.api.apps.ReplicaSetSpecBuilder;
import dev.wavetank.model.api.core.PodTemplateSpec;
import dev.wavetank.model.codec.ObjectCodec;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A template as ControllerRevisions keep it: a patch that replaces {@code spec.template}.
 *
 * <p>Its hash is FNV-1 over the JSON text, in the alphabet of Kubernetes' random names, as in {@code
 * HashControllerRevision}. Kubernetes' text also has fields that are null or empty, so the values differ. As in
 * Kubernetes, equal templates have equal hashes, and a collision count changes the hash.
 *
 * @param data the patch
 * @param text the patch as JSON, keys sorted: equal for equal templates
 */
public record Snapshot(Map<String, Object> data, String text) {

    private static final ObjectCodec CODEC = new ObjectCodec();
    private static final int FNV_OFFSET = 0x811C9DC5;
    private static final int FNV_PRIME = 0x01000193;
    private static final String SPEC = "spec";
    private static final String TEMPLATE = "template";
    private static final String PATCH = "$patch";

    /** The snapshot of a template. */
    public static Snapshot of(PodTemplateSpec template) {
        ReplicaSet carrier = ReplicaSetBuilder.builder()
                .metadata(ObjectMeta.named(null, null))
                .spec(ReplicaSetSpecBuilder.builder().template(template).build())
                .build();
        Map<String, Object> replacement = new LinkedHashMap<>(child(child(CODEC.encode(carrier), SPEC), TEMPLATE));
        replacement.put(PATCH, "replace");
        return of(tree(SPEC, tree(TEMPLATE, replacement)));
    }

    /** The snapshot in a revision. */
    public static Snapshot of(ControllerRevision revision) {
        return of(revision.data());
    }

    private static Snapshot of(Map<String, Object> data) {
        return new Snapshot(data, CODEC.sortedJson(data));
    }

    /** The template. */
    public PodTemplateSpec template() {
        Map<String, Object> template = new LinkedHashMap<>(child(child(data, SPEC), TEMPLATE));
        template.remove(PATCH);
        template.putIfAbsent("metadata", new LinkedHashMap<>());
        Map<String, Object> carrier = tree("apiVersion", ReplicaSet.API_VERSION);
        carrier.put("kind", ReplicaSet.KIND);
        carrier.put(SPEC, tree(TEMPLATE, template));
        return ((ReplicaSet) CODEC.decode(carrier)).spec().template();
    }

    /** Whether both have the same template. */
    public boolean isSameAs(Snapshot other) {
        return text.equals(other.text);
    }

    /** The hash; {@code collisions} is the collision count in the status of the owner. */
    public String hash(int collisions) {
        int hash = FNV_OFFSET;
        for (byte octet : (text + collisions).getBytes(StandardCharsets.UTF_8)) {
            hash = (hash * FNV_PRIME) ^ (octet & 0xFF);
        }
        return SafeLetters.ofHash(hash);
    }

    private static Map<String, Object> tree(String field, Object value) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put(field, value);
        return tree;
    }

    @SuppressWarnings("unchecked") // a JSON tree
    private static Map<String, Object> child(Map<String, Object> tree, String field) {
        return tree.get(field) instanceof Map<?, ?> map ? (Map<String, Object>) map : Collections.emptyMap();
    }
}
