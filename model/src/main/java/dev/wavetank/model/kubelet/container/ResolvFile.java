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

    /** Null when the pod has what its node has. */
    @Nullable
    String content() {
        boolean onHost = Boolean.TRUE.equals(pod.spec().other().get("hostNetwork"));
        Set<String> servers = new LinkedHashSet<>();
        Set<String> searches = new LinkedHashSet<>();
        Map<String, String> options = new LinkedHashMap<>();
        switch (String.valueOf(pod.spec().dnsPolicy())) {
            case "None" -> {
                // Only what the pod says itself.
            }
            case "Default" -> {
                return null;
            }
            case "ClusterFirstWithHostNet" -> ofCluster(servers, searches, options);
            default -> {
                if (onHost) {
                    return null;
                }
                ofCluster(servers, searches, options);
            }
        }
        if (pod.spec().other().get("dnsConfig") instanceof Map<?, ?> own) {
            texts(own.get("nameservers")).forEach(servers::add);
            texts(own.get("searches")).forEach(searches::add);
            if (own.get("options") instanceof List<?> given) {
                given.forEach(one -> add(options, (Map<?, ?>) one));
            }
        }
        StringBuilder text = new StringBuilder();
        if (!searches.isEmpty()) {
            text.append("search ").append(String.join(" ", searches)).append('\n');
        }
        servers.forEach(server -> text.append("nameserver ").append(server).append('\n'));
        if (!options.isEmpty()) {
            List<String> words = new ArrayList<>();
            options.forEach((name, value) -> words.add(value.isEmpty() ? name : name + ":" + value));
            text.append("options ").append(String.join(" ", words)).append('\n');
        }
        return text.toString();
    }

    /**
     * The names that a resolver with this file asks the DNS of the cluster for (resolv.conf(5)); none when it asks
     * another one.
     */
    List<String> searched(String name) {
        String content = content();
        if (content == null || !content.contains("nameserver " + ClusterDns.ADDRESS + "\n")) {
            return List.of();
        }
        int dots = 1;
        List<String> below = new ArrayList<>();
        for (String line : content.lines().toList()) {
            List<String> words = List.of(line.split(" "));
            if (words.get(0).equals("search")) {
                words.subList(1, words.size()).forEach(domain -> below.add(name + "." + domain));
            } else if (words.get(0).equals("options")) {
                for (String word : words) {
                    dots = word.matches(OPTION + ":[0-9]{1,4}")
                            ? Integer.parseInt(word.substring(OPTION.length() + 1))
                            : dots;
                }
            }
        }
        if (name.endsWith(".")) {
            return List.of(name.substring(0, name.length() - 1));
        }
        boolean isFirst = name.chars().filter(one -> one == '.').count() >= dots;
        below.add(isFirst ? 0 : below.size(), name);
        return below;
    }

    private void ofCluster(Set<String> servers, Set<String> searches, Map<String, String> options) {
        servers.add(ClusterDns.ADDRESS);
        searches.add(pod.key().namespace() + ".svc." + ClusterDns.DOMAIN);
        searches.add("svc." + ClusterDns.DOMAIN);
        searches.add(ClusterDns.DOMAIN);
        options.put(OPTION, String.valueOf(ClusterDns.NDOTS));
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
