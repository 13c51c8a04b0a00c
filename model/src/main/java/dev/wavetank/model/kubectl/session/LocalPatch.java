package dev.wavetank.model.kubectl.session;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.patch.JsonMergePatch;
import dev.wavetank.model.patch.JsonPatch;
import dev.wavetank.model.patch.PatchException;
import dev.wavetank.model.patch.strategic.StrategicMergePatch;
import dev.wavetank.model.schema.Schema;
import java.util.Map;

/** What a patch makes of an object, as far as the client can tell. */
public final class LocalPatch {

    private static final String JSON = "application/json-patch";
    private static final String MERGE = "application/merge-patch";

    private LocalPatch() {}

    /**
     * The patched object as a tree.
     *
     * @param type media type of the patch
     * @throws PatchException when the patch does not fit the object
     */
    @SuppressWarnings("unchecked") // trees have only names as keys
    public static Map<String, Object> apply(Session session, String type, Object patch, KubernetesObject object) {
        Schema schema = session.tools().schema();
        Map<String, Object> before = session.tools().codec().encode(object);
        if (type.startsWith(JSON)) {
            return JsonPatch.apply(before, patch);
        }
        if (!(patch instanceof Map<?, ?> tree)) {
            throw new IllegalArgumentException("the patch is no object");
        }
        String typeName = schema.typeOf(object.apiVersion(), object.kind()).orElse("");
        return type.startsWith(MERGE) || typeName.isEmpty()
                ? JsonMergePatch.apply(before, patch)
                : new StrategicMergePatch(schema).apply(typeName, before, (Map<String, Object>) tree);
    }
}
