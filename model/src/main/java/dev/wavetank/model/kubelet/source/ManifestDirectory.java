package dev.wavetank.model.kubelet.source;

import dev.wavetank.model.api.core.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The directory of a node from which its kubelet takes static pods ({@code staticPodPath}): one pod in each file. It
 * survives restarts of the kubelet and of the machine.
 */
public final class ManifestDirectory {

    /** Where kubeadm has it. */
    static final String PATH = "/etc/kubernetes/manifests/";

    private final Map<String, Manifest> files = new TreeMap<>();
    private final List<Consumer<ManifestSource>> watchers = new ArrayList<>(1);

    /** A pod, and where it was found. */
    record Manifest(Pod pod, ManifestSource source) {}

    /** An empty directory. */
    public ManifestDirectory() {}

    /** Writes a file, or writes it anew. */
    public void write(String name, Pod manifest) {
        write(name, manifest, ManifestSource.FILE);
    }

    /** Writes a file there, or writes it anew. */
    public void write(String name, Pod manifest, ManifestSource source) {
        files.put(name, new Manifest(manifest, source));
        notifyWatchers(source);
    }

    /** Removes a file, if it is there. */
    public void remove(String name) {
        Manifest removed = files.remove(name);
        if (removed != null) {
            notifyWatchers(removed.source());
        }
    }

    private void notifyWatchers(ManifestSource source) {
        new ArrayList<>(watchers).forEach(watcher -> watcher.accept(source));
    }

    /** The manifests by the names of their files. */
    Map<String, Manifest> files() {
        return files;
    }

    /** Calls something after each change, with where it was. */
    void watch(Consumer<ManifestSource> watcher) {
        watchers.add(watcher);
    }

    void unwatch(Consumer<ManifestSource> watcher) {
        watchers.remove(watcher);
    }
}
