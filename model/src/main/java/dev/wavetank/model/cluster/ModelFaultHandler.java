package dev.wavetank.model.cluster;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.kubelet.Kubelet;
import dev.wavetank.model.kubelet.cri.ContainerRuntime;
import dev.wavetank.model.kubelet.cri.ContainerRuntimes;
import dev.wavetank.model.scenario.ModelFault;
import dev.wavetank.model.scenario.PodTarget;
import dev.wavetank.model.trace.FaultMissed;
import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.component.Components;
import dev.wavetank.sim.fault.Fault;
import dev.wavetank.sim.fault.FaultHandler;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Applies the faults that only a Kubernetes cluster knows. */
final class ModelFaultHandler implements FaultHandler {

    private final Simulation simulation;
    private final Components components;
    private final ContainerRuntimes runtimes;
    private final Supplier<Administrator> administrator;
    /** Which pod each flap that is open has hit. */
    private final Map<ModelFault.ReadinessFlap, ObjectKey> flapping = new LinkedHashMap<>();
    /** How many rejections are open, by namespace. */
    private final Map<String, Integer> closed = new LinkedHashMap<>();

    ModelFaultHandler(
            Simulation simulation,
            Components components,
            ContainerRuntimes runtimes,
            Supplier<Administrator> administrator) {
        this.simulation = simulation;
        this.components = components;
        this.runtimes = runtimes;
        this.administrator = administrator;
    }

    @Override
    public boolean open(Fault fault) {
        if (fault instanceof ModelFault.ContainerExit exit) {
            if (pod(exit.pod())
                    .filter(pod -> runtimes.exitContainer(pod, exit.exitCode()))
                    .isEmpty()) {
                missed(fault);
            }
        } else if (fault instanceof ModelFault.ReadinessFlap flap) {
            pod(flap.pod())
                    .ifPresentOrElse(
                            pod -> {
                                flapping.put(flap, pod);
                                runtimes.setUnready(pod, true);
                            },
                            () -> missed(fault));
        } else if (fault instanceof ModelFault.NodeCrash crash) {
            components.crash(Kubelet.nameOn(crash.node()));
            components.crash(ContainerRuntime.nameOn(crash.node()));
        } else if (fault instanceof ModelFault.QuotaRejection rejection) {
            if (closed.merge(rejection.namespace(), 1, Integer::sum) == 1) {
                administrator.get().closeNamespace(rejection.namespace());
            }
        } else {
            return false;
        }
        return true;
    }

    private void missed(Fault fault) {
        simulation.trace("faults", new FaultMissed(fault.kind(), fault.target()));
    }

    @Override
    public void close(Fault fault) {
        if (fault instanceof ModelFault.ReadinessFlap flap) {
            ObjectKey pod = flapping.remove(flap);
            if (pod != null && !flapping.containsValue(pod)) {
                runtimes.setUnready(pod, false);
            }
        } else if (fault instanceof ModelFault.NodeCrash crash) {
            components.restart(ContainerRuntime.nameOn(crash.node()));
            components.restart(Kubelet.nameOn(crash.node()));
        } else if (fault instanceof ModelFault.QuotaRejection rejection) {
            if (closed.merge(rejection.namespace(), -1, Integer::sum) == 0) {
                administrator.get().openNamespace(rejection.namespace());
            }
        }
    }

    /** The pod that a target means now: by name, so that the order in which pods started does not matter. */
    private Optional<ObjectKey> pod(PodTarget target) {
        List<ObjectKey> running = runtimes.pods().stream()
                .filter(pod -> pod.namespace().equals(target.namespace()))
                .filter(pod -> pod.name().startsWith(target.prefix()))
                .sorted()
                .toList();
        return running.isEmpty() ? Optional.empty() : Optional.of(running.get(target.index() % running.size()));
    }
}
