package dev.wavetank.sim.toys.lease;

import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.ClockSkew;
import dev.wavetank.sim.random.RandomStream;
import dev.wavetank.sim.toys.Invariant;
import dev.wavetank.sim.toys.Toy;
import dev.wavetank.sim.toys.ToyWorld;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Two holders, the lock service and the store.
 *
 * @param bug what is wrong with them
 * @param troubles what happens to the holders
 */
public record LeaseToy(LeaseBug bug, Set<Trouble> troubles) implements Toy {

    private static final int HOLDERS = 2;
    private static final int STEPS = 120;
    private static final long FAULTS_UNTIL = 200 * VirtualTime.MILLISECOND;
    private static final long LONGEST_PAUSE = 40 * VirtualTime.MILLISECOND;
    private static final long GREATEST_SKEW = 28 * VirtualTime.MILLISECOND;

    /** With the trouble that brings the bug to light, or with all of them when there is none. */
    public LeaseToy(LeaseBug bug) {
        this(
                bug,
                switch (bug) {
                    case NONE -> EnumSet.allOf(Trouble.class);
                    case NO_FENCING -> EnumSet.of(Trouble.PAUSE);
                    case TRUSTS_WALL_CLOCK -> EnumSet.of(Trouble.CLOCK_SKEW);
                });
    }

    @Override
    public String name() {
        return "lease, " + bug.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** Nobody writes under a lease after somebody has written under a later one. */
    @Override
    public Invariant invariant() {
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
        boolean fenced = bug == LeaseBug.NONE;
        boolean trustsWallClock = bug == LeaseBug.TRUSTS_WALL_CLOCK;
        world.add(Store.NAME, (context, endpoint) -> new Store(context, endpoint, fenced));
        for (int i = 1; i <= HOLDERS; i++) {
            world.add("holder-" + i, (context, endpoint) -> new LockHolder(context, endpoint, trustsWallClock, STEPS));
        }
        RandomStream faults = world.faults();
        String victim = "holder-" + (1 + faults.nextInt(HOLDERS));
        if (troubles.contains(Trouble.PAUSE)) {
            long length = faults.nextLong(LONGEST_PAUSE);
            world.after(faults.nextLong(FAULTS_UNTIL), () -> {
                world.components().pause(victim);
                world.after(length, () -> world.components().resume(victim));
            });
        }
        if (troubles.contains(Trouble.CLOCK_SKEW)) {
            world.components().skewClock(victim, new ClockSkew(-faults.nextLong(GREATEST_SKEW), 0));
        }
    }
}
