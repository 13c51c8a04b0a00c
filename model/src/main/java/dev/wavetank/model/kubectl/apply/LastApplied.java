package dev.wavetank.model.kubectl.apply;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.codec.Manifest;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.kubectl.session.Session;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** The annotation in which {@code apply} keeps the object that was applied last (kubectl/pkg/util/apply.go). */
public final class LastApplied {

    /** The annotation that holds the manifest that was applied last. */
    public static final String ANNOTATION = "kubectl.kubernetes.io/last-applied-configuration";

    private LastApplied() {}

    /** A manifest whose object holds itself. */
    public static Manifest annotated(Session session, Manifest manifest) {
        return new Manifest(
                manifest.source(),
                manifest.position(),
                manifest.resource(),
                annotated(session.tools().codec(), manifest.object()));
    }

    /** The object with the annotation that holds it. */
    static KubernetesObject annotated(ObjectCodec codec, KubernetesObject object) {
        ObjectMeta metadata = object.metadata();
        Map<String, String> annotations = new LinkedHashMap<>(metadata.annotations());
        annotations.remove(ANNOTATION);
        annotations.put(ANNOTATION, text(codec, object));
        return object.withMetadata(metadata.withAnnotations(annotations));
    }

    /** What the annotation holds. */
    static String text(ObjectCodec codec, KubernetesObject object) {
        ObjectMeta metadata = object.metadata();
        Map<String, String> annotations = new LinkedHashMap<>(metadata.annotations());
        annotations.remove(ANNOTATION);
        Map<String, Object> tree = codec.encode(object.withMetadata(metadata.withAnnotations(annotations)));
        @SuppressWarnings("unchecked") // metadata is a struct
        Map<String, Object> fields = (Map<String, Object>) Objects.requireNonNull(tree.get("metadata"));
        // The real command writes the field even when it is empty.
        fields.putIfAbsent("annotations", new LinkedHashMap<>());
        return codec.sortedJson(tree) + "\n";
    }
}
