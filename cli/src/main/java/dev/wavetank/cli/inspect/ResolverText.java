package dev.wavetank.cli.inspect;

import dev.wavetank.model.api.core.Pod;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The {@code resolv.conf} that the kubelet writes for a pod (pkg/kubelet/network/dns/dns.go, v1.36). */
final class ResolverText {

    /** The usual tenth address of the range of Services; {@code --cluster-dns} of the recorded node. */
    private static final String CLUSTER_DNS = "10.96.0.10";

    private ResolverText() {}

    static List<String> lines(Pod pod) {
        Map<String, Object> spec = pod.spec().other();
        String given = pod.spec().dnsPolicy();
        String policy = given == null ? "ClusterFirst" : given;
        boolean ofHost = Boolean.TRUE.equals(spec.get("hostNetwork"));
        boolean isCluster = policy.equals("ClusterFirstWithHostNet") || policy.equals("ClusterFirst") && !ofHost;
        Set<String> searches = new LinkedHashSet<>();
        Set<String> servers = new LinkedHashSet<>();
        Set<String> options = new LinkedHashSet<>();
        List<String> lines = new ArrayList<>();
        if (isCluster) {
            String namespace = pod.key().namespace();
            searches.addAll(List.of(namespace + ".svc.cluster.local", "svc.cluster.local", "cluster.local"));
            servers.add(CLUSTER_DNS);
            options.add("ndots:5");
        } else if (!policy.equals("None")) {
            lines.add("the node's own");
        }
        if (spec.get("dnsConfig") instanceof Map<?, ?> config) {
            texts(config.get("searches")).forEach(searches::add);
            texts(config.get("nameservers")).forEach(servers::add);
            options(config.get("options"), options);
        }
        if (!searches.isEmpty()) {
            lines.add("search " + String.join(" ", searches));
        }
        servers.forEach(server -> lines.add("nameserver " + server));
        if (!options.isEmpty()) {
            lines.add("options " + String.join(" ", options));
        }
        return lines;
    }

    private static List<String> texts(@Nullable Object value) {
        return value instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
    }

    /** An option of the pod takes the place of one with its name. */
    private static void options(@Nullable Object value, Set<String> options) {
        if (value instanceof List<?> list) {
            for (Object each : list) {
                if (each instanceof Map<?, ?> one) {
                    String name = String.valueOf(one.get("name"));
                    options.removeIf(known -> known.equals(name) || known.startsWith(name + ":"));
                    options.add(one.get("value") == null ? name : name + ":" + one.get("value"));
                }
            }
        }
    }
}
