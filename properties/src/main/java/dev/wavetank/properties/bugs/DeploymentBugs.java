package dev.wavetank.properties.bugs;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.controller.ControllerEnvironment;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.controller.deployment.DeploymentController;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Bugs that the Deployment controller had, put into the parts of today's. */
final class DeploymentBugs {

    private DeploymentBugs() {}

    /** What each of them changes, by name. */
    static Map<String, UnaryOperator<ClusterParts>> changes() {
        Map<String, UnaryOperator<ClusterParts>> changes = new LinkedHashMap<>();
        changes.put("weak-hash", AlteredController.asking(KubernetesController.DEPLOYMENT, WeakHash::new));
        changes.put("newest-takes-all", AlteredController.asking(KubernetesController.DEPLOYMENT, NewestTakesAll::new));
        changes.put("foreign-replica-set", recognising(environment -> new AnyOwner()));
        changes.put("changing-choice", recognising(environment -> new ChangingChoice()));
        return changes;
    }

    private static UnaryOperator<ClusterParts> recognising(
            Function<ControllerEnvironment, DeploymentController.Recognition> recognition) {
        return parts -> parts.withController(
                KubernetesController.DEPLOYMENT.label(),
                environment -> new DeploymentController(environment, recognition.apply(environment)));
    }

    /** Names ReplicaSets by one bit of the hash of their template. */
    private static final class WeakHash implements ApiClient.Alteration {

        @Override
        public ApiRequest sent(ApiRequest request) {
            if (!(request instanceof ApiRequest.Create create)
                    || !create.resource().equals(Resources.REPLICA_SETS)) {
                return request;
            }
            String name = create.body().metadata().name();
            String weak = name.substring(0, name.lastIndexOf('-') + 1) + name.charAt(name.length() - 1) % 2;
            return ApiRequest.Create.of(
                    Resources.REPLICA_SETS,
                    create.body().withMetadata(create.body().metadata().withName(weak)));
        }
    }

    /** When the Deployment is scaled during a roll-out, only the newest ReplicaSet gets another size. */
    private static final class NewestTakesAll implements ApiClient.Alteration {

        private static final String DESIRED = "deployment.kubernetes.io/desired-replicas";
        private static final String MOST = "deployment.kubernetes.io/max-replicas";

        /** Each ReplicaSet as it was last written, the newest one last. */
        private final Map<ObjectKey, ReplicaSet> written = new LinkedHashMap<>();

        @Override
        public ApiRequest sent(ApiRequest request) {
            ApiRequest altered = request;
            if (request instanceof ApiRequest.Create create && create.body() instanceof ReplicaSet set) {
                written.put(set.key(), set);
            } else if (request instanceof ApiRequest.Update update && update.body() instanceof ReplicaSet set) {
                ReplicaSet before = written.get(set.key());
                ReplicaSet sized = before != null && isScaled(before, set) ? set.withSpec(size(before, set)) : set;
                written.replace(set.key(), sized);
                altered = new ApiRequest.Update(update.resource(), update.subresource(), sized);
            }
            return altered;
        }

        private static boolean isScaled(ReplicaSet before, ReplicaSet set) {
            return !Objects.equals(
                    before.metadata().annotations().get(DESIRED),
                    set.metadata().annotations().get(DESIRED));
        }

        private ReplicaSet.Spec size(ReplicaSet before, ReplicaSet set) {
            List<ReplicaSet> siblings = written.values().stream()
                    .filter(other ->
                            other.metadata().controller().equals(set.metadata().controller()))
                    .toList();
            if (!siblings.get(siblings.size() - 1).key().equals(set.key())) {
                return set.spec().withReplicas(before.spec().replicas());
            }
            int others = siblings.stream()
                    .filter(other -> !other.key().equals(set.key()))
                    .mapToInt(other -> other.spec().replicas())
                    .sum();
            int most = Integer.parseInt(set.metadata().annotations().get(MOST));
            return set.spec().withReplicas(Math.max(0, most - others));
        }
    }

    /** Takes whatever ReplicaSet has the name and the template for the Deployment's own. */
    private static final class AnyOwner implements DeploymentController.Recognition {

        @Override
        public boolean isOf(Deployment deployment, ReplicaSet present) {
            return true;
        }
    }

    /** Takes the ReplicaSets of one template in turn, as an order that changes may bring it about. */
    private static final class ChangingChoice implements DeploymentController.Recognition {

        private int syncs;

        @Override
        public ReplicaSet choose(List<ReplicaSet> alike) {
            return alike.get(syncs++ % alike.size());
        }
    }
}
