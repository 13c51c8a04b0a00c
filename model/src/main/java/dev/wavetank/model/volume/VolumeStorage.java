package dev.wavetank.model.volume;

import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.random.Distribution;
import dev.wavetank.sim.random.RandomStream;
import java.util.function.Predicate;

/**
 * The storage behind disks of a cloud and volumes of drivers, as those see it who attach them: {@code AttachDisk} of a
 * cloud, {@code ControllerPublishVolume} of a driver.
 *
 * @param attachTime how long it takes to attach a volume to a node
 * @param detachTime how long it takes to detach one
 * @param isStuck whether nothing can be attached to a node, or detached from it, for the time being
 */
public record VolumeStorage(Distribution attachTime, Distribution detachTime, Predicate<String> isStuck) {

    /**
     * How long a cloud takes to attach or detach a disk. Amazon's own driver plans for some seconds, and is waited for
     * by kubelets for two minutes.
     */
    public static final Distribution TIME = new Distribution.LogNormal(2 * VirtualTime.SECOND, 8 * VirtualTime.SECOND);

    /** One where nothing is ever stuck. */
    public static final VolumeStorage DEFAULT = new VolumeStorage(TIME, TIME, node -> false);

    private static final long LOOK = VirtualTime.SECOND;

    /** Done when a volume is attached to a node. */
    public Completion<Boolean> attach(Context context, RandomStream durations, String node) {
        return context.pause(attachTime.sample(durations)).then(done -> whenFree(context, node));
    }

    /** Done when a volume is detached from a node. */
    public Completion<Boolean> detach(Context context, RandomStream durations, String node) {
        return context.pause(detachTime.sample(durations)).then(done -> whenFree(context, node));
    }

    private Completion<Boolean> whenFree(Context context, String node) {
        return isStuck.test(node) ? context.pause(LOOK).then(done -> whenFree(context, node)) : Completion.of(true);
    }
}
