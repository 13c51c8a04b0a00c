package dev.wavetank.model.kubelet.container;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.kubelet.cri.process.ContainerView;
import dev.wavetank.model.kubelet.cri.process.FileEntry;
import dev.wavetank.model.kubelet.cri.process.FileTree;
import dev.wavetank.model.kubelet.cri.process.Variables;
import dev.wavetank.model.kubelet.volume.VolumeContents;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What the processes of one container find at its mounts. The content is looked up when it is read. A part of a volume
 * ({@code subPath}) that the kubelet writes is mounted as it is when the container starts, and never changes.
 */
final class MountedContainer implements ContainerView {

    private static final String HOSTS = "/etc/hosts";
    private static final String HOSTNAME = "/etc/hostname";
    private static final String RESOLV = "/etc/resolv.conf";
    private static final int READABLE = 0644;

    private final Pod pod;
    private final Container spec;
    private final VolumeContents contents;
    private final Environment.Resolved environment;
    private final Host host;
    private final Map<String, FileTree> pinned;

    /**
     * The view of a container that starts.
     *
     * @param environment its environment variables
     */
    MountedContainer(Pod pod, Container spec, VolumeContents contents, Environment.Resolved environment, Host host) {
        this.pod = pod;
        this.spec = spec;
        this.contents = contents;
        this.environment = environment;
        this.host = host;
        Map<String, FileTree> fixed = Collections.emptyMap();
        for (Map<String, Object> mount : spec.volumeMounts()) {
            FileTree tree = subPath(mount).isEmpty() ? null : contents.of(pod, volume(mount));
            if (tree != null && contents.isWrittenByKubelet(pod, volume(mount))) {
                SortedMap<String, FileEntry> entries = new TreeMap<>(tree.entries());
                fixed = fixed.isEmpty() ? new TreeMap<>() : fixed;
                fixed.put(path(mount), () -> entries);
            }
        }
        this.pinned = fixed;
    }

    /**
     * The host that the pod sees.
     *
     * @param address of its own; null when it has none, or that of the node
     * @param name of the node, when the pod has its network; otherwise null
     */
    record Host(@Nullable String address, @Nullable String name) {}

    /** Why the path of a mount cannot be made of variables ({@code ExpandContainerVolumeMounts}); empty when it can. */
    static Optional<String> unexpanded(Container spec, Environment.Resolved environment) {
        for (Map<String, Object> mount : spec.volumeMounts()) {
            if (mount.get("subPathExpr") instanceof String expression) {
                Set<String> missing = new TreeSet<>(Variables.names(expression));
                Map<String, String> variables = environment.variables();
                missing.removeIf(name -> !variables.getOrDefault(name, "").isEmpty());
                if (!missing.isEmpty()) {
                    return Optional.of("missing value for " + String.join(", ", missing));
                }
            }
        }
        return Optional.empty();
    }

    private record Place(Map<String, Object> mount, String rest) {}

    private static String path(Map<String, Object> mount) {
        return trimmed(String.valueOf(mount.get("mountPath")));
    }

    private static String volume(Map<String, Object> mount) {
        return String.valueOf(mount.get("name"));
    }

    private String subPath(Map<String, Object> mount) {
        if (mount.get("subPathExpr") instanceof String expression) {
            return Variables.expanded(expression, environment.variables());
        }
        return mount.get("subPath") instanceof String sub ? sub : "";
    }

    private static String trimmed(String path) {
        return path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }

    /** Where a path lies; null when in no volume. */
    private @Nullable Place place(String path) {
        Place best = null;
        for (Map<String, Object> mount : spec.volumeMounts()) {
            String at = path(mount);
            String directory = at.endsWith("/") ? at : at + "/";
            boolean inside = path.equals(at) || path.startsWith(directory);
            if (inside && (best == null || at.length() > path(best.mount()).length())) {
                String below = path.length() > directory.length() ? path.substring(directory.length()) : "";
                String sub = subPath(mount);
                best = new Place(mount, sub.isEmpty() || below.isEmpty() ? sub + below : sub + "/" + below);
            }
        }
        return best;
    }

    private @Nullable FileTree tree(Place place) {
        FileTree fixed = pinned.get(path(place.mount()));
        return fixed == null ? contents.of(pod, volume(place.mount())) : fixed;
    }

    @Override
    public @Nullable FileEntry find(String path) {
        Place place = place(trimmed(path));
        if (place == null) {
            return ofNode(path);
        }
        FileTree tree = tree(place);
        return tree == null ? null : tree.find(place.rest());
    }

    /** The files about names that the kubelet and the runtime make; null for all others. */
    private @Nullable FileEntry ofNode(String path) {
        String address = host.address();
        String content = switch (path) {
            case HOSTNAME -> hostname() + "\n";
            case HOSTS -> address == null ? null : new HostsFile(pod, address).content();
            case RESOLV -> new ResolvFile(pod).content();
            default -> null;
        };
        return content == null ? null : FileEntry.file(READABLE, content, 0);
    }

    @Override
    public @Nullable SortedMap<String, FileEntry> list(String directory) {
        Place place = place(trimmed(directory));
        FileTree tree = place == null ? null : tree(place);
        return tree == null || place == null ? null : tree.list(place.rest());
    }

    private String hostname() {
        String ofNode = host.name();
        return ofNode == null ? new HostsFile(pod, "").hostname() : ofNode;
    }

    /** Those of most images, then its own. */
    @Override
    public List<String> searched(String name) {
        return new ResolvFile(pod).searched(name);
    }

    @Override
    public Map<String, String> variables() {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin");
        all.put("HOSTNAME", hostname());
        all.putAll(environment.variables());
        all.putIfAbsent("HOME", "/root");
        return all;
    }

    @Override
    public boolean write(String path, @Nullable String content, long now) {
        Place place = place(path);
        return place != null && contents.write(pod, volume(place.mount()), place.rest(), content, now);
    }

    @Override
    public boolean isReadOnly(String path) {
        Place place = place(path);
        return place != null
                && (Boolean.TRUE.equals(place.mount().get("readOnly"))
                        || contents.isWrittenByKubelet(pod, volume(place.mount())));
    }
}
