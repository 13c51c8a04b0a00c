package dev.wavetank.sim.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.sim.network.rule.LinkLayer;
import dev.wavetank.sim.network.rule.LinkSelector;
import dev.wavetank.sim.random.Ratio;
import org.junit.jupiter.api.Test;

/** What goes the way between two components without being a message of theirs. */
class CarriedTest {

    private static final LinkSelector LINKS = new LinkSelector("a", "b");

    private final NetworkWorld world = new NetworkWorld();

    private long carried() {
        return world.network.carry("a", "b", "pods", 5).orElse(-1);
    }

    @Test
    void it_meets_the_disturbances_of_its_way_and_no_others() {
        Network network = world.network;
        assertThat(carried()).isEqualTo(5);
        LinkLayer elsewhere = LinkLayer.partition(new LinkSelector("a", "c"));
        LinkLayer delay = LinkLayer.delay(LINKS, 7);
        network.put(elsewhere);
        assertThat(carried()).isEqualTo(5);
        network.put(delay);
        assertThat(carried()).isEqualTo(12);
        LinkLayer cut = LinkLayer.partition(LINKS);
        network.put(cut);
        assertThat(carried()).isEqualTo(-1);
        assertThat(network.disturbances("b", "a")).containsExactly(delay, cut);
        assertThat(network.lift(cut)).isEqualTo(1);
        assertThat(network.lift(delay)).isEqualTo(1);
        assertThat(carried()).isEqualTo(5);
    }

    @Test
    void a_share_of_it_is_lost() {
        world.network.put(new LinkLayer.Loss(LINKS, new Ratio(1, 4)));
        int lost = 0;
        for (int i = 0; i < 1000; i++) {
            lost += carried() < 0 ? 1 : 0;
        }
        assertThat(lost).isBetween(200, 300);
    }
}
