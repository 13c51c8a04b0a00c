package dev.wavetank.model.kubelet.volume;

import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.kubelet.cri.NodeVolumes;
import dev.wavetank.model.kubelet.cri.process.FileTree;
import dev.wavetank.sim.VirtualTime;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What is in the volumes of the pods of a node. The content of volumes with an account's token, which every pod has, is
 * derived when it is read; that of other Secrets and ConfigMaps is kept as it was when the kubelet wrote it last, for
 * each pod. What containers write is kept for volumes of the kind emptyDir only.
 */
public final class VolumeContents {

    private static final Pattern TOKEN = Pattern.compile(".*-token-[a-z0-9]{5}|kube-api-access-[a-z0-9]{5}");

    private final NodeVolumes disk;
    private final Map<String, String> capacity;

    /**
     * The contents on a disk.
     *
     * @param capacity of the node
     */
    public VolumeContents(NodeVolumes disk, Map<String, String> capacity) {
        this.disk = disk;
        this.capacity = capacity;
    }

    private static @Nullable Map<String, Object> volume(Pod pod, String name) {
        return pod.spec().volumes().stream()
                .filter(one -> name.equals(one.get("name")))
                .findFirst()
                .orElse(null);
    }

    /** The content of a volume of a pod; null when the model does not know it. */
    public @Nullable FileTree of(Pod pod, String name) {
        FileTree kept = disk.find(pod.uid(), name);
        Map<String, Object> volume = volume(pod, name);
        if (kept != null || volume == null) {
            return kept;
        }
        if (ProjectedFiles.writes(volume)) {
            long created =
                    Timestamps.between(VirtualTime.calendar(0), pod.metadata().creationTimestamp());
            return new ProjectedFiles(pod, volume, disk::lastRead, capacity, created);
        }
        return PodDirectory.kind(volume).equals("emptyDir") ? Collections::emptySortedMap : null;
    }

    /** Whether the kubelet writes a volume of a pod, and containers cannot. */
    public boolean isWrittenByKubelet(Pod pod, String name) {
        Map<String, Object> volume = volume(pod, name);
        return volume != null && ProjectedFiles.writes(volume);
    }

    /** Writes a file, or removes it when the content is null. Whether the volume is one that keeps it. */
    public boolean write(Pod pod, String name, String path, @Nullable String content, long now) {
        Map<String, Object> volume = volume(pod, name);
        if (volume == null || !PodDirectory.kind(volume).equals("emptyDir")) {
            return false;
        }
        disk.write(pod.uid(), name, path, content, now);
        return true;
    }

    /** Whether what is in a volume may change while the pod runs, and is not the same for every pod. */
    static boolean isOwn(Map<String, Object> volume) {
        String name = String.valueOf(volume.get("name"));
        boolean token = TOKEN.matcher(name).matches()
                || volume.get("secret") instanceof Map<?, ?> secret
                        && TOKEN.matcher(String.valueOf(secret.get("secretName")))
                                .matches();
        return ProjectedFiles.writes(volume) && !token;
    }

    /** The Secrets and ConfigMaps that a volume is written from. */
    static List<String> objects(Pod pod, Map<String, Object> volume) {
        TreeSet<String> found = new TreeSet<>();
        String kind = PodDirectory.kind(volume);
        if (volume.get(kind) instanceof Map<?, ?> source) {
            if (source.get("sources") instanceof List<?> sources) {
                sources.forEach(one ->
                        ((Map<?, ?>) one).forEach((part, fields) -> add(found, pod, String.valueOf(part), fields)));
            } else {
                add(found, pod, kind, source);
            }
        }
        return List.copyOf(found);
    }

    private static void add(TreeSet<String> found, Pod pod, String kind, @Nullable Object fields) {
        if (!(fields instanceof Map<?, ?> source)) {
            return;
        }
        String namespace = pod.key().namespace();
        if (kind.equals("configMap")) {
            found.add(ApiObjects.configMapId(namespace, String.valueOf(source.get("name"))));
        } else if (kind.equals("secret")) {
            Object name = source.containsKey("secretName") ? source.get("secretName") : source.get("name");
            found.add(ApiObjects.secretId(namespace, String.valueOf(name)));
        }
    }

    /** Writes a volume from what was read last of its objects, unless that is what it has. */
    void put(Pod pod, Map<String, Object> volume, long now) {
        SortedMap<String, Map<String, String>> pins = new TreeMap<>();
        for (String object : objects(pod, volume)) {
            Map<String, String> data = disk.lastRead(object);
            if (data != null) {
                pins.put(object, data);
            }
        }
        String name = String.valueOf(volume.get("name"));
        ProjectedFiles latest = new ProjectedFiles(pod, volume, pins::get, capacity, now);
        boolean same = disk.find(pod.uid(), name) instanceof ProjectedFiles before && before.hasSameFiles(latest);
        if (!same) {
            disk.put(pod.uid(), name, latest);
        }
    }

    /** Removes the volumes of a pod that is gone. */
    void remove(String uid) {
        disk.remove(uid);
    }
}
