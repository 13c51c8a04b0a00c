package dev.wavetank.properties.bugs;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.apiserver.authz.Attributes;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.controller.garbagecollector.GarbageCollector;
import dev.wavetank.model.controller.garbagecollector.Node;
import dev.wavetank.model.controller.garbagecollector.Suspicion;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Bugs of the garbage collector, put into the parts of today's. */
final class CollectorBugs {

    /** The resource whose objects have to be converted. */
    private static final String CUSTOM = "widgets";

    private static final String CUSTOM_GROUP = "example.com";

    private CollectorBugs() {}

    /** What each of them changes, by name. */
    static Map<String, UnaryOperator<ClusterParts>> changes() {
        Map<String, UnaryOperator<ClusterParts>> changes = new LinkedHashMap<>();
        changes.put(
                "unlisted-kind",
                parts -> AlteredController.of(KubernetesVersion.parse("v1.31"), KubernetesController.GARBAGE_COLLECTOR)
                        .apply(brokenConversion(parts)));
        changes.put(
                "late-finalizers",
                AlteredController.of(KubernetesVersion.parse("v1.15"), KubernetesController.GARBAGE_COLLECTOR));
        changes.put(
                "unseen-owners",
                parts -> parts.withController(
                        KubernetesController.GARBAGE_COLLECTOR.label(),
                        environment -> new GarbageCollector(environment, OnlySeenOwners::new)));
        return changes;
    }

    /** Custom resources cannot be listed, because the webhook that converts them is broken. */
    static ClusterParts brokenConversion(ClusterParts parts) {
        ApiResponse broken =
                new ApiResponse.Failed(Status.internal("conversion webhook for custom resources failed: no answer"));
        return parts.withApiServer(parts.apiServer()
                .withLink((context, endpoint) -> (passage, next) ->
                        isList(passage.attributes()) ? Completion.of(broken) : next.handle(passage)));
    }

    private static boolean isList(Attributes request) {
        return request.verb().equals("list")
                && request.target() instanceof Attributes.Resource resource
                && resource.is(CUSTOM_GROUP, CUSTOM);
    }

    /** Does not look for an owner that no watch has shown. */
    private record OnlySeenOwners(Suspicion right) implements Suspicion {

        @Override
        public void mayBeDeleted(Node node) {
            if (!node.isVirtual()) {
                right.mayBeDeleted(node);
            }
        }

        @Override
        public void mayBeDeletedLater(Node node) {
            if (!node.isVirtual()) {
                right.mayBeDeletedLater(node);
            }
        }

        @Override
        public void isToBeOrphaned(Node node) {
            right.isToBeOrphaned(node);
        }

        @Override
        public void hasInvalidNamespace(Node dependent, OwnerReference owner) {
            right.hasInvalidNamespace(dependent, owner);
        }
    }
}
