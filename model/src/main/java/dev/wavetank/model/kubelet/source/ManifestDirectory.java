package dev.wavetank.model.kubelet.source;

import dev.wavetank.model.api.core.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The directory of a node from which its kubelet takes static pods ({@code staticPodPath}): one pod in each file. It
 * survives restarts of the kubelet and of the machine.
 */
public final class ManifestDirectory {

    /** Where kubeadm has it. */
    static final String PATH = "/etc/kubernetes/manifests/";

    private final Map<String, Pod> files = new TreeMap<>();
    private final List<Runnable> watchers = new ArrayList<>(1);

    /** An empty directory. */
    public ManifestDirectory() {}

    /** Writes a file, or writes it anew. */
    public void write(String name, Pod manifest) {
        files.put(name, manifest);
        notifyWatchers();
    }

    /** Removes a file, if it is there. */
    public void remove(String name) {
        files.remove(name);
        notifyWatchers();
    }

    private void notifyWatchers() {
        new ArrayList<>(watchers).forEach(Runnable::run);
    }

    /** The manifests by the names of their files. */
    Map<String, Pod> files() {
        return files;
    }

    /** Runs something after each change, as inotify does. */
    void watch(Runnable watcher) {
        watchers.add(watcher);
    }

    void unwatch(Runnable watcher) {
        watchers.remove(watcher);
    }
}
