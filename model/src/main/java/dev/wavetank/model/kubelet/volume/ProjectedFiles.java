package dev.wavetank.model.kubelet.volume;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.kubelet.cri.process.FileEntry;
import dev.wavetank.model.kubelet.cri.process.FileTree;
import dev.wavetank.sim.VirtualTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The content of a volume that the kubelet writes: configMap, secret, downwardAPI and projected volumes. All files are
 * in a directory of their own, to which the link {@code ..data} leads, and are replaced together by another link
 * (pkg/volume/util/atomic_writer.go v1.20). Nothing but references is kept: the files are derived when they are read.
 *
 * @param pod whose volume it is, as it was when the volume was written
 * @param volume as the pod has it
 * @param objects the data of a Secret or ConfigMap by its identity, null when there is none
 * @param capacity of the node: a container without limits may use all of it
 * @param at virtual time at which it was written
 */
record ProjectedFiles(
        Pod pod,
        Map<String, Object> volume,
        Function<String, @Nullable Map<String, String>> objects,
        Map<String, String> capacity,
        long at)
        implements FileTree {

    private static final DateTimeFormatter TIMESTAMP =
            DateTimeFormatter.ofPattern("uuuu_MM_dd_HH_mm_ss", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final int READABLE = 0644;
    private static final int DIGITS = 1_000_000_000;
    private static final List<String> KINDS = List.of("configMap", "secret", "downwardAPI", "projected");

    /** Whether the kubelet writes the content of such a volume. */
    static boolean writes(Map<String, Object> volume) {
        return KINDS.contains(PodDirectory.kind(volume));
    }

    @Override
    public SortedMap<String, FileEntry> entries() {
        SortedMap<String, FileEntry> files = payload();
        SortedMap<String, FileEntry> all = new TreeMap<>();
        int digits = Math.floorMod((pod.uid() + volume.get("name") + at).hashCode(), DIGITS);
        String directory =
                ".." + TIMESTAMP.format(VirtualTime.calendar(at)) + String.format(Locale.ROOT, ".%09d", digits);
        all.put(directory, FileEntry.directory(at));
        all.put("..data", FileEntry.link(directory, at));
        files.forEach((path, file) -> {
            for (int slash = path.indexOf('/'); slash > 0; slash = path.indexOf('/', slash + 1)) {
                all.put(directory + "/" + path.substring(0, slash), FileEntry.directory(at));
            }
            all.put(directory + "/" + path, file);
            String first = path.contains("/") ? path.substring(0, path.indexOf('/')) : path;
            all.put(first, FileEntry.link("..data/" + first, at));
        });
        return all;
    }

    /** Whether another one has the same files with the same content, whenever they were written. */
    boolean hasSameFiles(ProjectedFiles other) {
        ProjectedFiles now = new ProjectedFiles(other.pod, other.volume, other.objects, other.capacity, at);
        return payload().equals(now.payload());
    }

    private SortedMap<String, FileEntry> payload() {
        SortedMap<String, FileEntry> files = new TreeMap<>();
        String kind = PodDirectory.kind(volume);
        if (volume.get(kind) instanceof Map<?, ?> source) {
            int mode = mode(source, "defaultMode", READABLE);
            if (source.get("sources") instanceof List<?> sources) {
                sources.forEach(one -> ((Map<?, ?>) one)
                        .forEach((part, fields) -> add(files, String.valueOf(part), (Map<?, ?>) fields, mode)));
            } else {
                add(files, kind, source, mode);
            }
        }
        return files;
    }

    private void add(SortedMap<String, FileEntry> files, String kind, Map<?, ?> source, int mode) {
        switch (kind) {
            case "configMap" -> addKeys(files, ApiObjects.configMapId(namespace(), text(source, "name")), source, mode);
            case "secret" -> {
                String name = source.containsKey("secretName") ? "secretName" : "name";
                addKeys(files, ApiObjects.secretId(namespace(), text(source, name)), source, mode);
            }
            case "downwardAPI" ->
                items(source).forEach(item -> {
                    String value = new PodFields(pod, capacity).ofFile(item);
                    files.put(text(item, "path"), file(value, mode(item, "mode", mode)));
                });
            case "serviceAccountToken" -> files.put(text(source, "path"), file(token(), mode));
            default -> {
                // Certificates are not simulated.
            }
        }
    }

    private String token() {
        return "a token of " + namespace() + "/" + pod.spec().serviceAccountName() + ", which is not simulated\n";
    }

    private void addKeys(SortedMap<String, FileEntry> files, String object, Map<?, ?> source, int mode) {
        Map<String, String> data = objects.apply(object);
        if (data == null) {
            return;
        }
        if (!source.containsKey("items")) {
            data.forEach((key, value) -> files.put(key, file(ApiObjects.plain(object, value), mode)));
            return;
        }
        for (Map<?, ?> item : items(source)) {
            String key = text(item, "key");
            String value = data.get(key);
            if (value != null) {
                files.put(text(item, "path"), file(ApiObjects.plain(object, value), mode(item, "mode", mode)));
            }
        }
    }

    private String namespace() {
        return pod.key().namespace();
    }

    private FileEntry file(String content, int mode) {
        return FileEntry.file(mode, content, at);
    }

    private static List<Map<?, ?>> items(Map<?, ?> source) {
        return source.get("items") instanceof List<?> items
                ? items.stream().<Map<?, ?>>map(item -> (Map<?, ?>) item).toList()
                : List.of();
    }

    private static int mode(Map<?, ?> source, String field, int otherwise) {
        return source.get(field) instanceof Number mode ? mode.intValue() : otherwise;
    }

    private static String text(Map<?, ?> source, String field) {
        return String.valueOf(source.get(field));
    }
}
