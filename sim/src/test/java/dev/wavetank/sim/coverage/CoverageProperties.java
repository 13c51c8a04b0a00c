package dev.wavetank.sim.coverage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class CoverageProperties {

    @Property
    void merging_is_associative(
            @ForAll("coverages") Coverage a, @ForAll("coverages") Coverage b, @ForAll("coverages") Coverage c) {
        assertThat(a.merge(b).merge(c)).isEqualTo(a.merge(b.merge(c)));
    }

    @Property
    void merging_is_commutative(@ForAll("coverages") Coverage a, @ForAll("coverages") Coverage b) {
        assertThat(a.merge(b)).isEqualTo(b.merge(a));
        assertThat(a.merge(Coverage.NONE)).isEqualTo(a);
    }

    @Property
    void the_order_of_the_seeds_does_not_matter(@ForAll("runs") List<Coverage> runs, @ForAll Random random) {
        List<Coverage> shuffled = new ArrayList<>(runs);
        Collections.shuffle(shuffled, random);

        assertThat(all(shuffled)).isEqualTo(all(runs));
        assertThat(all(shuffled).newHandOvers(100)).isEqualTo(all(runs).newHandOvers(100));
    }

    @Property
    void every_pair_is_new_in_exactly_one_group_of_seeds(@ForAll("runs") List<Coverage> runs) {
        Coverage all = all(runs);

        assertThat(all.newHandOvers(7).stream().mapToInt(Integer::intValue).sum())
                .isEqualTo(all.handOvers().size());
    }

    @Property
    void a_condition_is_reached_or_never_reached(@ForAll("runs") List<Coverage> runs) {
        Coverage all = all(runs);

        assertThat(all.neverReached())
                .allMatch(name -> all.sometimes().get(name).times() == 0)
                .hasSize((int) all.sometimes().values().stream()
                        .filter(count -> count.equals(Count.NEVER))
                        .count());
    }

    @Provide
    Arbitrary<Coverage> coverages() {
        return runs().map(CoverageProperties::all);
    }

    @Provide
    Arbitrary<List<Coverage>> runs() {
        Arbitrary<Long> times = Arbitraries.longs().between(0, 3);
        Arbitrary<Coverage> run = Combinators.combine(Arbitraries.longs().between(1, 500), times, times, times, times)
                .as(CoverageProperties::run);
        return run.list().ofMaxSize(8);
    }

    private static Coverage run(long seed, long reached, long missed, long bound, long adopted) {
        TreeMap<String, Count> sometimes = new TreeMap<>();
        sometimes.put("reached", Count.ofRun(seed, reached));
        sometimes.put("missed", Count.ofRun(seed, missed));
        TreeMap<HandOver, Count> handOvers = new TreeMap<>();
        if (bound > 0) {
            handOvers.put(new HandOver("pods", "controller", "scheduler"), Count.ofRun(seed, bound));
        }
        if (adopted > 0) {
            handOvers.put(new HandOver("pods", "user", "controller"), Count.ofRun(seed, adopted));
        }
        return new Coverage(1, seed, seed, sometimes, handOvers);
    }

    private static Coverage all(List<Coverage> runs) {
        return runs.stream().reduce(Coverage.NONE, Coverage::merge);
    }
}
