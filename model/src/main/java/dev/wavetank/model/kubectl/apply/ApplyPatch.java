package dev.wavetank.model.kubectl.apply;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.patch.JsonMergePatch;
import dev.wavetank.model.patch.strategic.StrategicMergePatch;
import dev.wavetank.model.schema.Schema;
import dev.wavetank.model.schema.ServedKind;
import java.util.Map;
import java.util.Optional;

/**
 * The patch that {@code kubectl apply} sends to bring a live object to the desired state, without changing fields of
 * other clients.
 *
 * @param type media type: a strategic merge patch for Kubernetes' own kinds, and for others, whose lists have no keys
 *     that kubectl knows of, a JSON merge patch
 * @param tree the patch; empty when nothing has to change
 */
record ApplyPatch(String type, Map<String, Object> tree) {

    private static final String MERGE = "application/merge-patch+json";
    private static final String STRATEGIC = "application/strategic-merge-patch+json";

    /**
     * Compares three trees.
     *
     * @param object of the kind to patch
     * @param last the last applied object; empty without one
     * @param live the present object
     */
    static ApplyPatch of(
            Schema schema,
            KubernetesObject object,
            Map<String, Object> last,
            Map<String, Object> wanted,
            Map<String, Object> live) {
        Optional<String> type = schema.kind(object.apiVersion(), object.kind()).map(ServedKind::type);
        return type.isPresent()
                ? new ApplyPatch(STRATEGIC, new StrategicMergePatch(schema).threeWay(type.get(), last, wanted, live))
                : new ApplyPatch(MERGE, JsonMergePatch.threeWay(last, wanted, live));
    }

    /** The change in the request. */
    ApiRequest.Change change() {
        return new ApiRequest.Change.Document(type, tree);
    }
}
