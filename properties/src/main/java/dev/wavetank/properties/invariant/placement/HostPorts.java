package dev.wavetank.properties.invariant.placement;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import java.util.ArrayList;
import java.util.List;

/** Ports that pods bind on their node. */
final class HostPorts {

    private static final String ANY_ADDRESS = "0.0.0.0";

    private HostPorts() {}

    /** Those of a pod: of its containers, and of its sidecars, which run beside them. */
    static List<Container.Port> of(Pod pod) {
        List<Container.Port> ports = new ArrayList<>(0);
        pod.spec().containers().forEach(container -> add(container, ports));
        for (Container container : pod.spec().initContainers()) {
            if ("Always".equals(container.other().get("restartPolicy"))) {
                add(container, ports);
            }
        }
        return ports;
    }

    private static void add(Container container, List<Container.Port> ports) {
        for (Container.Port port : container.ports()) {
            if (port.hostPort() != null && port.hostPort() > 0) {
                ports.add(port);
            }
        }
    }

    /** Whether one of the first excludes one of the second. */
    static boolean collide(List<Container.Port> first, List<Container.Port> second) {
        return first.stream().anyMatch(one -> second.stream().anyMatch(other -> collide(one, other)));
    }

    private static boolean collide(Container.Port one, Container.Port other) {
        return one.hostPort().equals(other.hostPort())
                && protocol(one).equals(protocol(other))
                && (address(one).equals(address(other))
                        || address(one).equals(ANY_ADDRESS)
                        || address(other).equals(ANY_ADDRESS));
    }

    private static String protocol(Container.Port port) {
        return port.protocol() == null ? "TCP" : port.protocol();
    }

    private static String address(Container.Port port) {
        return port.hostIP() == null || port.hostIP().isEmpty() ? ANY_ADDRESS : port.hostIP();
    }
}
