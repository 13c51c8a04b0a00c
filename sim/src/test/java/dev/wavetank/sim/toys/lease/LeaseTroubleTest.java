package dev.wavetank.sim.toys.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.sim.OrderPolicy;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Which trouble brings which bug of the lock to light: that one alone, under every order. */
@Tag("slow")
class LeaseTroubleTest {

    private static final int SEEDS = 2_000;
    private static final List<String> ORDERS =
            List.of("fifo", "shuffle@2ms", "walk@2ms", "pct:3/100@2ms", "shuffle@8ms");
    private static final Set<Trouble> CALM = EnumSet.noneOf(Trouble.class);

    @Test
    void holders_that_trust_their_wall_clock_break_the_lock_when_it_is_behind_and_not_when_it_is_right() {
        for (String order : ORDERS) {
            assertThat(broken(LeaseBug.TRUSTS_WALL_CLOCK, EnumSet.of(Trouble.CLOCK_SKEW), order))
                    .as(order)
                    .isPositive();
            assertThat(broken(LeaseBug.TRUSTS_WALL_CLOCK, CALM, order))
                    .as(order)
                    .isZero();
        }
    }

    @Test
    void a_wrong_wall_clock_does_no_harm_to_holders_that_do_not_look_at_it() {
        for (String order : ORDERS) {
            assertThat(broken(LeaseBug.NO_FENCING, EnumSet.of(Trouble.CLOCK_SKEW), order))
                    .as(order)
                    .isZero();
        }
    }

    @Test
    void without_fencing_a_pause_breaks_the_lock() {
        for (String order : ORDERS) {
            assertThat(broken(LeaseBug.NO_FENCING, EnumSet.of(Trouble.PAUSE), order))
                    .as(order)
                    .isPositive();
        }
    }

    private static long broken(LeaseBug bug, Set<Trouble> troubles, String order) {
        LeaseToy toy = new LeaseToy(bug, troubles);
        long broken = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            broken += toy.run(seed, OrderPolicy.parse(order, seed)).isBroken() ? 1 : 0;
        }
        return broken;
    }
}
