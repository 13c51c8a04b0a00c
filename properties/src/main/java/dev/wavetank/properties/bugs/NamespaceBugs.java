package dev.wavetank.properties.bugs;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.controller.KubernetesController;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Bugs that the namespace controller had, put into today's. */
final class NamespaceBugs {

    private NamespaceBugs() {}

    /** What each of them changes, by name. */
    static Map<String, UnaryOperator<ClusterParts>> changes() {
        Map<String, UnaryOperator<ClusterParts>> changes = new LinkedHashMap<>();
        changes.put(
                "unexpected-finalizers",
                AlteredController.asking(KubernetesController.NAMESPACE, BlindToFinalizers::new));
        return changes;
    }

    /** Does not see that what is left has finalizers. */
    private static final class BlindToFinalizers implements ApiClient.Alteration {

        @Override
        public ApiResponse read(ApiRequest request, ApiResponse response) {
            return response instanceof ApiResponse.Many many
                    ? new ApiResponse.Many(
                            many.items().stream()
                                    .map(BlindToFinalizers::withoutFinalizers)
                                    .toList(),
                            many.revision())
                    : response;
        }

        private static KubernetesObject withoutFinalizers(KubernetesObject object) {
            return object.withMetadata(object.metadata().withFinalizers(List.of()));
        }
    }
}
