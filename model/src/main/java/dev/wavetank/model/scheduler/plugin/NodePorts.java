package dev.wavetank.model.scheduler.plugin;

import dev.wavetank.model.api.core.Container;
import java.util.List;

/** Keeps a pod off nodes where one of its host ports is taken. */
public final class NodePorts implements Filter {

    @Override
    public boolean concerns(PodDemand pod) {
        return !pod.hostPorts().isEmpty();
    }

    @Override
    public List<String> reasonsAgainst(PodDemand pod, NodeState node) {
        for (Container.Port wanted : pod.hostPorts()) {
            for (Container.Port taken : node.hostPorts()) {
                if (collide(wanted, taken)) {
                    return List.of("node(s) didn't have free ports for the requested pod ports");
                }
            }
        }
        return List.of();
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
}
