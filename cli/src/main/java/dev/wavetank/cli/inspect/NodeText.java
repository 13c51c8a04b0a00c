package dev.wavetank.cli.inspect;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.kubelet.cri.RuntimeContainer;
import dev.wavetank.model.kubelet.cri.RuntimePod;
import dev.wavetank.model.kubelet.cri.image.ImageLayer;
import dev.wavetank.model.kubelet.cri.process.FileEntry;
import dev.wavetank.model.kubelet.inspection.NodeView;
import dev.wavetank.model.kubelet.volume.PodDirectory;
import dev.wavetank.sim.VirtualTime;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A node for people: tables in the manner of {@code crictl}, then the tree of its control groups. */
public final class NodeText {

    private static final int SHORT_ID = 13;
    private static final long KILO = 1000;

    private NodeText() {}

    /**
     * The lines of a node.
     *
     * @param when words about the time
     */
    public static List<String> lines(NodeView node, String when) {
        List<String> lines = new ArrayList<>();
        lines.add(node.name() + " " + when + ": " + state(node));
        add(lines, "pods", pods(node));
        add(lines, "sandboxes", sandboxes(node));
        add(lines, "containers", containers(node));
        add(lines, "images", images(node));
        long sum = node.images().values().stream().mapToLong(ImageLayer::sum).sum();
        if (node.imageBytes() < sum) {
            lines.add("  on the disk " + size(node.imageBytes()) + ", because layers that images share are there once");
        }
        add(lines, "volumes", volumes(node));
        lines.add("");
        lines.add("control groups (" + node.machine().version().toString().toLowerCase(Locale.ROOT) + ", "
                + node.machine().driver().label() + ")");
        lines.addAll(CgroupText.lines(node.cgroups(), node.machine().version()));
        add(lines, "directories in /var/lib/kubelet", directories(node));
        return lines;
    }

    private static String state(NodeView node) {
        if (!node.machineRuns()) {
            return "the machine is down; only its disk is left";
        }
        return node.kubeletRuns() ? "kubelet and runtime run" : "its kubelet is down; containers run on";
    }

    private static void add(List<String> lines, String title, List<List<String>> rows) {
        lines.add("");
        lines.add(title);
        if (rows.size() == 1) {
            lines.add("  none");
            return;
        }
        int columns = rows.get(0).size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder("  ");
            for (int i = 0; i < columns; i++) {
                line.append(row.get(i))
                        .append(" "
                                .repeat(
                                        i == columns - 1
                                                ? 0
                                                : widths[i] - row.get(i).length() + 2));
            }
            lines.add(line.toString().stripTrailing());
        }
    }

    private static List<List<String>> pods(NodeView node) {
        List<List<String>> rows = new ArrayList<>(List.of(List.of("NAMESPACE", "NAME", "PHASE", "KUBELET", "UID")));
        for (NodeView.PodView view : node.pods()) {
            Pod pod = view.pod();
            rows.add(List.of(
                    pod.key().namespace(),
                    pod.key().name(),
                    view.phase(),
                    view.ending() ? "ends it" : "syncs it",
                    pod.uid()));
        }
        return rows;
    }

    private static List<List<String>> sandboxes(NodeView node) {
        List<List<String>> rows =
                new ArrayList<>(List.of(List.of("POD ID", "CREATED", "STATE", "NAME", "NAMESPACE", "ATTEMPT", "IP")));
        for (RuntimePod one : node.sandboxes()) {
            rows.add(List.of(
                    id(one.sandboxId()),
                    VirtualTime.format(one.createdAt()),
                    one.ready() ? "Ready" : "NotReady",
                    one.pod().name(),
                    one.pod().namespace(),
                    Integer.toString(one.attempt()),
                    String.valueOf(one.ip() == null ? "" : one.ip())));
        }
        return rows;
    }

    private static List<List<String>> containers(NodeView node) {
        List<List<String>> rows = new ArrayList<>(List.of(
                List.of("CONTAINER", "IMAGE", "CREATED", "STARTED", "STATE", "NAME", "ATTEMPT", "POD ID", "POD")));
        for (RuntimePod pod : node.sandboxes()) {
            for (RuntimeContainer one : pod.containers()) {
                rows.add(List.of(
                        id(one.id()),
                        one.image().name(),
                        VirtualTime.format(one.createdAt()),
                        one.startedAt() == 0 ? "" : VirtualTime.format(one.startedAt()),
                        state(one),
                        one.name(),
                        Integer.toString(one.attempt()),
                        id(pod.sandboxId()),
                        pod.pod().name()));
            }
        }
        return rows;
    }

    private static String state(RuntimeContainer one) {
        return switch (one.state()) {
            case CREATED -> "Created";
            case RUNNING -> "Running";
            case EXITED -> "Exited (" + one.exitCode() + ")";
        };
    }

    private static List<List<String>> images(NodeView node) {
        List<List<String>> rows = new ArrayList<>(List.of(List.of("IMAGE", "TAG", "SIZE")));
        node.images().forEach((image, layers) -> {
            int colon = image.lastIndexOf(':');
            boolean tagged = colon > image.lastIndexOf('/');
            rows.add(List.of(
                    tagged ? image.substring(0, colon) : image,
                    tagged ? image.substring(colon + 1) : "latest",
                    size(ImageLayer.sum(layers))));
        });
        return rows;
    }

    /** As crictl prints sizes: three digits in powers of 1000. */
    static String size(long bytes) {
        if (bytes == 0) {
            return "unknown";
        }
        double value = bytes;
        String unit = "B";
        for (String next : List.of("kB", "MB", "GB", "TB")) {
            if (value < KILO) {
                break;
            }
            value /= KILO;
            unit = next;
        }
        int decimals = value < 10 ? 2 : value < 100 ? 1 : 0;
        String text = BigDecimal.valueOf(value)
                .setScale(unit.equals("B") ? 0 : decimals, RoundingMode.HALF_UP)
                .stripTrailingZeros()
                .toPlainString();
        return text + unit;
    }

    private static List<List<String>> volumes(NodeView node) {
        List<List<String>> rows = new ArrayList<>(List.of(List.of("POD", "VOLUME", "KIND", "STATE")));
        for (NodeView.PodView view : node.pods()) {
            for (Map<String, Object> volume : view.pod().spec().volumes()) {
                String name = String.valueOf(volume.get("name"));
                rows.add(List.of(view.pod().key().name(), name, PodDirectory.kind(volume), state(view, name)));
            }
        }
        return rows;
    }

    private static String state(NodeView.PodView view, String volume) {
        if (view.mounted().contains(volume)) {
            return "mounted";
        }
        PodSpec spec = view.pod().spec();
        boolean isUsed = Stream.of(spec.initContainers(), spec.containers())
                .flatMap(List::stream)
                .flatMap(container -> container.volumeMounts().stream())
                .anyMatch(mount -> volume.equals(mount.get("name")));
        return view.ending() ? "unmounted" : isUsed ? "waiting" : "not mounted";
    }

    private static List<List<String>> directories(NodeView node) {
        List<List<String>> rows = new ArrayList<>(List.of(List.of("PATH", "")));
        for (NodeView.PodView view : node.pods()) {
            PodDirectory directory = new PodDirectory(view.pod());
            Collection<String> made = node.sandboxes().stream()
                    .filter(one -> one.uid().equals(view.pod().uid()))
                    .flatMap(one -> one.containers().stream())
                    .map(RuntimeContainer::name)
                    .toList();
            SortedSet<String> tmpfs = directory.inMemory(view.mounted());
            SortedMap<String, String> all = new TreeMap<>();
            directory.paths(view.mounted(), made).forEach(path -> all.put(path, tmpfs.contains(path) ? "tmpfs" : ""));
            view.files()
                    .forEach((volume, files) -> directory
                            .ofVolume(volume)
                            .ifPresent(parent -> files.entries()
                                    .forEach((path, entry) -> all.put(parent + "/" + path, note(entry)))));
            all.forEach((path, note) -> rows.add(List.of(path, note)));
        }
        return rows;
    }

    private static String note(FileEntry entry) {
        return switch (entry.kind()) {
            case FILE ->
                String.format(
                        Locale.ROOT, "0%o, %d bytes", entry.mode(), entry.text().length());
            case DIRECTORY -> "";
            case LINK -> "-> " + entry.text();
        };
    }

    private static String id(String full) {
        return full.substring(0, Math.min(SHORT_ID, full.length()));
    }
}
