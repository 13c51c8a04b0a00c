package dev.wavetank.cli.inspect;

import dev.wavetank.model.kubelet.cgroup.Cgroup;
import dev.wavetank.model.kubelet.cri.RuntimeContainer;
import dev.wavetank.model.kubelet.cri.RuntimePod;
import dev.wavetank.model.kubelet.cri.image.ImageLayer;
import dev.wavetank.model.kubelet.cri.process.FileEntry;
import dev.wavetank.model.kubelet.cri.process.FileTree;
import dev.wavetank.model.kubelet.inspection.NodeView;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A node for programs. */
public final class NodeTree {

    private NodeTree() {}

    /**
     * The tree of a node.
     *
     * @param at virtual time, in nanoseconds
     */
    public static Map<String, Object> of(NodeView node, long at) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("node", node.name());
        tree.put("at", at);
        tree.put("machineRuns", node.machineRuns());
        tree.put("kubeletRuns", node.kubeletRuns());
        tree.put("pods", node.pods().stream().map(NodeTree::pod).toList());
        tree.put("sandboxes", node.sandboxes().stream().map(NodeTree::sandbox).toList());
        Map<String, Object> sizes = new LinkedHashMap<>();
        node.images().forEach((image, layers) -> sizes.put(image, ImageLayer.sum(layers)));
        tree.put("images", sizes);
        tree.put("imageBytes", node.imageBytes());
        tree.put("cgroupVersion", node.machine().version().toString().toLowerCase(Locale.ROOT));
        tree.put(
                "cgroups", node.cgroups().stream().map(one -> cgroup(node, one)).toList());
        return tree;
    }

    private static Map<String, Object> pod(NodeView.PodView view) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("namespace", view.pod().key().namespace());
        tree.put("name", view.pod().key().name());
        tree.put("uid", view.pod().uid());
        tree.put("phase", view.phase());
        tree.put("ending", view.ending());
        tree.put("mountedVolumes", view.mounted());
        Map<String, Object> volumes = new LinkedHashMap<>();
        view.files().forEach((volume, files) -> volumes.put(volume, files(files)));
        tree.put("files", volumes);
        return tree;
    }

    private static List<Object> files(FileTree files) {
        List<Object> all = new ArrayList<>();
        files.entries().forEach((path, entry) -> {
            Map<String, Object> tree = new LinkedHashMap<>();
            tree.put("path", path);
            tree.put("kind", entry.kind().name().toLowerCase(Locale.ROOT));
            tree.put("mode", entry.mode());
            tree.put("writtenAt", entry.at());
            if (entry.kind() != FileEntry.Kind.DIRECTORY) {
                tree.put(entry.kind() == FileEntry.Kind.LINK ? "target" : "content", entry.text());
            }
            all.add(tree);
        });
        return all;
    }

    private static Map<String, Object> sandbox(RuntimePod one) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("id", one.sandboxId());
        tree.put("podUid", one.uid());
        tree.put("attempt", one.attempt());
        tree.put("createdAt", one.createdAt());
        tree.put("ready", one.ready());
        tree.put("ip", one.ip());
        tree.put(
                "containers", one.containers().stream().map(NodeTree::container).toList());
        return tree;
    }

    private static Map<String, Object> container(RuntimeContainer one) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("id", one.id());
        tree.put("name", one.name());
        tree.put("image", one.image().name());
        tree.put("attempt", one.attempt());
        tree.put("state", one.state().name().toLowerCase(Locale.ROOT));
        tree.put("createdAt", one.createdAt());
        tree.put("startedAt", one.startedAt());
        if (one.hasExited()) {
            tree.put("exitCode", one.exitCode());
        }
        return tree;
    }

    private static Map<String, Object> cgroup(NodeView node, Cgroup group) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("path", group.path());
        tree.put("owner", group.owner());
        tree.put("files", group.config().files(node.machine().version()));
        if (group.oomScoreAdj() != null) {
            tree.put("oomScoreAdj", group.oomScoreAdj());
        }
        return tree;
    }
}
