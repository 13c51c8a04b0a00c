package dev.wavetank.model.kubelet.cri;

import dev.wavetank.model.kubelet.cni.NodeNetwork.PortMapping;
import dev.wavetank.model.quantity.Quantity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What containerd gives to plug-ins that are capable of it (pkg/cri/server/sandbox_run.go, cniNamespaceOpts, v1.6). */
final class NetworkCapabilities {

    /** {@code math.MaxUint32}, which containerd takes for every limit. */
    private static final long BURST = 0xFFFF_FFFFL;

    /** Limits of {@code validateBandwidthIsReasonable}, pkg/cri/util/bandwidth: a kilobit and a petabit. */
    private static final long LEAST = 1_000L;

    private static final long MOST = 1_000_000_000_000_000L;

    private NetworkCapabilities() {}

    /**
     * The values by capability.
     *
     * @throws IllegalArgumentException when a limit is no sensible quantity, with containerd's text
     */
    static Map<String, Object> of(SandboxNetwork wanted) {
        Map<String, Object> values = new LinkedHashMap<>();
        if (!wanted.ports().isEmpty()) {
            values.put("portMappings", mappings(wanted.ports()));
        }
        Map<String, Object> limits = new LinkedHashMap<>();
        limit("ingress", wanted.ingress(), limits);
        limit("egress", wanted.egress(), limits);
        if (!limits.isEmpty()) {
            values.put("bandwidth", limits);
        }
        return values;
    }

    private static List<Object> mappings(List<PortMapping> ports) {
        List<Object> mappings = new ArrayList<>();
        for (PortMapping port : ports) {
            Map<String, Object> mapping = new LinkedHashMap<>();
            // The names of containerd's fields, as recorded; the plug-in reads them whatever their case.
            mapping.put("HostPort", (long) port.hostPort());
            mapping.put("ContainerPort", (long) port.containerPort());
            mapping.put("Protocol", port.protocol());
            mapping.put("HostIP", port.hostIp());
            mappings.add(mapping);
        }
        return mappings;
    }

    private static void limit(String direction, String text, Map<String, Object> limits) {
        if (text.isEmpty()) {
            return;
        }
        long bits;
        try {
            bits = Quantity.parse(text).value();
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException(problem(String.valueOf(wrong.getMessage())), wrong);
        }
        if (bits < LEAST) {
            throw new IllegalArgumentException(problem("resource is unreasonably small (< 1kbit)"));
        }
        if (bits > MOST) {
            throw new IllegalArgumentException(problem("resource is unreasonably large (> 1Pbit)"));
        }
        limits.put(direction + "Rate", bits);
        limits.put(direction + "Burst", BURST);
    }

    private static String problem(String why) {
        return "get cni namespace options: reading pod bandwidth annotations: " + why;
    }
}
