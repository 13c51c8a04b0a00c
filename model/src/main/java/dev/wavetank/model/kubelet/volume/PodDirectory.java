package dev.wavetank.model.kubelet.volume;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The directory of a pod below {@code /var/lib/kubelet/pods} (pkg/kubelet/kubelet_getters.go, pkg/volume v1.20): its
 * volumes, what plug-ins note about them, its containers.
 */
public final class PodDirectory {

    private static final Map<String, String> PLUGINS = plugins();

    private static final List<String> IN_MEMORY = List.of("secret", "downwardAPI", "projected");
    private static final List<String> WRAPPED = List.of("secret", "downwardAPI", "projected", "configMap");

    private final String root;
    private final Pod pod;

    private static Map<String, String> plugins() {
        Map<String, String> plugins = new TreeMap<>();
        plugins.put("emptyDir", "empty-dir");
        plugins.put("configMap", "configmap");
        plugins.put("secret", "secret");
        plugins.put("downwardAPI", "downward-api");
        plugins.put("projected", "projected");
        plugins.put("nfs", "nfs");
        plugins.put("csi", "csi");
        return plugins;
    }

    /** The directory of a pod. */
    public PodDirectory(Pod pod) {
        this.root = "pods/" + pod.uid();
        this.pod = pod;
    }

    /**
     * All directories, and the files with fixed names.
     *
     * @param mounted names of the volumes that are there
     * @param started names of the containers that were made at least once
     */
    public SortedSet<String> paths(Collection<String> mounted, Collection<String> started) {
        SortedSet<String> all =
                new TreeSet<>(List.of(root, root + "/volumes", root + "/plugins", root + "/containers"));
        for (Map<String, Object> volume : pod.spec().volumes()) {
            String kind = kind(volume);
            if (mounted.contains(name(volume)) && PLUGINS.containsKey(kind)) {
                String parent = root + "/volumes/kubernetes.io~" + PLUGINS.get(kind);
                all.addAll(List.of(parent, parent + "/" + name(volume)));
                addReady(all, kind, name(volume));
            }
        }
        for (Container container : containers()) {
            if (started.contains(container.name())) {
                all.add(root + "/etc-hosts");
                all.add(root + "/containers/" + container.name());
                addSubpaths(all, container);
            }
        }
        return all;
    }

    private void addReady(SortedSet<String> all, String kind, String name) {
        if (kind.equals("emptyDir") || WRAPPED.contains(kind)) {
            String parent = root + "/plugins/kubernetes.io~empty-dir";
            String own = parent + "/" + (WRAPPED.contains(kind) ? "wrapped_" : "") + name;
            all.addAll(List.of(parent, own, own + "/ready"));
        }
    }

    private void addSubpaths(SortedSet<String> all, Container container) {
        int index = 0;
        for (Map<String, Object> mount : container.volumeMounts()) {
            if (mount.containsKey("subPath") || mount.containsKey("subPathExpr")) {
                String parent = root + "/volume-subpaths";
                String volume = parent + "/" + mount.get("name");
                String own = volume + "/" + container.name();
                all.addAll(List.of(parent, volume, own, own + "/" + index));
            }
            index++;
        }
    }

    /** The directory of a volume; empty when it has none there. */
    public Optional<String> ofVolume(String name) {
        return pod.spec().volumes().stream()
                .filter(volume -> name(volume).equals(name) && PLUGINS.containsKey(kind(volume)))
                .map(volume -> root + "/volumes/kubernetes.io~" + PLUGINS.get(kind(volume)) + "/" + name)
                .findFirst();
    }

    /** The volumes that are kept in memory. */
    public SortedSet<String> inMemory(Collection<String> mounted) {
        SortedSet<String> all = new TreeSet<>();
        for (Map<String, Object> volume : pod.spec().volumes()) {
            String kind = kind(volume);
            boolean asked = volume.get(kind) instanceof Map<?, ?> source && "Memory".equals(source.get("medium"));
            if (mounted.contains(name(volume)) && (asked || IN_MEMORY.contains(kind))) {
                all.add(root + "/volumes/kubernetes.io~" + PLUGINS.get(kind) + "/" + name(volume));
            }
        }
        return all;
    }

    private List<Container> containers() {
        List<Container> all = new ArrayList<>(pod.spec().initContainers());
        all.addAll(pod.spec().containers());
        return all;
    }

    private static String name(Map<String, Object> volume) {
        return String.valueOf(volume.get("name"));
    }

    /** The kind of a volume: the name of its source. */
    public static String kind(Map<String, Object> volume) {
        return volume.keySet().stream()
                .filter(key -> !key.equals("name"))
                .findFirst()
                .orElse("emptyDir");
    }
}
