package dev.wavetank.model.kubelet.recorded;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** What was done to a real node, and what its kubelet (v1.20.2) then wrote, line by line. */
record NodeRecording(String name, List<Line> lines) {

    static final String NODE = "node-1";

    /**
     * One line.
     *
     * @param kind {@code create}, {@code delete}, {@code label}, {@code status}, {@code event} or {@code gone};
     *     {@code node} for requests about the node; of static pods {@code manifest}, {@code unmanifest} and {@code posted}
     * @param at seconds
     * @param object name of the object
     * @param text a manifest, a grace period, a status or an Event
     */
    record Line(String kind, double at, String object, String text) {}

    static NodeRecording read(String name) {
        try (InputStream in = NodeRecording.class.getResourceAsStream(name + ".txt")) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return new NodeRecording(name, text.lines().map(NodeRecording::line).toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Line line(String text) {
        String[] parts = text.split("\t", 4);
        return new Line(parts[0], Double.parseDouble(parts[1]), parts[2], parts[3]);
    }

    /** The lines of one kind about one object. */
    List<Line> of(String kind, String object) {
        return lines.stream()
                .filter(line -> line.kind().equals(kind) && line.object().equals(object))
                .toList();
    }

    /** What the kubelet wrote of a pod: its statuses; of a mirror also that it was made and deleted. */
    List<Line> written(String object) {
        boolean isMirror = lines.stream().anyMatch(line -> line.kind().equals("posted"));
        if (object.equals(NODE)) {
            return lines.stream().filter(line -> line.kind().equals("node")).toList();
        }
        List<String> kinds = isMirror ? List.of("status", "posted", "gone") : List.of("status");
        return lines.stream()
                .filter(line -> kinds.contains(line.kind()) && line.object().equals(object))
                .toList();
    }

    /** The pods, in the order of their creation. */
    List<String> pods() {
        return lines.stream()
                .filter(line -> line.kind().equals("manifest")
                        || line.kind().equals("create") && line.text().contains("\"kind\": \"Pod\""))
                .map(Line::object)
                .distinct()
                .toList();
    }

    /** Whether the node joins the cluster in the recording. */
    boolean joins() {
        return lines.stream().anyMatch(line -> line.kind().equals("kubelet-up"))
                && lines.stream().noneMatch(line -> line.kind().equals("kubelet-down"));
    }

    /** What is written about: the pods, and the node where the recording has it. */
    List<String> objects() {
        List<String> all = new ArrayList<>(pods());
        if (lines.stream().anyMatch(line -> line.kind().equals("node"))) {
            all.add(NODE);
        }
        return all;
    }

    /** When the last line was written, in seconds. */
    double end() {
        return lines.stream().mapToDouble(Line::at).max().orElse(0);
    }
}
