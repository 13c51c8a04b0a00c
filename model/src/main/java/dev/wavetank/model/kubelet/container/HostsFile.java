package dev.wavetank.model.kubelet.container;

import dev.wavetank.model.address.ClusterDns;
import dev.wavetank.model.api.core.Pod;
import java.util.List;
import java.util.Map;

/**
 * The file {@code /etc/hosts} of a pod with a network of its own ({@code managedHostsFileContent},
 * pkg/kubelet/kubelet_pods.go v1.20).
 *
 * @param pod whose file it is
 * @param address of the pod
 */
record HostsFile(Pod pod, String address) {

    /** What every pod has. */
    private static final String COMMON = """
            # Kubernetes-managed hosts file.
            127.0.0.1\tlocalhost
            ::1\tlocalhost ip6-localhost ip6-loopback
            fe00::0\tip6-localnet
            fe00::0\tip6-mcastprefix
            fe00::1\tip6-allnodes
            fe00::2\tip6-allrouters
            """;

    /** The longest name that a host can have. */
    private static final int HOSTNAME_MAX = 63;

    /** The name of the pod's host: what it asks for, or its own. */
    String hostname() {
        String name = pod.spec().other().get("hostname") instanceof String own
                ? own
                : pod.key().name();
        return name.substring(0, Math.min(HOSTNAME_MAX, name.length()));
    }

    String content() {
        StringBuilder text = new StringBuilder(COMMON);
        String domain = pod.spec().other().get("subdomain") instanceof String sub
                ? hostname() + "." + sub + "." + pod.key().namespace() + ".svc." + ClusterDns.DOMAIN + "\t"
                : "";
        text.append(address).append('\t').append(domain).append(hostname()).append('\n');
        if (pod.spec().other().get("hostAliases") instanceof List<?> aliases && !aliases.isEmpty()) {
            text.append("\n# Entries added by HostAliases.\n");
            for (Object one : aliases) {
                Map<?, ?> alias = (Map<?, ?>) one;
                text.append(alias.get("ip"));
                if (alias.get("hostnames") instanceof List<?> names) {
                    names.forEach(name -> text.append('\t').append(name));
                }
                text.append('\n');
            }
        }
        return text.toString();
    }
}
