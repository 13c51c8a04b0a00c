package dev.wavetank.model.kubelet.volume;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.kubelet.event.PodEvents;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.random.RandomStream;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Writes the volumes of pods anew when what they are written from has changed ({@code RequiresRemount}, pkg/volume
 * v1.20): with every regular sync of the pod, 60 to 90 s apart, and at once when the pod itself has changed. Only pods
 * with Secrets or ConfigMaps of their own have such syncs here. What is read again needs no request where the real
 * kubelet watches the objects, so these reads have a client without a limit.
 */
final class VolumeRemounts {

    /** {@code --sync-frequency}, and as much again at random as the half of it. */
    private static final long SYNC = VirtualTime.MINUTE;

    /** From a change of the pod to its volumes: the recorded node took 0.5 to 0.9 s. */
    private static final long CHANGE_MIN = 500 * VirtualTime.MILLISECOND;

    private static final long CHANGE_SPREAD = 400 * VirtualTime.MILLISECOND;

    private final Context context;
    private final ApiObjects objects;
    private final VolumeContents contents;
    private final PodEvents events;
    private final UsedVolumes used;
    private final boolean watches;
    private final RandomStream random;
    private final Map<String, Pod> pods = new TreeMap<>();

    /** @param watches whether the kubelet knows the latest state of each object */
    VolumeRemounts(
            Context context,
            ApiObjects objects,
            VolumeContents contents,
            PodEvents events,
            UsedVolumes used,
            boolean watches) {
        this.used = used;
        this.context = context;
        this.objects = objects;
        this.contents = contents;
        this.events = events;
        this.watches = watches;
        this.random = context.random("remounts");
    }

    private List<Map<String, Object>> own(Pod pod) {
        return used.of(pod).stream().filter(VolumeContents::isOwn).toList();
    }

    /** A volume of a pod has been mounted, from objects that have just been read. */
    void mounted(Pod pod, Map<String, Object> volume) {
        if (VolumeContents.isOwn(volume)) {
            contents.put(pod, volume, context.now());
            follow(pod);
        }
    }

    /** Keeps the volumes of a pod up to date from now on. */
    void follow(Pod pod) {
        List<Map<String, Object>> volumes = own(pod);
        if (volumes.isEmpty() || pods.put(pod.uid(), pod) != null) {
            return;
        }
        if (volumes.stream().anyMatch(one -> !VolumeContents.objects(pod, one).isEmpty())) {
            next(pod.uid());
        }
    }

    private void next(String uid) {
        context.daemonAfter(SYNC + random.nextLong(SYNC / 2), () -> {
            Pod pod = pods.get(uid);
            if (pod != null) {
                write(pod).whenDone(done -> next(uid));
            }
        });
    }

    /** The object of a pod has changed. */
    void changed(Pod pod) {
        Pod before = pods.get(pod.uid());
        if (before == null) {
            return;
        }
        pods.put(pod.uid(), pod);
        boolean differs =
                !Objects.equals(before.metadata().labels(), pod.metadata().labels())
                        || !Objects.equals(
                                before.metadata().annotations(), pod.metadata().annotations());
        if (differs) {
            context.after(CHANGE_MIN + random.nextLong(CHANGE_SPREAD), () -> {
                if (pods.get(pod.uid()) == pod) {
                    write(pod);
                }
            });
        }
    }

    /** Reads what the volumes of a pod are written from, and writes them. */
    Completion<Boolean> write(Pod pod) {
        Completion<Boolean> all = Completion.of(true);
        for (Map<String, Object> volume : own(pod)) {
            all = all.then(before -> write(pod, volume));
        }
        return all;
    }

    private Completion<Boolean> write(Pod pod, Map<String, Object> volume) {
        Completion<Boolean> read = Completion.of(true);
        for (String object : VolumeContents.objects(pod, volume)) {
            read = read.then(before -> objects.latest(object, watches).map(found -> {
                if (found.error() != null && !VolumeSetup.isOptional(volume)) {
                    events.warning(
                            pod,
                            "FailedMount",
                            "MountVolume.SetUp failed for volume \"" + volume.get("name") + "\" : " + found.error());
                    return false;
                }
                return before;
            }));
        }
        return read.map(complete -> {
            if (complete) {
                contents.put(pod, volume, context.now());
            }
            return complete;
        });
    }

    void forget(String uid) {
        pods.remove(uid);
    }
}
