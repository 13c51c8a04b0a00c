package dev.wavetank.model.kubelet.cni;

import dev.wavetank.model.address.Ipv4Range;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The files of the pod network on the disk of a node: configurations in {@code --cni-conf-dir}, the reservations of
 * addresses, the results of ADD that DEL gets back, and what flannel's agent leaves for its plug-in.
 */
public final class NetworkDisk {

    /** What containerd says without a configuration. */
    public static final String NOT_INITIALIZED = "cni plugin not initialized";

    /** What stands for the range of the node in a file. */
    private static final String PLACE = "${POD_CIDR}";

    private static final List<String> ENDINGS = List.of(".conf", ".conflist", ".json");

    private final HostLocalStore addresses = new HostLocalStore();
    private final Map<String, String> files = new TreeMap<>();
    private final Map<String, CniResult.Success> results = new LinkedHashMap<>();
    private final Map<String, PluginConfig> delegates = new LinkedHashMap<>(0);
    private final Set<String> missing = new TreeSet<>();
    private Map<String, String> subnetEnv = new TreeMap<>();
    /** Whether the directory, once empty, means that there is no network. */
    private boolean expectsFiles;
    /** Makes the network of a node that never had files; null when there is none. */
    private @Nullable Function<String, NetworkList> standard;

    /** The addresses of the node's pods; null until they are known. */
    private @Nullable Ipv4Range range;

    private @Nullable Runnable assigned;
    private @Nullable NetworkList loaded;
    private final Map<String, String> passedOver = new TreeMap<>();
    private boolean isLoaded;

    /** A disk without any file. */
    public NetworkDisk() {}

    /**
     * The addresses of the node's pods are known from now on; {@code ${POD_CIDR}} in files stands for them.
     *
     * @param pods the range
     */
    public void assign(Ipv4Range pods) {
        range = pods;
        isLoaded = false;
        if (assigned != null) {
            assigned.run();
        }
    }

    /** Runs an action whenever the range becomes known, or another. */
    public void whenAssigned(Runnable action) {
        assigned = action;
    }

    /** The addresses of the node's pods; empty until they are known. */
    public Optional<Ipv4Range> range() {
        return Optional.ofNullable(range);
    }

    /** The reservations of pod addresses. */
    public HostLocalStore addresses() {
        return addresses;
    }

    /** The network that the node has unless somebody has cared for files, made when it is first needed. */
    public void setStandard(Function<String, NetworkList> network) {
        standard = network;
    }

    /** Takes the standard network away: without a file there is none from now on. */
    public void expectFiles() {
        expectsFiles = true;
        isLoaded = false;
    }

    /** Whether there is no network without a file. */
    public boolean expectsFiles() {
        return expectsFiles;
    }

    /** Writes a file of {@code --cni-conf-dir}. */
    public void write(String file, String text) {
        files.put(file, text);
        expectFiles();
    }

    /** Removes a file of {@code --cni-conf-dir}. */
    public void remove(String file) {
        files.remove(file);
        isLoaded = false;
    }

    /** The files of {@code --cni-conf-dir} in the order of their names. */
    public Map<String, String> files() {
        return new TreeMap<>(files);
    }

    /**
     * The network: that of the first file by name that ends as configurations do and can be read. Null when there is
     * none.
     */
    public @Nullable NetworkList network() {
        load();
        return loaded;
    }

    /**
     * Why no container can be connected, as containerd 1.6 says it (pkg/cri/server/status.go), or null when one can.
     */
    public @Nullable String problem() {
        return standard() == null && network() == null
                ? "NetworkReady=false reason:NetworkPluginNotReady message:Network plugin returns error: "
                        + NOT_INITIALIZED
                : null;
    }

    /**
     * Why a file before the one that is used was passed over, by its name, as kubelets log it and go on
     * (getDefaultCNINetwork, pkg/kubelet/dockershim/network/cni/cni.go v1.20). Files whose names do not end as
     * configurations do are not looked at.
     */
    public Map<String, String> passedOver() {
        load();
        return new TreeMap<>(passedOver);
    }

    private void load() {
        if (isLoaded) {
            return;
        }
        isLoaded = true;
        loaded = null;
        passedOver.clear();
        for (Map.Entry<String, String> file : files.entrySet()) {
            String name = file.getKey();
            if (ENDINGS.stream().noneMatch(name::endsWith)) {
                passedOver.put(name, name + ": its name does not end in " + String.join(", ", ENDINGS));
            } else if (range == null && file.getValue().contains(PLACE)) {
                passedOver.put(name, name + ": the node has no range of addresses for " + PLACE);
            } else {
                try {
                    String text =
                            range == null ? file.getValue() : file.getValue().replace(PLACE, range.toString());
                    loaded = NetworkList.parse(name, text);
                    return;
                } catch (IllegalArgumentException wrong) {
                    passedOver.put(name, String.valueOf(wrong.getMessage()));
                }
            }
        }
        Supplier<NetworkList> made = standard();
        if (made != null) {
            loaded = made.get();
        }
    }

    /** Makes the standard network, which is for when a container needs it; null when the node does not have that. */
    private @Nullable Supplier<NetworkList> standard() {
        Function<String, NetworkList> network = standard;
        Ipv4Range pods = range;
        return expectsFiles || network == null || pods == null ? null : () -> network.apply(pods.toString());
    }

    /** Takes a plug-in's binary away. */
    public void removeBinary(String type) {
        missing.add(type);
    }

    /** Puts a plug-in's binary back. */
    public void restoreBinary(String type) {
        missing.remove(type);
    }

    /** Whether a plug-in's binary was taken away. */
    public boolean lacksBinary(String type) {
        return missing.contains(type);
    }

    /** The variables of {@code /run/flannel/subnet.env}; empty before flannel's agent has written it. */
    public Map<String, String> subnetEnv() {
        return subnetEnv;
    }

    /** Writes {@code /run/flannel/subnet.env}. */
    public void setSubnetEnv(Map<String, String> variables) {
        subnetEnv = new TreeMap<>(variables);
    }

    /** The configuration that flannel's plug-in gave on for a container, from {@code /var/lib/cni/flannel}. */
    public @Nullable PluginConfig delegate(String containerId) {
        return delegates.get(containerId);
    }

    /** Keeps the configuration that flannel's plug-in gives on. */
    public void keepDelegate(String containerId, PluginConfig config) {
        delegates.put(containerId, config);
    }

    /** Removes the configuration that flannel's plug-in gave on. */
    public void forgetDelegate(String containerId) {
        delegates.remove(containerId);
    }

    void keep(String containerId, CniResult.Success result) {
        results.put(containerId, result);
    }

    void forget(String containerId) {
        results.remove(containerId);
    }

    /** The result of the ADD of a container, from {@code /var/lib/cni/results}, or null. */
    public CniResult.@Nullable Success result(String containerId) {
        return results.get(containerId);
    }

    /** The containers whose results are kept. */
    public List<String> containers() {
        return new ArrayList<>(results.keySet());
    }
}
