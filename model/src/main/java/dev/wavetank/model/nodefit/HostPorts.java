package dev.wavetank.model.nodefit;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.PodSpec;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The ports of its node that a pod binds ({@code HostPortInfo}, pkg/scheduler/framework/types.go v1.20). The scheduler
 * and the kubelet decide by them in the same way.
 */
public final class HostPorts {

    private static final String EVERY_ADDRESS = "0.0.0.0";

    private HostPorts() {}

    /**
     * The ports of a pod, each with its number on the node: of its containers and, as {@code GetHostPorts} of
     * pkg/scheduler/util/utils.go has it since v1.34, of its sidecars.
     */
    public static List<Container.Port> of(PodSpec spec) {
        List<Container.Port> ports = List.of();
        boolean isHostNetwork = Boolean.TRUE.equals(spec.other().get("hostNetwork"));
        for (Container container : spec.containers()) {
            ports = withPorts(ports, container, isHostNetwork);
        }
        for (Container container : spec.initContainers()) {
            if (ResourceAmounts.isSidecar(container)) {
                ports = withPorts(ports, container, isHostNetwork);
            }
        }
        return ports;
    }

    private static List<Container.Port> withPorts(
            List<Container.Port> before, Container container, boolean isHostNetwork) {
        List<Container.Port> ports = before;
        for (Container.Port port : container.ports()) {
            Integer bound = port.hostPort() == null && isHostNetwork ? port.containerPort() : port.hostPort();
            if (bound != null && bound > 0) {
                ports = ports.isEmpty() ? new ArrayList<>(1) : ports;
                ports.add(bound.equals(port.hostPort()) ? port : port.withHostPort(bound));
            }
        }
        return ports;
    }

    /** Whether a port of one list is in the way of a port of the other. */
    public static boolean areInConflict(List<Container.Port> wanted, List<Container.Port> taken) {
        for (int i = 0; i < wanted.size(); i++) {
            for (int j = 0; j < taken.size(); j++) {
                if (isConflict(wanted.get(i), taken.get(j))) {
                    return true;
                }
            }
        }
        return false;
    }

    /** The same number and protocol, on the same address or where one of them binds every address. */
    private static boolean isConflict(Container.Port wanted, Container.Port taken) {
        if (!wanted.hostPort().equals(taken.hostPort())
                || !or(wanted.protocol(), "TCP").equals(or(taken.protocol(), "TCP"))) {
            return false;
        }
        String address = or(wanted.hostIP(), EVERY_ADDRESS);
        String other = or(taken.hostIP(), EVERY_ADDRESS);
        return address.equals(other) || address.equals(EVERY_ADDRESS) || other.equals(EVERY_ADDRESS);
    }

    private static String or(@Nullable String given, String absent) {
        return given == null || given.isEmpty() ? absent : given;
    }
}
