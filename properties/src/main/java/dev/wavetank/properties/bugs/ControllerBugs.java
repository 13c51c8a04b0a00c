package dev.wavetank.properties.bugs;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.controller.ControllerEnvironment;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.controller.job.JobController;
import dev.wavetank.model.controller.owned.ControllerExpectations;
import dev.wavetank.model.controller.owned.Expectations;
import dev.wavetank.model.controller.pods.PodBatches;
import dev.wavetank.model.controller.replicaset.ReplicaSetController;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Bugs of controllers, put into the parts of today's. */
final class ControllerBugs {

    private ControllerBugs() {}

    /** What each of them changes, by name. */
    static Map<String, UnaryOperator<ClusterParts>> changes() {
        Map<String, UnaryOperator<ClusterParts>> changes = new LinkedHashMap<>();
        changes.put("no-slow-start", replicaSets(PodBatches.ALL_AT_ONCE, ControllerBugs::expectations));
        changes.put(
                "forgotten-expectations",
                replicaSets(PodBatches.SLOW_START, environment -> new ForgetfulExpectations()));
        changes.put("leaked-expectations", replicaSets(PodBatches.SLOW_START, LeakyExpectations::new));
        changes.put(
                "kept-expectations",
                replicaSets(PodBatches.SLOW_START, environment -> new KeptExpectations(expectations(environment))));
        changes.put("fighting-scalers", parts -> parts.withController("replicaset-scaler", ReplicaSetScaler::new));
        changes.put(
                "swallowed-timeouts",
                AlteredController.asking(KubernetesController.REPLICA_SET, TimeoutsForSuccess::new));
        changes.put(
                "unheard-releases",
                AlteredController.hearing(
                        KubernetesController.REPLICA_SET, Resources.PODS, Pod.class, DeafToReleases::new));
        changes.put(
                "unread-nodes",
                AlteredController.asking(KubernetesController.POD_GARBAGE_COLLECTOR, NodesAlwaysGone::new));
        changes.put(
                "forgetful-jobs",
                parts -> parts.withController(
                        KubernetesController.JOB.label(),
                        environment -> new JobController(environment, new ForgetfulExpectations())));
        return changes;
    }

    private static UnaryOperator<ClusterParts> replicaSets(
            PodBatches batches, Function<ControllerEnvironment, Expectations> expectations) {
        return parts -> parts.withController(
                KubernetesController.REPLICA_SET.label(),
                environment -> new ReplicaSetController(environment, batches, expectations.apply(environment)));
    }

    private static Expectations expectations(ControllerEnvironment environment) {
        return new ControllerExpectations(environment.context(), ReplicaSetController.NAME);
    }

    /** Takes the creation of a pod that was not answered for one that succeeded. */
    private static final class TimeoutsForSuccess implements ApiClient.Alteration {

        @Override
        public ApiResponse read(ApiRequest request, ApiResponse response) {
            return response instanceof ApiResponse.Unreachable
                            && request instanceof ApiRequest.Create create
                            && create.resource().equals(Resources.PODS)
                    ? new ApiResponse.One(201, create.body())
                    : response;
        }
    }

    /** Reads no node: takes each for gone. */
    private static final class NodesAlwaysGone implements ApiClient.Alteration {

        @Override
        public ApiResponse read(ApiRequest request, ApiResponse response) {
            return request instanceof ApiRequest.Get get && get.resource().equals(Resources.NODES)
                    ? new ApiResponse.Failed(Status.notFound(Resources.NODES, get.name()))
                    : response;
        }
    }

    /** Misses that a pod has lost its controller. */
    private static final class DeafToReleases extends ForwardingHandler<Pod> {

        DeafToReleases(Informer.Handler<Pod> right) {
            super(right);
        }

        @Override
        public void updated(Pod before, Pod after) {
            Optional<OwnerReference> was = before.metadata().controller();
            if (was.isEmpty() || was.equals(after.metadata().controller())) {
                super.updated(before, after);
            }
        }
    }
}
