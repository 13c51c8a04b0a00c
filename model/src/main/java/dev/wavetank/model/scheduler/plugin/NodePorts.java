package dev.wavetank.model.scheduler.plugin;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.scheduler.framework.ClusterEvent;
import dev.wavetank.model.scheduler.framework.ClusterEvent.Action;
import dev.wavetank.model.scheduler.framework.ClusterEvent.Resource;
import dev.wavetank.model.scheduler.framework.CycleState;
import dev.wavetank.model.scheduler.framework.EnqueueExtensions;
import dev.wavetank.model.scheduler.framework.FilterPlugin;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.PreFilterPlugin;
import dev.wavetank.model.scheduler.framework.Snapshot;
import dev.wavetank.model.scheduler.framework.Status;
import java.util.List;

/** Keeps a pod off nodes where one of its host ports is taken. */
public final class NodePorts implements EnqueueExtensions, FilterPlugin, PreFilterPlugin {

    @Override
    public String name() {
        return "NodePorts";
    }

    @Override
    public Status preFilter(CycleState state, PodInfo pod, Snapshot snapshot) {
        return pod.hostPorts().isEmpty() ? Status.SKIP : Status.SUCCESS;
    }

    @Override
    public Status filter(CycleState state, PodInfo pod, NodeInfo node) {
        for (Container.Port wanted : pod.hostPorts()) {
            for (Container.Port taken : node.hostPorts()) {
                if (collide(wanted, taken)) {
                    return Status.unschedulable("node(s) didn't have free ports for the requested pod ports");
                }
            }
        }
        return Status.SUCCESS;
    }

    private static boolean collide(Container.Port first, Container.Port second) {
        String firstAddress = address(first);
        String secondAddress = address(second);
        return first.hostPort().equals(second.hostPort())
                && protocol(first).equals(protocol(second))
                && (firstAddress.equals(secondAddress)
                        || firstAddress.equals("0.0.0.0")
                        || secondAddress.equals("0.0.0.0"));
    }

    private static String address(Container.Port port) {
        return port.hostIP() == null || port.hostIP().isEmpty() ? "0.0.0.0" : port.hostIP();
    }

    private static String protocol(Container.Port port) {
        return port.protocol() == null ? "TCP" : port.protocol();
    }

    @Override
    public List<Interest> eventsToRegister() {
        return List.of(
                Interest.in(ClusterEvent.of(Resource.ASSIGNED_POD, Action.DELETE)),
                Interest.in(ClusterEvent.of(Resource.NODE, Action.ADD)));
    }
}
