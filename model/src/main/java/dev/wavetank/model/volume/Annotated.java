package dev.wavetank.model.volume;

import dev.wavetank.model.api.ObjectMeta;
import java.util.LinkedHashMap;
import java.util.Map;

/** Metadata with other annotations. */
public final class Annotated {

    private Annotated() {}

    /** The same with an annotation set. */
    public static ObjectMeta with(ObjectMeta metadata, String name, String value) {
        Map<String, String> changed = new LinkedHashMap<>(metadata.annotations());
        changed.put(name, value);
        return metadata.withAnnotations(changed);
    }

    /** The same without an annotation. */
    public static ObjectMeta without(ObjectMeta metadata, String name) {
        Map<String, String> changed = new LinkedHashMap<>(metadata.annotations());
        changed.remove(name);
        return metadata.withAnnotations(changed);
    }
}
