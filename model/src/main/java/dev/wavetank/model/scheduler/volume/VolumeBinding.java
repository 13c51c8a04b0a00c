package dev.wavetank.model.scheduler.volume;

import dev.wavetank.model.api.storage.StorageClass;
import dev.wavetank.model.scheduler.framework.ClusterEvent;
import dev.wavetank.model.scheduler.framework.ClusterEvent.Action;
import dev.wavetank.model.scheduler.framework.ClusterEvent.Resource;
import dev.wavetank.model.scheduler.framework.CycleState;
import dev.wavetank.model.scheduler.framework.EnqueueExtensions;
import dev.wavetank.model.scheduler.framework.FilterPlugin;
import dev.wavetank.model.scheduler.framework.Handle;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.PreBindPlugin;
import dev.wavetank.model.scheduler.framework.PreFilterPlugin;
import dev.wavetank.model.scheduler.framework.ReservePlugin;
import dev.wavetank.model.scheduler.framework.Snapshot;
import dev.wavetank.model.scheduler.framework.StateKey;
import dev.wavetank.model.scheduler.framework.Status;
import dev.wavetank.model.volume.VolumeClaim;
import dev.wavetank.sim.Completion;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Places pods where their volumes are, or can be; binds those that wait for their first consumer. */
public final class VolumeBinding
        implements PreFilterPlugin, FilterPlugin, ReservePlugin, PreBindPlugin, EnqueueExtensions {

    private static final String MIGRATED_PLUGINS = "storage.alpha.kubernetes.io/migrated-plugins";
    private static final StateKey<Claims> CLAIMS = new StateKey<>("VolumeBinding");
    private static final StateKey<Writes> WRITES = new StateKey<>("VolumeBindingWrites");

    private final VolumeBinder binder;

    /** How long it waits for volumes unless it is told otherwise. */
    public static final int BIND_TIMEOUT_SECONDS = 600;

    private record Claims(PodVolumes volumes) implements CycleState.Entry {

        @Override
        public CycleState.Entry copy() {
            return this;
        }
    }

    private record Writes(VolumeWrites writes) implements CycleState.Entry {

        @Override
        public CycleState.Entry copy() {
            return this;
        }
    }

    /**
     * A plug-in with the caches of the scheduler.
     *
     * @param bindTimeout how long it waits for volumes, in nanoseconds ({@code bindTimeoutSeconds})
     */
    public VolumeBinding(Handle handle, long bindTimeout) {
        this.binder = new VolumeBinder(handle, bindTimeout);
    }

    @Override
    public String name() {
        return "VolumeBinding";
    }

    @Override
    public Status preFilter(CycleState state, PodInfo pod, Snapshot snapshot) {
        Optional<PodVolumes> volumes = binder.of(pod.pod());
        if (volumes.isEmpty()) {
            return Status.SKIP;
        }
        Optional<String> refusal = volumes.get().refusal();
        if (refusal.isEmpty() || volumes.get().isLookedAtOnNodes()) {
            state.write(CLAIMS, new Claims(volumes.get()));
            return Status.SUCCESS;
        }
        return volumes.get().isError() ? Status.error(refusal.get()) : Status.unresolvable(refusal.get());
    }

    @Override
    public Status filter(CycleState state, PodInfo pod, NodeInfo node) {
        Claims claims = state.read(CLAIMS);
        if (claims != null && claims.volumes().refusal().isPresent()) {
            return Status.error(claims.volumes().refusal().get());
        }
        List<String> reasons = claims == null ? List.of() : claims.volumes().reasonsAgainst(node.node());
        return reasons.isEmpty() ? Status.SUCCESS : Status.unresolvable(reasons.toArray(String[]::new));
    }

    @Override
    public Status reserve(CycleState state, PodInfo pod, String node) {
        Claims claims = state.read(CLAIMS);
        if (claims != null) {
            claims.volumes().reserve(pod.pod(), node).ifPresent(writes -> state.write(WRITES, new Writes(writes)));
        }
        return Status.SUCCESS;
    }

    @Override
    public void unreserve(CycleState state, PodInfo pod, String node) {
        // What was assumed and could not be written was given back at once; what was written stays.
    }

    @Override
    public Completion<Status> preBind(CycleState state, PodInfo pod, String node) {
        Writes writes = state.read(WRITES);
        if (writes == null) {
            return Completion.of(Status.SUCCESS);
        }
        return writes.writes().bind().map(failure -> failure.map(Status::error).orElse(Status.SUCCESS));
    }

    @Override
    public List<Interest> eventsToRegister() {
        return List.of(
                interest(Resource.STORAGE_CLASS, VolumeBinding::hasNewTopologies),
                interest(
                        Resource.PERSISTENT_VOLUME_CLAIM,
                        (pod, occurrence) -> occurrence.after() != null
                                && VolumeClaim.of(pod.pod())
                                        .contains(occurrence.after().key())),
                interest(Resource.PERSISTENT_VOLUME, (pod, occurrence) -> true),
                Interest.in(ClusterEvent.of(Resource.NODE, Action.ADD, Action.UPDATE_NODE_LABEL)),
                interest(Resource.CSI_NODE, VolumeBinding::hasOtherMigratedPlugins));
    }

    private static Interest interest(Resource resource, QueueingHint hint) {
        return new Interest(ClusterEvent.of(resource, Action.ADD, Action.UPDATE), hint);
    }

    private static boolean hasNewTopologies(PodInfo pod, ClusterEvent.Occurrence occurrence) {
        return !(occurrence.before() instanceof StorageClass before)
                || !(occurrence.after() instanceof StorageClass after)
                || !before.allowedTopologies().equals(after.allowedTopologies());
    }

    private static boolean hasOtherMigratedPlugins(PodInfo pod, ClusterEvent.Occurrence occurrence) {
        return occurrence.before() == null
                || occurrence.after() == null
                || !Objects.equals(
                        occurrence.before().metadata().annotations().get(MIGRATED_PLUGINS),
                        occurrence.after().metadata().annotations().get(MIGRATED_PLUGINS));
    }
}
