package dev.wavetank.model.cluster;

import dev.wavetank.model.client.leaderelection.LeaderElection;
import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.controller.ControllerManager;
import dev.wavetank.model.scenario.AddOn;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.volume.VolumeStorage;
import dev.wavetank.sim.component.Components;
import dev.wavetank.sim.network.Network;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Makes the processes of the user's operators: controller managers with other controllers and credentials. */
final class Operators {

    private Operators() {}

    /**
     * Checks that scenario and parts have the same operators.
     *
     * @throws IllegalArgumentException when one of them lacks an operator of the other
     */
    static void check(ClusterSpec spec, ClusterParts parts) {
        Set<String> wanted = new TreeSet<>();
        in(spec).forEach(one -> wanted.add(one.name()));
        for (String name : wanted) {
            if (!parts.operators().containsKey(name)) {
                throw new IllegalArgumentException("cluster.addOns: the controllers of the operator " + name
                        + " are Java: bring them with ClusterParts.withOperator(\"" + name
                        + "\", ...) in a test, or take it out");
            }
        }
        for (String name : parts.operators().keySet()) {
            if (!wanted.contains(name)) {
                throw new IllegalArgumentException("the parts have the operator " + name
                        + ", but the scenario has no such process: add {kind: operator, name: " + name
                        + "} to cluster.addOns");
            }
        }
    }

    private static List<AddOn.Operator> in(ClusterSpec spec) {
        return spec.addOns().stream()
                .filter(AddOn.Operator.class::isInstance)
                .map(AddOn.Operator.class::cast)
                .toList();
    }

    /** Adds the processes. Those of an operator with several elect a leader. */
    static void add(
            ClusterSpec spec,
            ClusterParts parts,
            ClusterFlags flags,
            ClusterClients clients,
            Components components,
            Network network,
            Supervisor supervisor) {
        List<AddOn.Operator> all = in(spec);
        for (AddOn.Operator operator : all) {
            String component = operator.component();
            boolean several = all.stream()
                            .filter(one -> one.name().equals(operator.name()))
                            .count()
                    > 1;
            ControllerManager.Config config = new ControllerManager.Config(
                    operator.name(),
                    clients.serversFor(component),
                    component,
                    new LinkedHashMap<>(),
                    ControllerManager.Config.DEFAULT_LIMIT,
                    flags.controllers(),
                    spec.profile(),
                    several ? Optional.of(LeaderElection.Settings.DEFAULT) : Optional.empty(),
                    new ControllerManager.Beginning(false, false),
                    VolumeStorage.DEFAULT);
            Map<String, Controller.Factory> controllers =
                    parts.operators().getOrDefault(operator.name(), new LinkedHashMap<>());
            components.add(
                    component,
                    context -> new ControllerManager(
                            context, network, config, controllers, () -> supervisor.exit(component)));
        }
    }
}
