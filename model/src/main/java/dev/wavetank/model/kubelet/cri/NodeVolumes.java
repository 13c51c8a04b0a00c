package dev.wavetank.model.kubelet.cri;

import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.kubelet.cri.process.FileEntry;
import dev.wavetank.model.kubelet.cri.process.FileTree;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The content of volumes on the disk of a node, which survives its kubelet. Only that which cannot be derived from the
 * pod is kept: what was read of objects that users may change, and what containers have written. Beside it the kubelet
 * keeps what it has set aside for pods ({@code allocated_pods_state}, pkg/kubelet/allocation v1.34).
 */
public final class NodeVolumes {

    private final Map<String, SortedMap<String, FileTree>> byPod = new TreeMap<>();
    private final Map<String, Map<String, String>> objects = new TreeMap<>();
    private final Map<String, PodSpec> allocated = new TreeMap<>();

    /** No volume has content. */
    public NodeVolumes() {}

    private static final class Written implements FileTree {
        private final SortedMap<String, FileEntry> files = new TreeMap<>();

        @Override
        public SortedMap<String, FileEntry> entries() {
            return files;
        }
    }

    /** Replaces the content of a volume of a pod. */
    public void put(String uid, String volume, FileTree content) {
        byPod.computeIfAbsent(uid, missing -> new TreeMap<>()).put(volume, content);
    }

    /** The content of a volume of a pod that is kept; null when none is. */
    public @Nullable FileTree find(String uid, String volume) {
        return byPod.getOrDefault(uid, Collections.emptySortedMap()).get(volume);
    }

    /** Writes a file into a volume that containers share, or removes it when the content is null. */
    public void write(String uid, String volume, String path, @Nullable String content, long now) {
        FileTree tree = find(uid, volume);
        SortedMap<String, FileEntry> files;
        if (tree instanceof Written written) {
            files = written.files;
        } else {
            Written created = new Written();
            put(uid, volume, created);
            files = created.files;
        }
        if (content == null) {
            files.remove(path);
            return;
        }
        for (int slash = path.indexOf('/'); slash > 0; slash = path.indexOf('/', slash + 1)) {
            files.putIfAbsent(path.substring(0, slash), FileEntry.directory(now));
        }
        files.put(path, FileEntry.file(0644, content, now));
    }

    /** Removes the volumes of a pod that is gone. */
    public void remove(String uid) {
        byPod.remove(uid);
        release(uid);
    }

    /** Forgets what is set aside for a pod. */
    public void release(String uid) {
        allocated.remove(uid);
    }

    /** Keeps what is set aside for the containers of a pod: the resources of this specification. */
    public void allocate(String uid, PodSpec spec) {
        allocated.put(uid, spec);
    }

    /** The specification whose resources are set aside for a pod; null when none are. */
    public @Nullable PodSpec allocated(String uid) {
        return allocated.get(uid);
    }

    /** Keeps what was read last of an object, by its identity. */
    public void read(String object, Map<String, String> data) {
        objects.put(object, data);
    }

    /** What was read last of an object; null when it was not, or was not found. */
    public @Nullable Map<String, String> lastRead(String object) {
        return objects.get(object);
    }

    /** Forgets an object that is gone. */
    public void forget(String object) {
        objects.remove(object);
    }
}
