package dev.wavetank.model.kubelet.container;

import dev.wavetank.model.address.ClusterDns;
import dev.wavetank.model.api.core.Pod;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The file {@code /etc/resolv.conf} of a pod ({@code GetPodDNS}, pkg/kubelet/network/dns/dns.go v1.20), as containerd
 * writes it. What is in the file of a node is not known.
 */
record ResolvFile(Pod pod) {

    private static final String OPTION = "ndots";

    /** What resolvers do without the option. */
    private static final int NDOTS = 1;

    /** What a resolver is told. */
    private record Resolver(Set<String> servers, Set<String> searches, Map<String, String> options) {

        private Resolver() {
            this(new LinkedHashSet<>(), new LinkedHashSet<>(), new LinkedHashMap<>());
        }
    }

    /** Null when the pod has what its node has. */
    @Nullable
    String content() {
        Resolver resolver = resolver();
        if (resolver == null) {
            return null;
        }
        StringBuilder text = new StringBuilder();
        if (!resolver.searches.isEmpty()) {
            text.append("search ").append(String.join(" ", resolver.searches)).append('\n');
        }
        resolver.servers.forEach(
                server -> text.append("nameserver ").append(server).append('\n'));
        if (!resolver.options.isEmpty()) {
            List<String> words = new ArrayList<>();
            resolver.options.forEach((name, value) -> words.add(value.isEmpty() ? name : name + ":" + value));
            text.append("options ").append(String.join(" ", words)).append('\n');
        }
        return text.toString();
    }

    /** The names that the pod asks the DNS of the cluster for, in order; none when it asks another one. */
    List<String> searched(String name) {
        Resolver resolver = resolver();
        if (resolver == null || !resolver.servers.contains(ClusterDns.ADDRESS)) {
            return List.of();
        }
        String dots = resolver.options.getOrDefault(OPTION, "");
        return ClusterDns.searched(
                name, resolver.searches, dots.matches("[0-9]{1,4}") ? Integer.parseInt(dots) : NDOTS);
    }

    private @Nullable Resolver resolver() {
        boolean onHost = Boolean.TRUE.equals(pod.spec().other().get("hostNetwork"));
        Resolver resolver = new Resolver();
        switch (String.valueOf(pod.spec().dnsPolicy())) {
            case "None" -> {
                // Only what the pod says itself.
            }
            case "Default" -> {
                return null;
            }
            case "ClusterFirstWithHostNet" -> ofCluster(resolver);
            default -> {
                if (onHost) {
                    return null;
                }
                ofCluster(resolver);
            }
        }
        if (pod.spec().other().get("dnsConfig") instanceof Map<?, ?> own) {
            texts(own.get("nameservers")).forEach(resolver.servers::add);
            texts(own.get("searches")).forEach(resolver.searches::add);
            if (own.get("options") instanceof List<?> given) {
                given.forEach(one -> add(resolver.options, (Map<?, ?>) one));
            }
        }
        return resolver;
    }

    private void ofCluster(Resolver resolver) {
        resolver.servers.add(ClusterDns.ADDRESS);
        resolver.searches.addAll(ClusterDns.domains(pod.key().namespace()));
        resolver.options.put(OPTION, String.valueOf(ClusterDns.NDOTS));
    }

    private static List<String> texts(@Nullable Object list) {
        return list instanceof List<?> all ? all.stream().map(String::valueOf).toList() : List.of();
    }

    /** An option of the pod takes the place of the one with its name ({@code mergeDNSOptions}). */
    private static void add(Map<String, String> options, Map<?, ?> option) {
        Object value = option.get("value");
        options.put(String.valueOf(option.get("name")), value == null ? "" : String.valueOf(value));
    }
}
