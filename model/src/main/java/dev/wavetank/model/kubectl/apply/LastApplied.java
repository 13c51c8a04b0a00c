package dev.wavetank.model.kubectl.apply;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.codec.Manifest;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.kubectl.print.GoOrder;
import dev.wavetank.model.kubectl.session.GeneratedForm;
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

    /** An object that the command has made of flags, and holds as a struct of Go, with itself in the annotation. */
    public static Manifest annotatedTyped(Session session, Manifest made) {
        KubernetesObject object = made.object();
        ObjectCodec codec = session.tools().codec();
        String text =
                codec.json(new GoOrder(session.tools().schema()).of(object, GeneratedForm.of(session, object))) + "\n";
        Map<String, String> annotations = new LinkedHashMap<>(object.metadata().annotations());
        annotations.put(ANNOTATION, text);
        return new Manifest(
                made.source(),
                made.position(),
                made.resource(),
                object.withMetadata(object.metadata().withAnnotations(annotations)));
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
