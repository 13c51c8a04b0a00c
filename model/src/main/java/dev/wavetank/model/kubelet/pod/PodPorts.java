package dev.wavetank.model.kubelet.pod;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.kubelet.cni.NodeNetwork.PortMapping;
import dev.wavetank.model.kubelet.cri.SandboxNetwork;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What the sandbox of a pod needs of the network (generatePodSandboxConfig, pkg/kubelet/kuberuntime v1.20). */
final class PodPorts {

    private static final String INGRESS = "kubernetes.io/ingress-bandwidth";
    private static final String EGRESS = "kubernetes.io/egress-bandwidth";

    private PodPorts() {}

    static SandboxNetwork network(Pod pod) {
        if (isOfHost(pod)) {
            return SandboxNetwork.OF_HOST;
        }
        List<PortMapping> mappings = new ArrayList<>(0);
        for (Container container : pod.spec().containers()) {
            for (Container.Port port : container.ports()) {
                if (port.hostPort() != null && port.hostPort() > 0 && port.containerPort() != null) {
                    String protocol =
                            port.protocol() == null ? "tcp" : port.protocol().toLowerCase(Locale.ROOT);
                    String address = port.hostIP() == null ? "" : port.hostIP();
                    mappings.add(new PortMapping(port.hostPort(), port.containerPort(), protocol, address));
                }
            }
        }
        Map<String, String> annotations = pod.metadata().annotations();
        String ingress = annotations.getOrDefault(INGRESS, "");
        String egress = annotations.getOrDefault(EGRESS, "");
        return mappings.isEmpty() && ingress.isEmpty() && egress.isEmpty()
                ? SandboxNetwork.OWN
                : new SandboxNetwork(false, mappings, ingress, egress);
    }

    static boolean isOfHost(Pod pod) {
        return Boolean.TRUE.equals(pod.spec().other().get("hostNetwork"));
    }
}
