package dev.wavetank.model.kubelet.cri;

import static dev.wavetank.sim.VirtualTime.MICROSECOND;
import static dev.wavetank.sim.VirtualTime.MILLISECOND;
import static dev.wavetank.sim.VirtualTime.SECOND;

import dev.wavetank.sim.random.Distribution;
import dev.wavetank.sim.random.Distribution.Constant;
import dev.wavetank.sim.random.Distribution.LogNormal;
import dev.wavetank.sim.random.Distribution.Uniform;
import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * Durations of a node's work. Each is a setting; where a default comes from is said in the table of settings.
 *
 * @param sandbox making a sandbox and starting its pause container
 * @param network running the network plugins for a sandbox
 * @param imageCheck asking the registry about an image: whether it is the latest, or there at all
 * @param imagePull fetching an image of unknown size that the node does not have
 * @param containerCreate making a container
 * @param containerStart starting its process
 * @param initRun how long the process of an init container runs
 * @param taskRun how long the process of a container runs that ends by itself, when its command does not specify it
 * @param stop from SIGTERM to the end of the process; beyond the grace period it is killed
 * @param teardown removing a sandbox, with its network and volumes
 * @param list listing the pods of the runtime
 * @param handler running the handler of a probe or hook, besides what its command does
 * @param volumeSetup setting up one volume, when what it needs is there
 */
@RecordBuilder
public record NodeLatencies(
        Distribution sandbox,
        Distribution network,
        Distribution imageCheck,
        Distribution imagePull,
        Distribution containerCreate,
        Distribution containerStart,
        Distribution initRun,
        Distribution taskRun,
        Distribution stop,
        Distribution teardown,
        Distribution list,
        Distribution handler,
        Distribution volumeSetup)
        implements NodeLatenciesBuilder.With {

    private static final Distribution INSTANT = new Constant(0);

    /** A machine with local disks and a registry in the same region, as the table of settings tells. */
    public static final NodeLatencies DEFAULT = new NodeLatencies(
            new Uniform(200 * MILLISECOND, 400 * MILLISECOND),
            new Uniform(30 * MILLISECOND, 80 * MILLISECOND),
            new Uniform(100 * MILLISECOND, 400 * MILLISECOND),
            new LogNormal(2_500 * MILLISECOND, 15 * SECOND),
            new Uniform(20 * MILLISECOND, 60 * MILLISECOND),
            new Uniform(50 * MILLISECOND, 150 * MILLISECOND),
            new LogNormal(1 * SECOND, 5 * SECOND),
            new LogNormal(5 * SECOND, 60 * SECOND),
            new LogNormal(300 * MILLISECOND, 8 * SECOND),
            new Uniform(100 * MILLISECOND, 300 * MILLISECOND),
            INSTANT,
            INSTANT,
            INSTANT);

    /**
     * The hollow nodes of the recordings (kubemark 1.20): a fake runtime without any work, so that only the relist
     * of the kubelet is felt (its containers never end; here those that are to end take a second); the slow clean-up
     * of volumes is what makes its deletions take 3 to 12 s.
     */
    public static NodeLatencies hollow() {
        return new NodeLatencies(
                INSTANT,
                INSTANT,
                INSTANT,
                INSTANT,
                INSTANT,
                INSTANT,
                new Constant(100 * MICROSECOND),
                new Constant(SECOND),
                INSTANT,
                new Uniform(3 * SECOND, 12 * SECOND),
                INSTANT,
                INSTANT,
                INSTANT);
    }
}
