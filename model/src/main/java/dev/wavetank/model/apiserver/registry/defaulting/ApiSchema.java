package dev.wavetank.model.apiserver.registry.defaulting;

import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.apiserver.resource.ResourceTable;
import dev.wavetank.model.apiserver.resource.ServedResource;
import dev.wavetank.model.schema.Schema;
import dev.wavetank.model.schema.ServedKind;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.model.version.PerVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The schema of all kinds, read when it is first needed: only requests that come as JSON need it. */
public final class ApiSchema {

    private ApiSchema() {}

    /** It never changes and is the same for every run. */
    private static final class Lazy {
        private static final Schema SCHEMA = Schema.load();
        private static final PerVersion<Schema> SCHEMAS =
                new PerVersion<>(version -> SCHEMA.in(version).withKinds(kinds(version)));

        private static List<ServedKind> kinds(KubernetesVersion kubernetes) {
            List<ServedKind> kinds = new ArrayList<>();
            for (ServedResource served : ResourceTable.of(kubernetes).all()) {
                if (served.subresource().isEmpty()) {
                    kind(served).ifPresent(kinds::add);
                }
            }
            return kinds;
        }

        /** A version whose fields are not in the table has those of the one that components and the store know. */
        private static Optional<ServedKind> kind(ServedResource served) {
            ResourceType type = served.type();
            return SCHEMA.typeOf(type.apiVersion(), type.kind())
                    .or(() -> SCHEMA.typeOf(served.canonical().apiVersion(), type.kind()))
                    .map(known -> new ServedKind(
                            type.apiVersion(),
                            type.kind(),
                            known,
                            type.plural(),
                            type.namespaced(),
                            served.shortNames()));
        }
    }

    /** The types with the fields of all versions, without kinds. */
    public static Schema get() {
        return Lazy.SCHEMA;
    }

    /**
     * The types with the fields that a release has, and the kinds that its clients can name, in the order of its
     * discovery documents.
     */
    public static Schema of(KubernetesVersion kubernetes) {
        return Lazy.SCHEMAS.of(kubernetes);
    }

    /** The type of a resource's objects; that of another version when only that one is known. */
    public static Optional<String> type(ResourceType resource) {
        return type(resource.apiVersion(), resource.kind());
    }

    /** The type of a kind; that of another version when only that one is known. */
    public static Optional<String> type(String apiVersion, String kind) {
        Schema schema = get();
        Optional<String> known = schema.typeOf(apiVersion, kind);
        boolean custom = ResourceType.isCustom(ResourceType.groupOf(apiVersion));
        return known.isPresent() || custom ? known : schema.typeOf(kind);
    }
}
