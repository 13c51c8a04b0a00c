package dev.wavetank.sim.fault.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.sim.fault.Anchor;
import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.FaultClause;
import dev.wavetank.sim.fault.Trigger;
import dev.wavetank.sim.random.Ratio;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SwarmTest {

    private static final int SEEDS = 400;
    private static final int MOST = 12;

    private static final List<Swarm.Kind> KINDS = List.of(
            new Swarm.Kind("componentCrash", random -> new ComponentFault.Crash("c" + random.nextInt(3))),
            new Swarm.Kind("componentPause", random -> new ComponentFault.Pause("p" + random.nextInt(3))),
            new Swarm.Kind("slowCpu", random -> new ComponentFault.SlowCpu("s", Swarm.magnitude(random, 1, 1000))));
    private static final List<Swarm.AnchorSampler> ANCHORS =
            List.of((fault, random) -> Optional.of(new Anchor("a", "create", "*", 1 + random.nextInt(4))));

    private static final List<Long> START = List.of(0L);

    private final Swarm swarm = new Swarm(KINDS, ANCHORS, START);

    @Test
    void the_same_seed_draws_the_same_plan() {
        for (long seed = 1; seed <= 20; seed++) {
            assertThat(swarm.draw(seed, MOST, Swarm.Lengths.SECONDS))
                    .isEqualTo(new Swarm(KINDS, ANCHORS, START).draw(seed, MOST, Swarm.Lengths.SECONDS));
        }
    }

    @Test
    void every_kind_is_on_in_some_seeds_and_off_in_others() {
        Map<String, Integer> on = new LinkedHashMap<>();
        for (long seed = 1; seed <= SEEDS; seed++) {
            swarm.draw(seed, MOST, Swarm.Lengths.SECONDS)
                    .mask()
                    .rates()
                    .keySet()
                    .forEach(kind -> on.merge(kind, 1, Integer::sum));
        }

        assertThat(on).containsOnlyKeys("componentCrash", "componentPause", "slowCpu");
        // A half, a quarter and an eighth are equally likely; where chance chooses none, one of the three is on.
        assertThat(on.values()).allSatisfy(count -> assertThat(count).isBetween(SEEDS / 3, SEEDS / 2));
    }

    @Test
    void some_seeds_are_calm_and_some_are_as_wild_as_they_may_be() {
        List<Integer> sizes = new ArrayList<>();
        for (long seed = 1; seed <= SEEDS; seed++) {
            sizes.add(swarm.draw(seed, MOST, Swarm.Lengths.SECONDS).plan().size());
        }

        assertThat(sizes).contains(0, 1, MOST - 1, MOST).allMatch(size -> size >= 0 && size <= MOST);
    }

    @Test
    void a_plan_holds_only_what_is_on() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Swarm.Drawn drawn = swarm.draw(seed, MOST, Swarm.Lengths.SECONDS);
            assertThat(drawn.plan().clauses())
                    .allMatch(clause ->
                            drawn.mask().rates().containsKey(clause.fault().kind()));
            assertThat(drawn.mask().rates())
                    .doesNotContainKeys(drawn.mask().off().toArray(new String[0]));
        }
    }

    @Test
    void rates_are_powers_of_two_and_a_high_rate_is_drawn_more_often() {
        Set<Ratio> rates = new LinkedHashSet<>();
        int often = 0;
        int seldom = 0;
        for (long seed = 1; seed <= 4 * SEEDS; seed++) {
            Swarm.Drawn drawn = swarm.draw(seed, MOST, Swarm.Lengths.SECONDS);
            rates.addAll(drawn.mask().rates().values());
            Ratio crash = drawn.mask().rates().get("componentCrash");
            Ratio pause = drawn.mask().rates().get("componentPause");
            if (new Ratio(1, 1).equals(crash) && new Ratio(1, 8).equals(pause)) {
                often += count(drawn, "componentCrash");
                seldom += count(drawn, "componentPause");
            }
        }

        assertThat(rates).containsExactlyInAnyOrder(new Ratio(1, 1), new Ratio(1, 2), new Ratio(1, 4), new Ratio(1, 8));
        assertThat(seldom).isPositive();
        assertThat(often).isGreaterThan(4 * seldom);
    }

    @Test
    void half_of_the_faults_follow_a_happening() {
        int triggered = 0;
        int all = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            for (FaultClause clause :
                    swarm.draw(seed, MOST, Swarm.Lengths.SECONDS).plan().clauses()) {
                triggered += clause.trigger() instanceof Trigger.After ? 1 : 0;
                all++;
            }
        }

        assertThat(triggered).isBetween(2 * all / 5, 3 * all / 5);
    }

    @Test
    void without_happenings_every_fault_opens_at_an_instant() {
        Swarm timed = new Swarm(KINDS, List.of(), START);
        for (long seed = 1; seed <= SEEDS; seed++) {
            assertThat(timed.draw(seed, MOST, Swarm.Lengths.SECONDS).plan().clauses())
                    .allMatch(clause -> clause.trigger() instanceof Trigger.At);
        }
    }

    @Test
    void faults_open_when_there_is_work() {
        Swarm.Kind early = new Swarm.Kind("crash", random -> new ComponentFault.Crash("c"), new Swarm.Opening(10, 99));
        Swarm twice = new Swarm(List.of(early), ANCHORS, List.of(0L, 5_000L));
        Set<Boolean> late = new LinkedHashSet<>();
        for (long seed = 1; seed <= SEEDS; seed++) {
            for (FaultClause clause :
                    twice.draw(seed, MOST, Swarm.Lengths.SECONDS).plan().clauses()) {
                if (clause.trigger() instanceof Trigger.At at) {
                    late.add(at.time() > 5_000);
                    assertThat(at.time() % 5_000).isBetween(10L, 99L);
                } else if (clause.trigger() instanceof Trigger.After after) {
                    assertThat(after.until()).isEqualTo(5_000 + Trigger.After.DEFAULT_UNTIL);
                }
            }
        }

        assertThat(late).containsExactlyInAnyOrder(true, false);
    }

    @Test
    void impossible_openings_are_refused() {
        assertThatThrownBy(() -> new Swarm(KINDS, ANCHORS, List.of())).hasMessageContaining("say when it does");
        assertThatThrownBy(() -> new Swarm.Opening(0, 1)).hasMessageContaining("were 0s and 1ns");
        assertThatThrownBy(() -> new Swarm.Opening(2, 1)).hasMessageContaining("the lesser first");
    }

    @Test
    void what_is_decided_about_a_kind_does_not_depend_on_which_others_there_are() {
        Swarm pair = new Swarm(KINDS.subList(1, 3), ANCHORS, START);
        for (long seed = 1; seed <= SEEDS; seed++) {
            Map<String, Ratio> three =
                    swarm.draw(seed, MOST, Swarm.Lengths.SECONDS).mask().rates();
            Map<String, Ratio> two =
                    pair.draw(seed, MOST, Swarm.Lengths.SECONDS).mask().rates();
            if (three.size() > 1) {
                three.forEach((kind, rate) ->
                        assertThat(two.get(kind)).isEqualTo(kind.equals("componentCrash") ? null : rate));
            }
        }
    }

    @Test
    void a_single_kind_is_always_on() {
        Swarm alone = new Swarm(KINDS.subList(1, 2), ANCHORS, START);
        for (long seed = 1; seed <= SEEDS; seed++) {
            assertThat(alone.draw(seed, MOST, Swarm.Lengths.SECONDS).mask().rates())
                    .containsOnlyKeys("componentPause");
        }
    }

    @Test
    void the_mask_fits_on_a_line() {
        Map<String, Ratio> rates = new LinkedHashMap<>();
        rates.put("networkDelay", new Ratio(1, 8));
        rates.put("componentCrash", new Ratio(1, 1));

        assertThat(new SwarmMask(rates, List.of("slowCpu", "clockSkew")))
                .hasToString("networkDelay 1/8, componentCrash 1 | off: slowCpu, clockSkew");
        assertThat(new SwarmMask(Map.of(), List.of("slowCpu"))).hasToString("none | off: slowCpu");
        assertThat(new SwarmMask(rates, List.of())).hasToString("networkDelay 1/8, componentCrash 1");
    }

    private static int count(Swarm.Drawn drawn, String kind) {
        return (int) drawn.plan().clauses().stream()
                .filter(clause -> clause.fault().kind().equals(kind))
                .count();
    }
}
