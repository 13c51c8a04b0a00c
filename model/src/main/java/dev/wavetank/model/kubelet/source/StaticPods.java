package dev.wavetank.model.kubelet.source;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

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
    private final SourceSettings settings;
    private final Map<String, Known> pods = new TreeMap<>();
    private long start;

    private record Known(Pod pod, ManifestSource source) {}

    /** Hears of static pods. A manifest that changes is one pod that goes and another one that comes. */
    public interface Handler {

        /** A pod came. */
        void added(Pod pod);

        /** A pod went. */
        void removed(Pod pod);
    }

    /** A source that has not started. */
    public StaticPods(
            Context context, ManifestDirectory directory, String node, SourceSettings settings, Handler handler) {
        this.settings = settings;
        this.context = context;
        this.directory = directory;
        this.node = node;
        this.handler = handler;
    }

    /** Reads the manifests, and watches them as far as that is possible. */
    public void start() {
        start = context.now();
        Consumer<ManifestSource> watcher = source -> {
            long delay = source.delay(settings, context.now() - start, NOTICE);
            context.after(delay, () -> read(source));
        };
        directory.watch(watcher);
        context.whenEnded(() -> directory.unwatch(watcher));
        for (ManifestSource source : ManifestSource.values()) {
            read(source);
        }
    }

    private void read(ManifestSource source) {
        List<Pod> gone = new ArrayList<>();
        List<Pod> come = new ArrayList<>();
        for (Map.Entry<String, Known> one : new ArrayList<>(pods.entrySet())) {
            ManifestDirectory.Manifest left = directory.files().get(one.getKey());
            if (one.getValue().source() == source && (left == null || left.source() != source)) {
                gone.add(one.getValue().pod());
                pods.remove(one.getKey());
            }
        }
        directory.files().forEach((file, manifest) -> {
            if (manifest.source() != source) {
                return;
            }
            Pod pod = StaticPod.of(manifest, file, node, context.clock());
            Known before = pods.get(file);
            if (before == null || !before.pod().uid().equals(pod.uid())) {
                come.add(pod);
                if (before != null) {
                    gone.add(before.pod());
                }
                pods.put(file, new Known(pod, source));
            }
        });
        gone.forEach(handler::removed);
        come.forEach(handler::added);
    }
}
