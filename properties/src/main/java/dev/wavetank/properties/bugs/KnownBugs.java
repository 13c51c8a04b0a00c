package dev.wavetank.properties.bugs;

import dev.wavetank.model.controller.ControllerManager;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.controller.owned.ControllerExpectations;
import dev.wavetank.model.controller.pods.PodBatches;
import dev.wavetank.model.controller.replicaset.ReplicaSetController;
import dev.wavetank.model.scenario.ComponentNames;
import dev.wavetank.sim.text.Suggestion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The catalogue of known bugs. */
public final class KnownBugs {

    private static final KnownBug NO_SLOW_START = new KnownBug(
            "no-slow-start",
            "The ReplicaSet controller asks for all missing pods at once, as before Kubernetes 1.8.",
            "Kubernetes before 1.8",
            "SlowStart",
            Optional.empty(),
            parts -> parts.withController(
                    KubernetesController.REPLICA_SET.label(),
                    environment -> new ReplicaSetController(
                            environment,
                            PodBatches.ALL_AT_ONCE,
                            new ControllerExpectations(environment.context(), ReplicaSetController.NAME))));

    private static final KnownBug FORGOTTEN_EXPECTATIONS = new KnownBug(
            "forgotten-expectations",
            "The ReplicaSet controller does not remember what it has created, and creates it again from a stale cache.",
            "a mistake in controllers that are written without expectations",
            "NoSurplusPods",
            Optional.empty(),
            parts -> parts.withController(
                    KubernetesController.REPLICA_SET.label(),
                    environment ->
                            new ReplicaSetController(environment, PodBatches.SLOW_START, new ForgetfulExpectations())));

    private static final KnownBug FIGHTING_SCALERS = new KnownBug(
            "fighting-scalers",
            "An autoscaler sets the replicas of a ReplicaSet that a Deployment scales too, and neither gives way.",
            "a mistake of users who have two controllers own one field",
            "NoLivelock",
            Optional.empty(),
            parts -> parts.withController("replicaset-scaler", ReplicaSetScaler::new));

    private static final KnownBug LEAKED_EXPECTATIONS = new KnownBug(
            "leaked-expectations",
            "The ReplicaSet controller goes on expecting pods whose creation has failed, and stands still meanwhile.",
            "a mistake in controllers that count only what they see",
            "ExpectationsMet",
            Optional.empty(),
            parts -> parts.withController(
                    KubernetesController.REPLICA_SET.label(),
                    environment -> new ReplicaSetController(
                            environment, PodBatches.SLOW_START, new LeakyExpectations(environment))));

    private static final KnownBug STUBBORN_LEADER = new KnownBug(
            "stubborn-leader",
            "A controller manager that could not renew its lease goes on working, beside the one that took it over.",
            "a mistake in controllers that do not end when they lose their lease",
            "OneActingLeader",
            Optional.of(new KnownBug.Requirement(ComponentNames.CONTROLLER_MANAGER_COUNT, 2)),
            parts -> parts.withControllerManager((context, network, config, controllers, exit) ->
                    new ControllerManager(context, network, config, controllers, () -> {})));

    private KnownBugs() {}

    /** All of them. */
    public static List<KnownBug> all() {
        List<KnownBug> all = new ArrayList<>(
                List.of(NO_SLOW_START, FORGOTTEN_EXPECTATIONS, FIGHTING_SCALERS, LEAKED_EXPECTATIONS, STUBBORN_LEADER));
        all.addAll(SchedulerBugs.all());
        all.addAll(KubeletBugs.all());
        return List.copyOf(all);
    }

    /**
     * The bug of that name.
     *
     * @throws IllegalArgumentException naming the known bugs, when the name is unknown
     */
    public static KnownBug named(String name) {
        for (KnownBug bug : all()) {
            if (bug.name().equals(name)) {
                return bug;
            }
        }
        List<String> names = all().stream().map(KnownBug::name).toList();
        throw new IllegalArgumentException("there is no known bug '" + name + "': " + Suggestion.question(name, names)
                + "use " + String.join(" or ", names));
    }
}
