package dev.wavetank.sim.toys.consensus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.toys.Invariant;
import dev.wavetank.sim.toys.Toy;
import dev.wavetank.sim.toys.ToyWorld;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What the invariant of consensus forbids, and that something is decided at all. */
class ConsensusToyTest {

    private final Invariant invariant = new OneValue();

    @Test
    void two_values_are_no_agreement() {
        assertThat(invariant.judge(new ConsensusTrace.Wanted("a", "x"))).isEmpty();
        assertThat(invariant.judge(new ConsensusTrace.Wanted("b", "y"))).isEmpty();
        assertThat(invariant.judge(decided("a", "x"))).isEmpty();
        assertThat(invariant.judge(decided("b", "x"))).isEmpty();
        assertThat(invariant.judge(decided("b", "y"))).contains("b decided on 'y', a on 'x'");
    }

    @Test
    void a_value_that_nobody_wanted_is_not_valid() {
        invariant.judge(new ConsensusTrace.Wanted("a", "x"));

        assertThat(invariant.judge(decided("a", ""))).contains("a decided on '', which nobody wanted");
    }

    @Test
    void every_node_decides_in_every_run_under_every_order() {
        for (String order : new String[] {"fifo", "shuffle@2ms", "walk@2ms", "pct:3/100@2ms", "shuffle@8ms"}) {
            for (long seed = 0; seed < 50; seed++) {
                Deciders toy = new Deciders(new TreeSet<>());
                toy.run(seed, OrderPolicy.parse(order, seed));
                assertThat(toy.nodes).as("%s, seed %d", order, seed).hasSize(3);
            }
        }
    }

    private static TraceRecord decided(String node, String value) {
        return new ConsensusTrace.Decided(node, new Proposal(7, value));
    }

    /** The sound toy, and who decides in it. */
    private record Deciders(Set<String> nodes) implements Toy {

        @Override
        public String name() {
            return "deciders";
        }

        @Override
        public Invariant invariant() {
            return record -> {
                if (record instanceof ConsensusTrace.Decided decided) {
                    nodes.add(decided.node());
                }
                return Optional.empty();
            };
        }

        @Override
        public void build(ToyWorld world) {
            new ConsensusToy(ConsensusBug.NONE).build(world);
        }
    }
}
