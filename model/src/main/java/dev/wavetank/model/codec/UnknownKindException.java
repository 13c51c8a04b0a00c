package dev.wavetank.model.codec;

import dev.wavetank.model.yaml.ManifestException;
import java.util.Map;

/** A manifest of a kind that no server is known to serve. */
public final class UnknownKindException extends ManifestException {
    private static final long serialVersionUID = 1L;

    private final String asked;
    private final String name;
    private final String namespace;

    UnknownKindException(ManifestException place, String asked, Map<String, Object> written) {
        super(place.source(), place.position(), place.sentence());
        this.asked = asked;
        this.name = text(written, "name");
        this.namespace = text(written, "namespace");
    }

    private static String text(Map<String, Object> written, String field) {
        Object value = written.get("metadata") instanceof Map<?, ?> metadata ? metadata.get(field) : null;
        return value == null ? "" : String.valueOf(value);
    }

    /** What was asked for in vain, such as {@code no matches for kind "Foo" in version "v1"}. */
    public String asked() {
        return asked;
    }

    /** The name of the object; empty when it has none. */
    public String name() {
        return name;
    }

    /** The namespace that is written in the object; empty when there is none. */
    public String namespace() {
        return namespace;
    }
}
