package dev.wavetank.model.kubelet.volume;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.PersistentVolume;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.model.volume.AttachableVolume;
import dev.wavetank.model.volume.EphemeralVolume;
import dev.wavetank.model.volume.VolumeClaim;
import dev.wavetank.sim.Completion;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The way of a volume from the node's list of attached ones into a pod ({@code VerifyControllerAttachedVolume} and
 * {@code MountDevice}, pkg/volume/util/operationexecutor v1.20; pkg/volume/csi).
 */
final class AttachedVolumes {

    private final ApiClient client;
    private final CsiMounts mounts;
    private final String node;
    private final List<String> drivers;
    private final VolumesInUse inUse;
    private final UsedVolumes used;
    private final BiConsumer<Pod, String> notSimulated;
    private final Predicate<String> hasPath;
    private final boolean looksAtPaths;
    /** What the CSIDriver objects say, by name; drivers without one are asked for again. */
    private final Map<String, Driver> known = new TreeMap<>();

    /** What is known of a driver. */
    private enum Driver {
        /** Its volumes are attached. */
        ATTACHES,
        /** Its volumes are only mounted. */
        MOUNTS,
        /** It has no CSIDriver object. */
        UNKNOWN
    }

    /**
     * A volume of a pod, and what is known of its driver; the disk of a cloud is attached.
     *
     * @param local why it cannot be mounted when it is a local one that is not there
     */
    private record Use(AttachableVolume volume, Driver driver, Optional<Obstacle> local) {

        private Use(AttachableVolume volume, Driver driver) {
            this(volume, driver, Optional.empty());
        }

        boolean isAttached() {
            return driver == Driver.ATTACHES;
        }
    }

    /**
     * What stands in the way of a volume.
     *
     * @param operation which failed, such as {@code MountVolume.MountDevice}
     * @param name of the volume in the Event
     * @param error in its words; null when it is only to be waited for, of which no Event tells
     */
    record Obstacle(String operation, String name, String error) {

        private static Optional<Obstacle> wait(AttachableVolume volume) {
            return Optional.of(new Obstacle("", volume.name(), ""));
        }

        boolean isSilent() {
            return error.isEmpty();
        }
    }

    /**
     * @param mounts calls drivers of the node
     * @param storage what the node can mount from, with the names of those drivers
     * @param notSimulated receives what is taken to be there
     */
    AttachedVolumes(
            ApiClient client,
            CsiMounts mounts,
            String node,
            NodeStorage storage,
            VolumesInUse inUse,
            BiConsumer<Pod, String> notSimulated,
            KubernetesVersion version) {
        this.looksAtPaths = version.has(Feature.LOCAL_PATH_LOOKED_AT);
        this.used = new UsedVolumes(version);
        this.notSimulated = notSimulated;
        this.client = client;
        this.mounts = mounts;
        this.node = node;
        this.drivers = storage.drivers();
        this.hasPath = new HostPaths(storage.hostPaths())::isKnown;
        this.inUse = inUse;
    }

    static boolean mayBeAttached(Map<String, Object> volume) {
        return volume.containsKey("persistentVolumeClaim")
                || EphemeralVolume.is(volume)
                || volume.containsKey("csi")
                || AttachableVolume.of(volume).isPresent();
    }

    /** Marks the volumes of a pod that runs already as used. */
    void adopt(Pod pod) {
        for (Map<String, Object> volume : used.of(pod)) {
            if (volume.get("csi") instanceof Map<?, ?> csi && drivers.contains(String.valueOf(csi.get("driver")))) {
                mounts.adoptInline(inlined(pod, volume, csi), pod.uid());
            } else if (mayBeAttached(volume)) {
                find(pod, volume).whenDone(found -> found.ifPresent(one -> adopt(pod, one)));
            }
        }
    }

    private void adopt(Pod pod, Use use) {
        if (use.isAttached()) {
            inUse.add(use.volume().uniqueName(), pod.uid());
        }
        if (use.volume().driver().filter(drivers::contains).isPresent()) {
            mounts.adopt(use.volume(), pod.uid());
        }
    }

    /** Ends with what stands in the way of a volume; empty when it can be set up. */
    Completion<Optional<Obstacle>> ready(Pod pod, Map<String, Object> volume) {
        if (!mayBeAttached(volume)) {
            return Completion.of(Optional.empty());
        }
        if (volume.get("csi") instanceof Map<?, ?> csi) {
            return inline(inlined(pod, volume, csi), pod.uid());
        }
        return find(pod, volume).then(found -> {
            if (found.isEmpty()) {
                return Completion.of(Optional.<Obstacle>empty());
            }
            if (found.get().local().isPresent()) {
                return Completion.of(found.get().local());
            }
            AttachableVolume one = found.get().volume();
            if (!found.get().isAttached()) {
                return unattached(pod, found.get());
            }
            inUse.add(one.uniqueName(), pod.uid());
            return inUse.isReported(one.uniqueName()) ? attached(pod, one) : Completion.of(Obstacle.wait(one));
        });
    }

    /**
     * A volume that a driver makes for the pod alone: its CSIDriver object has to allow it ({@code
     * supportsVolumeLifecycleMode} and {@code SetUpAt}, pkg/volume/csi v1.20).
     */
    private Completion<Optional<Obstacle>> inline(AttachableVolume volume, String uid) {
        String driver = volume.driver().orElseThrow();
        String name = volume.name();
        return client.send(new ApiRequest.Get(Resources.CSI_DRIVERS, "", driver))
                .then(response -> {
                    if (!response.isSuccess() && response.code() != 404) {
                        // The real kubelet has a copy of the objects, and does not depend on an answer.
                        return Completion.of(Obstacle.wait(volume));
                    }
                    String refusal = refusal(response);
                    if (!refusal.isEmpty()) {
                        return obstacle(
                                "MountVolume.NewMounter initialization",
                                name,
                                "volume mode \"Ephemeral\" not supported by driver " + driver + " (" + refusal + ")");
                    }
                    if (!drivers.contains(driver)) {
                        return obstacle(
                                "MountVolume.SetUp",
                                name,
                                "kubernetes.io/csi: mounter.SetUpAt failed to get CSI client: driver name " + driver
                                        + " not found in the list of registered CSI drivers");
                    }
                    return mounts.publish(volume, uid)
                            .map(failed -> failed.map(why -> new Obstacle(why.operation(), name, why.error())));
                });
    }

    private static AttachableVolume inlined(Pod pod, Map<String, Object> volume, Map<?, ?> csi) {
        return AttachableVolume.inline(
                String.valueOf(csi.get("driver")), pod.uid(), String.valueOf(volume.get("name")));
    }

    private static Completion<Optional<Obstacle>> obstacle(String operation, String name, String error) {
        return Completion.of(Optional.of(new Obstacle(operation, name, error)));
    }

    /** Why a driver takes no volumes of pods; empty when it does. Without a list of modes it takes persistent ones. */
    private static String refusal(ApiResponse driver) {
        if (!(driver instanceof ApiResponse.One one)) {
            return "no CSIDriver object";
        }
        Object modes =
                one.as(GenericObject.class).spec() instanceof Map<?, ?> spec ? spec.get("volumeLifecycleModes") : null;
        List<?> given = modes instanceof List<?> list && !list.isEmpty() ? list : List.of("Persistent");
        return given.contains("Ephemeral")
                ? ""
                : "only supports ["
                        + given.stream().map(mode -> "\"" + mode + "\"").collect(Collectors.joining(" ")) + "]";
    }

    private Completion<Optional<Obstacle>> attached(Pod pod, AttachableVolume volume) {
        return client.send(new ApiRequest.Get(Resources.NODES, "", node)).then(response -> {
            boolean isAttached = response instanceof ApiResponse.One one
                    && one.as(Node.class).status().other().get("volumesAttached") instanceof List<?> list
                    && list.stream()
                            .anyMatch(entry -> entry instanceof Map<?, ?> fields
                                    && volume.uniqueName().equals(fields.get("name")));
            return isAttached ? mounted(pod, volume) : Completion.of(Obstacle.wait(volume));
        });
    }

    /** A driver that no object describes may be one that the scenario leaves out. */
    private Completion<Optional<Obstacle>> unattached(Pod pod, Use use) {
        String driver = use.volume().driver().orElse("");
        if (use.driver() == Driver.MOUNTS || drivers.contains(driver)) {
            return mounted(pod, use.volume());
        }
        notSimulated.accept(
                pod,
                "the CSI driver " + driver + " of volume " + use.volume().name()
                        + ", which is taken to be there: it has no CSIDriver object");
        return Completion.of(Optional.empty());
    }

    private Completion<Optional<Obstacle>> mounted(Pod pod, AttachableVolume volume) {
        if (volume.driver().isEmpty()) {
            return Completion.of(Optional.empty());
        }
        String driver = volume.driver().get();
        if (!drivers.contains(driver)) {
            return Completion.of(Optional.of(new Obstacle(
                    "MountVolume.MountDevice",
                    volume.name(),
                    "kubernetes.io/csi: attacher.MountDevice failed to create newCsiDriverClient: driver name " + driver
                            + " not found in the list of registered CSI drivers")));
        }
        return mounts.mount(volume, pod.uid())
                .map(failed -> failed.map(why -> new Obstacle(why.operation(), volume.name(), why.error())));
    }

    /**
     * Done when drivers have taken back what the pod had of them; of a cloud's disk the kubelet has nothing to wait
     * for.
     */
    Completion<Boolean> unmount(String uid) {
        return mounts.unmount(uid, () -> inUse.removeAll(uid));
    }

    /** The volume of a cloud or of a driver behind one of a pod's; empty for all others. */
    private Completion<Optional<Use>> find(Pod pod, Map<String, Object> volume) {
        ObjectKey key = VolumeClaim.of(pod, volume);
        if (key == null) {
            return Completion.of(AttachableVolume.of(volume).map(disk -> new Use(disk, Driver.ATTACHES)));
        }
        return client.send(new ApiRequest.Get(Resources.PERSISTENT_VOLUME_CLAIMS, key.namespace(), key.name()))
                .then(response -> {
                    String name = response instanceof ApiResponse.One one
                            ? one.as(PersistentVolumeClaim.class).volumeName()
                            : null;
                    return name == null
                            ? Completion.of(Optional.<Use>empty())
                            : client.send(new ApiRequest.Get(Resources.PERSISTENT_VOLUMES, "", name))
                                    .then(found -> required(pod, found));
                });
    }

    private Completion<Optional<Use>> required(Pod pod, ApiResponse response) {
        if (response instanceof ApiResponse.One one) {
            PersistentVolume volume = one.as(PersistentVolume.class);
            if (volume.spec().other().get("local") instanceof Map<?, ?> local) {
                return Completion.of(refused(pod, volume.metadata().name(), String.valueOf(local.get("path"))));
            }
        }
        Optional<AttachableVolume> found = response instanceof ApiResponse.One one
                ? AttachableVolume.of(one.as(PersistentVolume.class))
                : Optional.empty();
        if (found.isEmpty() || found.get().driver().isEmpty()) {
            return Completion.of(found.map(disk -> new Use(disk, Driver.ATTACHES)));
        }
        AttachableVolume volume = found.get();
        String name = volume.driver().get();
        Driver driver = known.get(name);
        return driver != null
                ? Completion.of(Optional.of(new Use(volume, driver)))
                : client.send(new ApiRequest.Get(Resources.CSI_DRIVERS, "", name))
                        .map(answer -> Optional.of(new Use(volume, learned(name, answer))));
    }

    /** The local volume whose path is not there ({@code getGlobalLocalPath}, pkg/volume/local/local.go v1.12). */
    private Optional<Use> refused(Pod pod, String name, String path) {
        if (hasPath.test(path)) {
            return Optional.empty();
        }
        String target = "/var/lib/kubelet/pods/" + pod.uid() + "/volumes/kubernetes.io~local-volume/" + name;
        Obstacle obstacle = looksAtPaths
                ? new Obstacle("MountVolume.NewMounter initialization", name, "path \"" + path + "\" does not exist")
                : new Obstacle(
                        "MountVolume.SetUp",
                        name,
                        "mount failed: exit status 32\nMounting command: mount\nMounting arguments: -o bind " + path
                                + " " + target + "\nOutput: mount: special device " + path + " does not exist\n");
        return Optional.of(new Use(new AttachableVolume("", name, false), Driver.UNKNOWN, Optional.of(obstacle)));
    }

    private Driver learned(String name, ApiResponse answer) {
        if (!(answer instanceof ApiResponse.One one)) {
            return Driver.UNKNOWN;
        }
        boolean mounts = one.as(GenericObject.class).spec() instanceof Map<?, ?> spec
                && Boolean.FALSE.equals(spec.get("attachRequired"));
        Driver driver = mounts ? Driver.MOUNTS : Driver.ATTACHES;
        known.put(name, driver);
        return driver;
    }
}
