package dev.wavetank.model.kubelet.source;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The source of static pods: reads the manifests when it starts, and when inotify tells of a change
 * ({@code pkg/kubelet/config/file_linux.go}, the same since 2016). The reading anew every 20 s
 * ({@code fileCheckFrequency}) finds nothing more and is not simulated.
 */
public final class StaticPods {

    /** From a write to the source's answer; with what follows, 20 ms were recorded until the mirror was requested. */
    private static final long NOTICE = 10 * VirtualTime.MILLISECOND;

    private final Context context;
    private final ManifestDirectory directory;
    private final String node;
    private final Handler handler;
    private final Map<String, Pod> pods = new TreeMap<>();

    /** Hears of static pods. A manifest that changes is one pod that goes and another one that comes. */
    public interface Handler {

        /** A pod came. */
        void added(Pod pod);

        /** A pod went. */
        void removed(Pod pod);
    }

    /** A source that has not started. */
    public StaticPods(Context context, ManifestDirectory directory, String node, Handler handler) {
        this.context = context;
        this.directory = directory;
        this.node = node;
        this.handler = handler;
    }

    /** Reads the directory, and watches it. */
    public void start() {
        Runnable watcher = () -> context.after(NOTICE, this::read);
        directory.watch(watcher);
        context.whenEnded(() -> directory.unwatch(watcher));
        read();
    }

    private void read() {
        List<Pod> gone = new ArrayList<>();
        List<Pod> come = new ArrayList<>();
        pods.forEach((file, pod) -> {
            if (!directory.files().containsKey(file)) {
                gone.add(pod);
            }
        });
        directory.files().forEach((file, manifest) -> {
            Pod pod = StaticPod.of(manifest, file, node, context.clock());
            Pod before = pods.get(file);
            if (before == null || !before.uid().equals(pod.uid())) {
                come.add(pod);
                if (before != null) {
                    gone.add(before);
                }
                pods.put(file, pod);
            }
        });
        pods.keySet().retainAll(directory.files().keySet());
        gone.forEach(handler::removed);
        come.forEach(handler::added);
    }
}
