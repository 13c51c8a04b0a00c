package dev.wavetank.model.kubelet.volume;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.kubelet.cri.NodeTroubles;
import dev.wavetank.model.kubelet.cri.process.FileTree;
import dev.wavetank.model.kubelet.event.PodEvents;
import dev.wavetank.model.trace.ContainerTrace;
import dev.wavetank.model.trace.NotSimulatedTrace;
import dev.wavetank.model.trace.UnrecordedEventTrace;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.component.Timer;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.random.Distribution;
import dev.wavetank.sim.random.RandomStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The volumes of the node's pods ({@code WaitForAttachAndMount}, pkg/kubelet/volumemanager v1.20). The volumes of a
 * pod are set up independently of its syncs; a sync looks every 300 ms whether they are there, for two minutes and
 * three seconds. A volume that fails is tried again after 0.5 s, doubled up to 122 s; that an object has come into
 * being meanwhile does not shorten this.
 */
public final class PodVolumes {

    /** {@code podAttachAndMountRetryInterval}. */
    private static final long POLL = 300 * VirtualTime.MILLISECOND;

    /** {@code podAttachAndMountTimeout}. */
    static final long TIMEOUT = 2 * VirtualTime.MINUTE + 3 * VirtualTime.SECOND;

    /** {@code reconcilerLoopSleepPeriod}. */
    private static final long RECONCILER = 100 * VirtualTime.MILLISECOND;

    /** {@code initialDurationBeforeRetry}, pkg/util/goroutinemap/exponentialbackoff. */
    private static final long RETRY_FIRST = 500 * VirtualTime.MILLISECOND;

    /** {@code maxDurationBeforeRetry}. */
    private static final long RETRY_MOST = 2 * VirtualTime.MINUTE + 2 * VirtualTime.SECOND;

    /** Volumes of servers that the model does not have. */
    private static final List<String> NOT_SIMULATED = List.of(
            "azureFile",
            "cephfs",
            "fc",
            "flexVolume",
            "flocker",
            "gitRepo",
            "glusterfs",
            "iscsi",
            "portworxVolume",
            "quobyte",
            "rbd",
            "scaleIO",
            "storageos");

    private final Context context;
    private final PodEvents events;
    private final ClaimCheck claims;
    private final VolumeSetup setup;
    private final AttachedVolumes attached;
    private final RandomStream reconciler;
    private final boolean mounts;
    private final HollowVolumes hollow;
    private final Distribution takes;
    private final NodeTroubles troubles;
    private final VolumeContents contents;
    private final VolumeRemounts remounts;
    private final MountTexts texts;
    private final UsedVolumes used;
    private final Map<String, Mounts> byPod = new TreeMap<>();

    /**
     * What a node can mount.
     *
     * @param mounts whether volumes are mounted at all; hollow nodes take every volume to be there
     * @param storage what it mounts from
     * @param setup how long one volume takes, when what it needs is there
     * @param troubles what is wrong with the node
     * @param contents what is in the volumes
     * @param watches whether it knows the latest state of each object that it needs
     * @param version of Kubernetes
     */
    public record Settings(
            boolean mounts,
            NodeStorage storage,
            Distribution setup,
            NodeTroubles troubles,
            VolumeContents contents,
            boolean watches,
            KubernetesVersion version) {}

    /** No volume is mounted. */
    public PodVolumes(
            Context context,
            ApiClient client,
            Objects objects,
            PodEvents events,
            Settings settings,
            Attaching attaching) {
        this.attached = new AttachedVolumes(
                client,
                new CsiMounts(context, attaching.drivers(), attaching.node()),
                attaching.node(),
                settings.storage(),
                attaching.inUse(),
                this::report,
                settings.version());
        this.context = context;
        this.events = events;
        this.used = new UsedVolumes(settings.version());
        this.texts = new MountTexts(settings.version());
        this.claims = new ClaimCheck(context, client, events, settings.version());
        this.setup = new VolumeSetup(objects.first(), settings.storage(), settings.version());
        this.reconciler = context.random("volumes");
        this.mounts = settings.mounts();
        this.hollow = new HollowVolumes(context, used);
        this.takes = settings.setup();
        this.troubles = settings.troubles();
        this.contents = settings.contents();
        this.remounts = new VolumeRemounts(context, objects.again(), contents, events, used, settings.watches());
    }

    /**
     * How Secrets and ConfigMaps are read.
     *
     * @param first when a pod starts
     * @param again when its volumes are written anew
     */
    public record Objects(ApiObjects first, ApiObjects again) {}

    /**
     * How volumes get attached.
     *
     * @param node name of the node
     * @param drivers calls CSI drivers of the node
     * @param inUse what the node reports as used
     */
    public record Attaching(String node, Endpoint drivers, VolumesInUse inUse) {}

    private static final class Mounts {
        private final Pod pod;
        private final Set<String> begun = new TreeSet<>();
        private final Set<String> missing = new TreeSet<>();
        private final Set<String> reported = new TreeSet<>();
        /** Those that wait to be attached. */
        private final Set<String> unattached = new TreeSet<>();

        private @Nullable Wait wait;

        private Mounts(Pod pod) {
            this.pod = pod;
        }
    }

    /** A sync that waits. */
    private static final class Wait {
        private final long since;
        private final Completion<Optional<String>> end = new Completion<>();
        private @Nullable Timer timeout;

        private Wait(long since) {
            this.since = since;
        }
    }

    /** Ends with an error of the sync, or empty when all volumes are there. */
    public Completion<Optional<String>> await(Pod pod) {
        return claims.run(pod).then(error -> {
            if (error.isPresent()) {
                return Completion.of(error);
            }
            if (used.of(pod).isEmpty()) {
                return Completion.of(Optional.<String>empty());
            }
            Completion<Optional<String>> mounted = mounts ? whenMounted(pod) : hollow.mount(pod);
            return mounted.map(failure -> {
                if (failure.isEmpty()) {
                    context.trace(new ContainerTrace.Mounted(pod.uid()));
                }
                return failure;
            });
        });
    }

    private Completion<Optional<String>> whenMounted(Pod pod) {
        Mounts pods = byPod.get(pod.uid());
        if (pods == null) {
            pods = new Mounts(pod);
            byPod.put(pod.uid(), pods);
        }
        begin(pods, used.of(pod));
        if (pods.missing.isEmpty()) {
            return Completion.of(Optional.empty());
        }
        Wait wait = new Wait(context.now());
        pods.wait = wait;
        Mounts waiting = pods;
        wait.timeout = context.after(TIMEOUT, () -> giveUp(waiting, wait));
        return wait.end;
    }

    /** Once for each pod. */
    private void report(Pod pod, String what) {
        Mounts pods = byPod.get(pod.uid());
        if (pods != null && pods.reported.add(what)) {
            context.trace(new NotSimulatedTrace("pod/" + pod.key(), what));
        }
    }

    private void reportKind(Pod pod, Map<String, Object> volume) {
        String kind = PodDirectory.kind(volume);
        if (NOT_SIMULATED.contains(kind)) {
            report(pod, "the " + kind + " volume " + volume.get("name") + ", which is taken to be there");
        }
    }

    /** An ephemeral container may use a volume that no other does. */
    private void begin(Mounts pods, List<Map<String, Object>> volumes) {
        List<Map<String, Object>> fresh = volumes.stream()
                .filter(volume -> pods.begun.add(UsedVolumes.name(volume)))
                .toList();
        fresh.forEach(volume -> pods.missing.add(UsedVolumes.name(volume)));
        for (Map<String, Object> volume : fresh) {
            long delay = RECONCILER / 2 + reconciler.nextLong(RECONCILER);
            context.after(delay, () -> attempt(pods, volume, 0));
        }
    }

    private void attempt(Mounts pods, Map<String, Object> volume, int failures) {
        if (byPod.get(pods.pod.uid()) != pods) {
            return;
        }
        attached.ready(pods.pod, volume).whenDone(obstacle -> {
            if (byPod.get(pods.pod.uid()) != pods) {
                // The pod has ended meanwhile: what was noted for it while the answer was under way is not in use.
                attached.unmount(pods.pod.uid());
            }
            String name = UsedVolumes.name(volume);
            if (obstacle.isEmpty() || !obstacle.get().isSilent()) {
                pods.unattached.remove(name);
            } else {
                pods.unattached.add(name);
            }
            if (obstacle.isEmpty()) {
                setUp(pods, volume, failures);
                return;
            }
            if (!obstacle.get().isSilent()) {
                AttachedVolumes.Obstacle found = obstacle.get();
                events.warning(
                        pods.pod,
                        "FailedMount",
                        found.operation() + " failed for volume \"" + found.name() + "\" : " + found.error());
            }
            again(pods, volume, failures);
        });
    }

    private void again(Mounts pods, Map<String, Object> volume, int failures) {
        long wait = Math.min(RETRY_FIRST << Math.min(failures, 10), RETRY_MOST);
        context.after(wait, () -> attempt(pods, volume, failures + 1));
    }

    private void setUp(Mounts pods, Map<String, Object> volume, int failures) {
        String name = UsedVolumes.name(volume);
        Completion<Optional<String>> attempted = troubles.hits(NodeTroubles.Trouble.NO_MOUNTS)
                ? Completion.of(Optional.of("mount failed: exit status 32"))
                : setup.attempt(pods.pod, volume);
        attempted.whenDone(error -> {
            if (error.isEmpty()) {
                reportKind(pods.pod, volume);
                long time = takes.sample(reconciler);
                if (time == 0) {
                    mounted(pods, volume);
                } else {
                    context.after(time, () -> mounted(pods, volume));
                }
                return;
            }
            events.warning(
                    pods.pod, "FailedMount", "MountVolume.SetUp failed for volume \"" + name + "\" : " + error.get());
            again(pods, volume, failures);
        });
    }

    /** Takes the volumes of a pod that has run before this kubelet as mounted. */
    public void adopt(Pod pod) {
        if (mounts) {
            attached.adopt(pod);
            remounts.follow(pod);
            remounts.write(pod);
        }
    }

    /** The object of a pod has changed: what its volumes say of it changes soon. */
    public void changed(Pod pod) {
        remounts.changed(pod);
    }

    /** What is in the volumes. */
    public VolumeContents contents() {
        return contents;
    }

    /** Writes the volumes of a pod before they are looked at, where nothing is mounted. */
    public Completion<Boolean> prepare(Pod pod) {
        return mounts ? Completion.of(true) : remounts.write(pod);
    }

    /** Done when the volumes of a pod that has ended are unmounted. */
    public Completion<Boolean> unmount(String uid) {
        contents.remove(uid);
        return attached.unmount(uid);
    }

    private void mounted(Mounts pods, Map<String, Object> volume) {
        String name = UsedVolumes.name(volume);
        if (byPod.get(pods.pod.uid()) == pods) {
            remounts.mounted(pods.pod, volume);
            texts.mounted(name).ifPresent(text -> events.normal(pods.pod, "SuccessfulMountVolume", text));
        }
        pods.missing.remove(name);
        finish(pods);
    }

    /** The sync sees at its next look that all is there. */
    private void finish(Mounts pods) {
        Wait wait = pods.wait;
        if (wait != null && pods.missing.isEmpty()) {
            context.after(POLL - (context.now() - wait.since) % POLL, () -> end(pods, wait, Optional.empty()));
        }
    }

    private void giveUp(Mounts pods, Wait wait) {
        if (pods.wait == wait && !pods.missing.isEmpty()) {
            String text = texts.waited(pods.pod, pods.missing, pods.unattached, List.of());
            if (texts.reportsWaits()) {
                events.warning(pods.pod, "FailedMount", text);
            } else {
                context.trace(new UnrecordedEventTrace(pods.pod.uid(), null, "FailedMount", text));
            }
            end(pods, wait, Optional.of(text));
        }
    }

    private static void end(Mounts pods, Wait wait, Optional<String> error) {
        if (pods.wait == wait) {
            pods.wait = null;
            if (wait.timeout != null) {
                wait.timeout.cancel();
            }
            wait.end.complete(error);
        }
    }

    /** Forgets the volumes of a pod; a sync that waits for them ends at once. */
    public void forget(String uid) {
        claims.forget(uid);
        remounts.forget(uid);
        Mounts pods = byPod.remove(uid);
        if (pods != null && pods.wait != null) {
            end(pods, pods.wait, Optional.of("the pod ends"));
        }
    }

    /** The volumes of a pod that are there, in the order in which the pod names them. */
    public List<String> mounted(String uid) {
        Mounts pods = byPod.get(uid);
        if (pods == null) {
            return List.of();
        }
        return pods.pod.spec().volumes().stream()
                .map(UsedVolumes::name)
                .filter(name -> pods.begun.contains(name) && !pods.missing.contains(name))
                .toList();
    }

    /** What is in those volumes of a pod that are there and whose content is known. */
    public Map<String, FileTree> files(Pod pod) {
        Map<String, FileTree> files = new LinkedHashMap<>();
        for (String name : mounted(pod.uid())) {
            FileTree tree = contents.of(pod, name);
            if (tree != null) {
                files.put(name, tree);
            }
        }
        return files;
    }
}
