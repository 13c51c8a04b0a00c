package dev.wavetank.model.scenario;

import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The shape of a simulated cluster.
 *
 * @param nodes how many nodes there are besides those of pools, named {@code node-1} and so on
 * @param nodeCapacity quantities of every node by resource name, where its pool does not give its own
 * @param profile defaults for everything else
 * @param settings values that override the profile's, by {@code component.flag}
 * @param addOns components that are not part of Kubernetes
 * @param shape what the nodes have besides their capacity, and the pools
 */
public record ClusterSpec(
        int nodes,
        Map<String, String> nodeCapacity,
        KubernetesVersion profile,
        Map<String, String> settings,
        List<AddOn> addOns,
        NodeShape shape) {

    /** The resource that every node has, also when its capacity says nothing of it: its disk. */
    public static final String EPHEMERAL_STORAGE = "ephemeral-storage";

    private static final String DISK = "100Gi";

    /** The setting that names the policy file of the authorization mode {@code ABAC}. */
    public static final String POLICY_FILE = "kube-apiserver.authorization-policy-file";

    /** The setting that names the file with the certificate authority of client certificates. */
    public static final String CLIENT_CA_FILE = "kube-apiserver.client-ca-file";

    /** The setting that names the file with users and their tokens. */
    public static final String TOKEN_AUTH_FILE = "kube-apiserver.token-auth-file";

    /** The setting that names the file with users and their passwords. */
    public static final String BASIC_AUTH_FILE = "kube-apiserver.basic-auth-file";

    /** The setting that names the file with the key by which tokens of service accounts are signed. */
    public static final String SIGNING_KEY_FILE = "kube-apiserver.service-account-signing-key-file";

    /** The setting that names the files with the keys by which tokens of service accounts are verified. */
    public static final String KEY_FILE = "kube-apiserver.service-account-key-file";

    /** The setting that names the file with the address of the authorization webhook. */
    public static final String WEBHOOK_FILE = "kube-apiserver.authorization-webhook-config-file";

    /** The setting that names the file with what containers have used. */
    public static final String USAGE_FILE = "kube-apiserver.ir-history-file";

    /** The setting that names the files with the configuration of schedulers, one for each, separated by commas. */
    public static final String SCHEDULER_CONFIG = "kube-scheduler.config";

    /** The setting that names the file with the policy of schedulers of old versions. */
    public static final String SCHEDULER_POLICY = "kube-scheduler.policy-config-file";

    /** The setting that names the files of the environment variable {@code KUBECONFIG}. */
    public static final String KUBECONFIG = "kubectl.kubeconfig";

    private static final List<String> NAMING_FILES = List.of(
            POLICY_FILE,
            CLIENT_CA_FILE,
            TOKEN_AUTH_FILE,
            BASIC_AUTH_FILE,
            SIGNING_KEY_FILE,
            KEY_FILE,
            WEBHOOK_FILE,
            USAGE_FILE,
            SCHEDULER_CONFIG,
            SCHEDULER_POLICY,
            KUBECONFIG);

    /** Three nodes with 4 cores, 16 GiB, a disk of 100 GiB and room for 110 pods each. */
    public static final ClusterSpec DEFAULT = ofNodes(3);

    /** Checks the numbers and sorts the maps. */
    public ClusterSpec {
        if (nodes < 0 || nodes > 10_000) {
            throw new IllegalArgumentException("nodes must be from 0 to 10000, was " + nodes);
        }
        if (counted(nodes, shape) > 10_000) {
            throw new IllegalArgumentException(
                    "nodes and those of pools must be at most 10000, were " + counted(nodes, shape));
        }
        Map<String, String> capacity = new TreeMap<>(nodeCapacity);
        capacity.putIfAbsent(EPHEMERAL_STORAGE, DISK);
        nodeCapacity = Collections.unmodifiableMap(capacity);
        settings = Collections.unmodifiableMap(new TreeMap<>(settings));
        addOns = List.copyOf(addOns);
    }

    /** A cluster of nothing but Kubernetes. */
    public ClusterSpec(
            int nodes, Map<String, String> nodeCapacity, KubernetesVersion profile, Map<String, String> settings) {
        this(nodes, nodeCapacity, profile, settings, List.of());
    }

    /** A cluster whose nodes have nothing special. */
    public ClusterSpec(
            int nodes,
            Map<String, String> nodeCapacity,
            KubernetesVersion profile,
            Map<String, String> settings,
            List<AddOn> addOns) {
        this(nodes, nodeCapacity, profile, settings, addOns, NodeShape.DEFAULT);
    }

    /** A cluster with that many nodes of the default size under the default profile. */
    public static ClusterSpec ofNodes(int nodes) {
        Map<String, String> capacity = new TreeMap<>();
        capacity.put("cpu", "4");
        capacity.put("memory", "16Gi");
        capacity.put("pods", "110");
        capacity.put(EPHEMERAL_STORAGE, DISK);
        return new ClusterSpec(nodes, capacity, KubernetesVersion.DEFAULT, new TreeMap<>());
    }

    /** The same cluster with other add-ons. */
    public ClusterSpec withAddOns(List<AddOn> others) {
        return new ClusterSpec(nodes, nodeCapacity, profile, settings, others, shape);
    }

    /** The same cluster with another number of nodes. */
    public ClusterSpec withNodes(int number) {
        return new ClusterSpec(number, nodeCapacity, profile, settings, addOns, shape);
    }

    private static long counted(int nodes, NodeShape shape) {
        return nodes + shape.pools().stream().mapToLong(NodePool::count).sum();
    }

    /** The number of all nodes: those of pools are counted after the others. */
    public int nodeCount() {
        return (int) counted(nodes, shape);
    }

    /** The pool of the node with the given number, from 1; empty when it is in none. */
    public Optional<NodePool> poolOf(int number) {
        int before = nodes;
        for (NodePool pool : shape.pools()) {
            if (number > before && number <= before + pool.count()) {
                return Optional.of(pool);
            }
            before += pool.count();
        }
        return Optional.empty();
    }

    /** Name of the node with the given number, from 1. */
    public String nameOf(int number) {
        int before = nodes;
        for (NodePool pool : shape.pools()) {
            if (number > before && number <= before + pool.count()) {
                return pool.nodeName(number - before);
            }
            before += pool.count();
        }
        return nodeName(number);
    }

    /** What the node with the given number has. */
    public Map<String, String> capacityOf(int number) {
        Map<String, String> own = poolOf(number).map(NodePool::capacity).orElse(Collections.emptyMap());
        if (own.isEmpty()) {
            return nodeCapacity;
        }
        Map<String, String> capacity = new TreeMap<>(nodeCapacity);
        capacity.putAll(own);
        return capacity;
    }

    /** The settings, and those of pools under names that begin with the pool's and a slash. */
    public Map<String, String> settingsWithPools() {
        Map<String, String> all = new TreeMap<>(settings);
        shape.pools()
                .forEach(pool -> pool.settings().forEach((name, value) -> all.put(pool.name() + "/" + name, value)));
        return all;
    }

    /** Whether a file says by which rules the scheduler places pods. */
    public boolean configuresScheduler() {
        return settings.containsKey(SCHEDULER_CONFIG) || settings.containsKey(SCHEDULER_POLICY);
    }

    /** The names of the files that the settings name. */
    public List<String> namedFiles() {
        List<String> names = new ArrayList<>();
        for (String setting : NAMING_FILES) {
            for (String name : settings.getOrDefault(setting, "").split("[,:]")) {
                if (!name.isBlank()) {
                    names.add(name.strip());
                }
            }
        }
        return names;
    }

    /** Name of the node with the given number, from 1, of those that are in no pool. */
    public static String nodeName(int number) {
        return "node-" + number;
    }
}
