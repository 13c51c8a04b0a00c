package dev.wavetank.model.cluster;

import dev.wavetank.model.scenario.AddOn;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.ComponentNames;
import dev.wavetank.model.scenario.PodNetworkAddOn;
import dev.wavetank.model.scenario.TrafficAddOn;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.text.Suggestion;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Refuses settings that would change nothing, because whoever writes one expects something of it. */
final class IneffectiveSettings {

    private static final String SERVER = "kube-apiserver.";
    private static final String MODE = SERVER + "authorization-mode";
    private static final String CACHE = SERVER + "authorization-webhook-cache-";
    private static final String OIDC = SERVER + "oidc-";
    private static final String POD_EVICTION = "kube-controller-manager.pod-eviction-timeout";
    private static final String ALLOCATES = "kube-controller-manager.allocate-node-cidrs";
    private static final String RANGE = "kube-controller-manager.cluster-cidr";
    private static final String MASK = "kube-controller-manager.node-cidr-mask-size";
    private static final String LEASE = "kubelet.node-lease-duration";

    private IneffectiveSettings() {}

    /**
     * Checks the settings and add-ons of a cluster against each other.
     *
     * @param defaults of all settings; one that repeats its default expects nothing
     * @throws IllegalArgumentException for the first that cannot take effect
     */
    static void refuse(ClusterSpec spec, Map<String, String> defaults) {
        Map<String, String> given = spec.settings();
        List<String> modes = Arrays.stream(given.getOrDefault(MODE, "").split(","))
                .map(String::strip)
                .toList();
        if (modes.size() > new LinkedHashSet<>(modes).size()) {
            throw refused(MODE, "a mode is given twice: leave one out");
        }
        for (String name : given.keySet()) {
            if (given.get(name).equals(defaults.get(name))) {
                continue;
            }
            if (name.equals(POD_EVICTION) && spec.profile().has(Feature.TAINT_BASED_EVICTIONS)) {
                throw refused(
                        name,
                        "Kubernetes " + spec.profile() + " evicts by taints: set"
                                + " tolerationSeconds of the pods' tolerations");
            }
            if (name.equals(LEASE) && !spec.profile().has(Feature.NODE_LEASES)) {
                throw refused(name, "kubelets of Kubernetes " + spec.profile() + " have no leases");
            }
            if (name.startsWith(OIDC) && !given.containsKey(OIDC + "issuer-url") && !name.equals(OIDC + "client-id")) {
                throw refused(name, "no effect without " + OIDC + "issuer-url");
            }
            if (name.equals(ClusterSpec.POLICY_FILE) && !modes.contains("ABAC")) {
                throw refused(name, "no effect without ABAC in " + MODE);
            }
            if ((name.equals(RANGE) || name.equals(MASK)) && !"true".equals(given.get(ALLOCATES))) {
                throw refused(name, "no effect without " + ALLOCATES + "=true: nodes bring their ranges");
            }
            if (isOfTraffic(name) && !ComponentNames.hasProxies(spec)) {
                throw refused(
                        name, "no effect without an add-on of kind load, coredns or kube-proxy in cluster.addOns");
            }
            if (name.startsWith(CACHE) && !modes.contains("Webhook")) {
                throw refused(name, "no effect without Webhook in " + MODE);
            }
        }
        boolean leases = PodNetworkAddOn.of(spec.addOns())
                .filter(PodNetworkAddOn::leasesInEtcd)
                .isPresent();
        if (leases && "true".equals(given.get(ALLOCATES))) {
            throw refused(ALLOCATES, "flannel with its leases in etcd gives the ranges itself");
        }
        for (int i = 0; i < spec.addOns().size(); i++) {
            if (spec.addOns().get(i) instanceof AddOn.Load load) {
                refuse(spec, load, "cluster.addOns[" + i + "]");
            }
            if (spec.addOns().get(i) instanceof AddOn.AuthorizationWebhook && !modes.contains("Webhook")) {
                throw refused("cluster.addOns[" + i + "]", "nothing asks it: add Webhook to " + MODE);
            }
        }
    }

    private static void refuse(ClusterSpec spec, AddOn.Load load, String field) {
        if (spec.nodeCount() == 0) {
            throw refused(field, "load needs a node for its clients: give the cluster nodes");
        }
        refuseOutside(spec, load, field);
        List<String> nodes = IntStream.rangeClosed(1, spec.nodeCount())
                .mapToObj(spec::nameOf)
                .toList();
        if (!load.from().isEmpty() && !nodes.contains(load.from())) {
            throw refused(
                    field + ".from",
                    "there is no node '" + load.from() + "': " + Suggestion.question(load.from(), nodes)
                            + "the nodes are " + nodes.get(0) + " to " + nodes.get(nodes.size() - 1));
        }
    }

    private static void refuseOutside(ClusterSpec spec, AddOn.Load load, String field) {
        if (!load.outside().equals(AddOn.Load.BALANCER)) {
            return;
        }
        if (!load.from().isEmpty()) {
            throw refused(field + ".from", "a load balancer chooses the node itself");
        }
        if (spec.addOns().stream().noneMatch(TrafficAddOn.LoadBalancer.class::isInstance)) {
            throw refused(
                    field + ".outside", "no load balancer gets an address without an add-on of kind loadBalancer");
        }
    }

    private static boolean isOfTraffic(String name) {
        return name.startsWith("kube-proxy.") || name.startsWith("pod-network.");
    }

    private static IllegalArgumentException refused(String name, String why) {
        return new IllegalArgumentException(name + ": " + why);
    }
}
