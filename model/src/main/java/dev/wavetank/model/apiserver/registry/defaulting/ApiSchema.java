package dev.wavetank.model.apiserver.registry.defaulting;

import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.schema.Schema;
import dev.wavetank.model.schema.ServedKind;
import java.util.Optional;

/** The schema of all kinds, read when it is first needed: only requests that come as JSON need it. */
public final class ApiSchema {

    private ApiSchema() {}

    /** It never changes and is the same for every run. */
    private static final class Lazy {
        private static final Schema SCHEMA = Schema.load();
    }

    /** The schema. */
    public static Schema get() {
        return Lazy.SCHEMA;
    }

    /** The type of a resource's objects; that of another version when only that one is known. */
    public static Optional<String> type(ResourceType resource) {
        return type(resource.apiVersion(), resource.kind());
    }

    /** The type of a kind; that of another version when only that one is known. */
    public static Optional<String> type(String apiVersion, String kind) {
        Schema schema = get();
        return schema.kind(apiVersion, kind)
                .or(() -> schema.kinds().stream()
                        .filter(served ->
                                served.kind().equals(kind) && !ResourceType.isCustom(ResourceType.groupOf(apiVersion)))
                        .findFirst())
                .map(ServedKind::type);
    }
}
