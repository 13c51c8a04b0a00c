package dev.wavetank.model.cluster;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.kubelet.Kubelet;
import dev.wavetank.model.kubelet.cri.ContainerRuntime;
import dev.wavetank.model.kubelet.cri.ContainerRuntimes;
import dev.wavetank.model.kubelet.cri.NodeTroubles;
import dev.wavetank.model.kubelet.cri.NodeTroubles.Trouble;
import dev.wavetank.model.scenario.ModelFault;
import dev.wavetank.model.scenario.NodeFault;
import dev.wavetank.model.scenario.PodTarget;
import dev.wavetank.sim.component.Components;
import dev.wavetank.sim.fault.Fault;
import dev.wavetank.sim.fault.inject.FaultHandler;
import dev.wavetank.sim.fault.inject.OpenFault;
import dev.wavetank.sim.trace.Trace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Applies the faults that are specific to a Kubernetes cluster. */
final class ModelFaultHandler implements FaultHandler {

    private final Components components;
    private final ContainerRuntimes runtimes;
    private final Supplier<Administrator> administrator;
    private final Trace trace;
    private final QuotaRefusals refusals = new QuotaRefusals();
    private boolean counting;
    private final ClusterNetwork network;
    /** How many flaps of each pod are open. */
    private final Map<ObjectKey, Integer> flapping = new LinkedHashMap<>();
    /** How many rejections are open, by namespace. */
    private final Map<String, Integer> closed = new LinkedHashMap<>();

    ModelFaultHandler(
            Components components,
            ContainerRuntimes runtimes,
            Supplier<Administrator> administrator,
            ClusterNetwork network,
            Trace trace) {
        this.network = network;
        this.components = components;
        this.runtimes = runtimes;
        this.administrator = administrator;
        this.trace = trace;
    }

    @Override
    public Optional<OpenFault> open(Fault fault) {
        if (fault instanceof ModelFault.ContainerExit exit) {
            boolean hit = pod(exit.pod())
                    .filter(pod -> runtimes.exitContainer(pod, exit.exitCode()))
                    .isPresent();
            return Optional.of(OpenFault.done(hit ? 1 : 0));
        }
        if (fault instanceof ModelFault.OomKill kill) {
            boolean hit = pod(kill.pod()).filter(runtimes::killForMemory).isPresent();
            return Optional.of(OpenFault.done(hit ? 1 : 0));
        }
        if (fault instanceof ModelFault.ReadinessFlap flap) {
            return Optional.of(pod(flap.pod()).map(this::flap).orElse(OpenFault.done(0)));
        }
        if (fault instanceof ModelFault.NodeCrash crash) {
            return Optional.of(crash(crash.node()));
        }
        if (fault instanceof ModelFault.SandboxExit exit) {
            boolean hit = pod(exit.pod()).filter(runtimes::exitSandbox).isPresent();
            return Optional.of(OpenFault.done(hit ? 1 : 0));
        }
        if (fault instanceof NodeFault.NodeShutdown shutdown) {
            return Optional.of(shutDown(shutdown.node()));
        }
        if (fault instanceof NodeFault.PluginDelay slow) {
            return Optional.of(slow(runtimes.troublesOf(slow.node()), slow.delay()));
        }
        if (fault instanceof NodeFault trouble) {
            return Optional.of(trouble(runtimes.troublesOf(trouble.node()), trouble(trouble)));
        }
        if (fault instanceof ModelFault.QuotaRejection rejection) {
            return Optional.of(reject(rejection.namespace()));
        }
        return Optional.empty();
    }

    private static OpenFault slow(NodeTroubles node, long delay) {
        node.slowPlugins(delay);
        OpenFault open = trouble(node, Trouble.SLOW_PLUGINS);
        return () -> {
            node.slowPlugins(-delay);
            return open.close();
        };
    }

    private static OpenFault trouble(NodeTroubles node, Trouble trouble) {
        long before = node.count(trouble);
        node.open(trouble);
        return () -> {
            node.close(trouble);
            return node.count(trouble) - before;
        };
    }

    private static Trouble trouble(NodeFault fault) {
        if (fault instanceof NodeFault.RegistryFailure failure) {
            return switch (failure.answer()) {
                case NOT_FOUND -> Trouble.IMAGES_NOT_FOUND;
                case UNAUTHORIZED -> Trouble.UNAUTHORIZED;
                case TOO_MANY_REQUESTS -> Trouble.TOO_MANY_PULLS;
                case CUT -> Trouble.PULLS_CUT;
                case CORRUPT -> Trouble.IMAGES_CORRUPT;
                case SLOW -> Trouble.PULLS_SLOW;
            };
        } else if (fault instanceof NodeFault.RuntimeOutage) {
            return Trouble.RUNTIME_OUT;
        } else if (fault instanceof NodeFault.SandboxFailure) {
            return Trouble.NO_NETWORK;
        } else if (fault instanceof NodeFault.TeardownLoss) {
            return Trouble.NO_TEARDOWN;
        } else if (fault instanceof NodeFault.PluginLoss) {
            return Trouble.NO_PLUGINS;
        } else if (fault instanceof NodeFault.PluginKill) {
            return Trouble.PLUGINS_KILLED;
        } else if (fault instanceof NodeFault.AddressExhaustion) {
            return Trouble.NO_ADDRESSES;
        } else if (fault instanceof NodeFault.DiskFull) {
            return Trouble.DISK_FULL;
        } else if (fault instanceof NodeFault.StopHang) {
            return Trouble.STOPS_HANG;
        } else if (fault instanceof NodeFault.AttachStuck) {
            return Trouble.NO_ATTACHMENTS;
        } else if (fault instanceof NodeFault.HookHang) {
            return Trouble.HOOKS_HANG;
        }
        return Trouble.NO_MOUNTS;
    }

    private OpenFault flap(ObjectKey pod) {
        flapping.merge(pod, 1, Integer::sum);
        runtimes.setUnready(pod, true);
        long before = runtimes.refusals(pod);
        return () -> {
            if (flapping.merge(pod, -1, Integer::sum) == 0) {
                runtimes.setUnready(pod, false);
            }
            return runtimes.refusals(pod) - before;
        };
    }

    private OpenFault crash(String node) {
        runtimes.troublesOf(node).booted();
        components.crash(Kubelet.nameOn(node));
        components.crash(ContainerRuntime.nameOn(node));
        network.agentsOn(node).forEach(components::crash);
        return OpenFault.until(1, () -> {
            components.restart(ContainerRuntime.nameOn(node));
            components.restart(Kubelet.nameOn(node));
            network.agentsOn(node).forEach(components::restart);
        });
    }

    /** The kubelet says when it has done what it wants to do; a node without one is switched off in the end. */
    private OpenFault shutDown(String node) {
        NodeTroubles machine = runtimes.troublesOf(node);
        List<OpenFault> down = new ArrayList<>();
        machine.whenSwitchedOff(() -> {
            if (down.isEmpty()) {
                down.add(crash(node));
            }
        });
        machine.open(Trouble.SHUTTING_DOWN);
        return OpenFault.until(1, () -> {
            machine.switchOff();
            machine.close(Trouble.SHUTTING_DOWN);
            down.get(0).close();
        });
    }

    private OpenFault reject(String namespace) {
        if (closed.merge(namespace, 1, Integer::sum) == 1) {
            administrator.get().closeNamespace(namespace);
        }
        if (!counting) {
            counting = true;
            trace.addSink(refusals);
        }
        long before = refusals.in(namespace);
        return () -> {
            if (closed.merge(namespace, -1, Integer::sum) == 0) {
                administrator.get().openNamespace(namespace);
            }
            return refusals.in(namespace) - before;
        };
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
