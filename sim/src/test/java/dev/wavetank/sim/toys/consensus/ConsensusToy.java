package dev.wavetank.sim.toys.consensus;

import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.random.RandomStream;
import dev.wavetank.sim.toys.Invariant;
import dev.wavetank.sim.toys.Toy;
import dev.wavetank.sim.toys.ToyWorld;
import java.util.List;
import java.util.Locale;

/**
 * Three nodes, some of which crash and are back a moment later.
 *
 * @param bug what is wrong with them
 */
public record ConsensusToy(ConsensusBug bug) implements Toy {

    private static final List<String> NODES = List.of("node-1", "node-2", "node-3");
    private static final int CRASHES = 4;
    private static final long FAULTS_UNTIL = 15 * VirtualTime.MILLISECOND;
    private static final long LONGEST_DOWN = VirtualTime.MILLISECOND;

    @Override
    public String name() {
        return "consensus, " + bug.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    @Override
    public Invariant invariant() {
        return new OneValue();
    }

    @Override
    public void build(ToyWorld world) {
        for (String name : NODES) {
            Disk disk = new Disk();
            world.add(name, (context, endpoint) -> new Node(context, endpoint, NODES, disk, bug));
        }
        RandomStream faults = world.faults();
        for (int i = 0; i < CRASHES; i++) {
            String victim = faults.pick(NODES);
            long down = faults.nextLong(LONGEST_DOWN);
            world.after(faults.nextLong(FAULTS_UNTIL), () -> {
                world.components().crash(victim);
                world.after(down, () -> world.components().restart(victim));
            });
        }
    }
}
