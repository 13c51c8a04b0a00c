package dev.wavetank.model.scheduler.plugin;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.codec.ObjectCodec;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;

/** The files of one recording of a real scheduler: JSON lines, compressed. */
record SchedulerRecording(String folder) {

    private static final ObjectCodec CODEC = new ObjectCodec();

    /** The trees of a file. */
    List<Map<String, Object>> trees(String file) {
        String path = "/golden/scheduler/" + folder + "/" + file + ".jsonl.gz";
        try (var stream = SchedulerRecording.class.getResourceAsStream(path);
                var lines = new BufferedReader(
                        new InputStreamReader(new GZIPInputStream(stream), StandardCharsets.UTF_8))) {
            return lines.lines().map(CODEC::tree).toList();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /** The objects of a file. */
    List<KubernetesObject> objects(String file) {
        return trees(file).stream().map(CODEC::decode).toList();
    }

    static Node node(Object tree) {
        return (Node) decode(tree, "Node");
    }

    static Pod pod(Object tree) {
        return (Pod) decode(tree, "Pod");
    }

    static KubernetesObject decode(Object tree, String kind) {
        Map<String, Object> complete = new LinkedHashMap<>();
        complete.put("apiVersion", "v1");
        complete.put("kind", kind);
        ((Map<?, ?>) tree).forEach((key, value) -> complete.put(String.valueOf(key), value));
        return CODEC.decode(complete);
    }
}
