package dev.wavetank.model.kubelet.volume;

import dev.wavetank.model.kubelet.csi.CsiCall;
import dev.wavetank.model.volume.AttachableVolume;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.Reply;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Volumes of CSI drivers on a node: staged once, published to each pod, and taken back in the opposite order ({@code
 * MountDevice}, {@code SetUp}, {@code TearDown}, {@code UnmountDevice}; pkg/volume/csi v1.20). What fails is tried
 * again until it succeeds: at first after half a second, later after two minutes ({@code
 * goroutinemap/exponentialbackoff}).
 */
final class CsiMounts {

    /** {@code csiTimeout}. */
    private static final long TIMEOUT = 2 * VirtualTime.MINUTE;

    private static final long RETRY_FIRST = 500 * VirtualTime.MILLISECOND;
    private static final long RETRY_MOST = 2 * VirtualTime.MINUTE + 2 * VirtualTime.SECOND;

    private final Context context;
    private final Endpoint endpoint;
    private final String node;
    /** Unique names of staged volumes. */
    private final Set<String> staged = new LinkedHashSet<>();
    /** What each pod has been given, by its uid. */
    private final Map<String, List<AttachableVolume>> published = new LinkedHashMap<>();

    CsiMounts(Context context, Endpoint endpoint, String node) {
        this.context = context;
        this.endpoint = endpoint;
        this.node = node;
    }

    /** What a call failed with: the operation of the kubelet, and the error. */
    record Failure(String operation, String error) {}

    /** Takes a volume as published to a pod that runs already. */
    void adopt(AttachableVolume volume, String uid) {
        staged.add(volume.uniqueName());
        adoptInline(volume, uid);
    }

    /** Takes a volume that a driver has made for a pod as published to it. */
    void adoptInline(AttachableVolume volume, String uid) {
        published.computeIfAbsent(uid, missing -> new ArrayList<>(1)).add(volume);
    }

    /** Ends with what went wrong; empty when the pod has the volume. */
    Completion<Optional<Failure>> mount(AttachableVolume volume, String uid) {
        Completion<Optional<Failure>> ready = staged.contains(volume.uniqueName())
                ? Completion.of(Optional.empty())
                : call(volume, CsiCall.STAGE, "MountVolume.MountDevice").map(failed -> {
                    if (failed.isEmpty()) {
                        staged.add(volume.uniqueName());
                    }
                    return failed;
                });
        return ready.then(failed -> failed.isPresent() ? Completion.of(failed) : publish(volume, uid));
    }

    /** The same without staging, as for a volume that a driver makes for one pod alone. */
    Completion<Optional<Failure>> publish(AttachableVolume volume, String uid) {
        return call(volume, CsiCall.PUBLISH, "MountVolume.SetUp").map(error -> {
            if (error.isEmpty()) {
                adoptInline(volume, uid);
            }
            return error;
        });
    }

    /**
     * Done when a pod has no volume of a driver any more.
     *
     * @param whenOff is called when also those are off the node that no other pod has
     */
    Completion<Boolean> unmount(String uid, Runnable whenOff) {
        List<AttachableVolume> volumes = published.remove(uid);
        if (volumes == null) {
            whenOff.run();
            return Completion.of(true);
        }
        List<Completion<Boolean>> taken = new ArrayList<>(volumes.size());
        List<Completion<Boolean>> off = new ArrayList<>(volumes.size());
        for (AttachableVolume volume : volumes) {
            Completion<Boolean> unpublished = insist(volume, CsiCall.UNPUBLISH, 0);
            taken.add(unpublished);
            off.add(unpublished.then(done -> unstage(volume)));
        }
        Completion.all(off).whenDone(done -> whenOff.run());
        return Completion.all(taken).map(done -> true);
    }

    private Completion<Boolean> unstage(AttachableVolume volume) {
        boolean isUsed = published.values().stream()
                .flatMap(List::stream)
                .anyMatch(one -> one.uniqueName().equals(volume.uniqueName()));
        return isUsed || !staged.contains(volume.uniqueName())
                ? Completion.of(true)
                : insist(volume, CsiCall.UNSTAGE, 0).map(done -> staged.remove(volume.uniqueName()));
    }

    private Completion<Boolean> insist(AttachableVolume volume, String method, int failures) {
        return call(volume, method, "")
                .then(failed -> failed.isEmpty()
                        ? Completion.of(true)
                        : context.pause(Math.min(RETRY_FIRST << Math.min(failures, 10), RETRY_MOST))
                                .then(done -> insist(volume, method, failures + 1)));
    }

    private Completion<Optional<Failure>> call(AttachableVolume volume, String method, String operation) {
        String driver = volume.driver().orElse("");
        String handle = volume.uniqueName().substring(volume.uniqueName().indexOf('^') + 1);
        return endpoint.call(CsiCall.address(node, driver), new CsiCall(method, handle), TIMEOUT)
                .map(reply -> {
                    String error = reply instanceof Reply.Answer<CsiCall.Answer> answer
                            ? answer.value().error()
                            : "rpc error: code = Unavailable desc = connection error: desc = \"transport: Error while"
                                    + " dialing dial unix /var/lib/kubelet/plugins/" + driver
                                    + "/csi.sock: connect: connection refused\"";
                    return error.isEmpty() ? Optional.empty() : Optional.of(new Failure(operation, error));
                });
    }
}
