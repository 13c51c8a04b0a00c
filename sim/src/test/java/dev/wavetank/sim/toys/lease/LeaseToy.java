package dev.wavetank.sim.toys.lease;

import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.ClockSkew;
import dev.wavetank.sim.random.RandomStream;
import dev.wavetank.sim.toys.Law;
import dev.wavetank.sim.toys.Toy;
import dev.wavetank.sim.toys.ToyWorld;
import java.util.Optional;

/**
 * Two holders, the lock service and the store. One holder is paused for a moment, the clock of one runs slow.
 *
 * @param fenced whether the store looks at the tokens
 */
public record LeaseToy(boolean fenced) implements Toy {

    private static final int HOLDERS = 2;
    private static final int STEPS = 40;
    private static final long FAULTS_UNTIL = 150 * VirtualTime.MILLISECOND;
    private static final int SLOWEST_PPM = 10_000;

    @Override
    public String name() {
        return "lease";
    }

    /** Nobody writes under a lease after somebody has written under a later one. */
    @Override
    public Law law() {
        long[] highest = {0};
        return record -> {
            if (!(record instanceof LeaseTrace.Written written)) {
                return Optional.empty();
            }
            if (written.token() < highest[0]) {
                return Optional.of(written.holder() + " wrote under lease " + written.token() + " after lease "
                        + highest[0] + " was used");
            }
            highest[0] = written.token();
            return Optional.empty();
        };
    }

    @Override
    public void build(ToyWorld world) {
        world.add(LockService.NAME, LockService::new);
        world.add(Store.NAME, (context, endpoint) -> new Store(context, endpoint, fenced));
        for (int i = 1; i <= HOLDERS; i++) {
            world.add("holder-" + i, (context, endpoint) -> new LockHolder(context, endpoint, STEPS));
        }
        RandomStream faults = world.faults();
        String paused = "holder-" + (1 + faults.nextInt(HOLDERS));
        long length = VirtualTime.MILLISECOND << faults.nextInt(5);
        world.after(faults.nextLong(FAULTS_UNTIL), () -> {
            world.components().pause(paused);
            world.after(length, () -> world.components().resume(paused));
        });
        String slow = "holder-" + (1 + faults.nextInt(HOLDERS));
        world.components().skewClock(slow, new ClockSkew(0, -faults.nextInt(SLOWEST_PPM)));
    }
}
