package dev.wavetank.sim.toys.election;

import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.random.RandomStream;
import dev.wavetank.sim.toys.Law;
import dev.wavetank.sim.toys.Toy;
import dev.wavetank.sim.toys.ToyWorld;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Five nodes, some of which crash and are back a moment later.
 *
 * @param bug what is wrong with them
 */
public record ElectionToy(Bug bug) implements Toy {

    private static final List<String> NODES = List.of("node-1", "node-2", "node-3", "node-4", "node-5");
    private static final int CRASHES = 3;
    private static final long FAULTS_UNTIL = 30 * VirtualTime.MILLISECOND;
    private static final long LONGEST_DOWN = VirtualTime.MILLISECOND;

    @Override
    public String name() {
        return "election, " + bug.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** A term has at most one leader. */
    @Override
    public Law law() {
        Map<Long, String> leaders = new TreeMap<>();
        return record -> {
            if (!(record instanceof ElectionTrace.Elected elected)) {
                return Optional.empty();
            }
            String first = leaders.putIfAbsent(elected.term(), elected.leader());
            return first == null
                    ? Optional.empty()
                    : Optional.of("term " + elected.term() + " has two leaders: " + first + ", " + elected.leader());
        };
    }

    @Override
    public void build(ToyWorld world) {
        for (String name : NODES) {
            List<String> others = new ArrayList<>(NODES);
            others.remove(name);
            Disk disk = new Disk();
            world.add(name, (context, endpoint) -> new Node(context, endpoint, others, disk, bug));
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
