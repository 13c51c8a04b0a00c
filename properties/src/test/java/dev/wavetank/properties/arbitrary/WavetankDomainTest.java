package dev.wavetank.properties.arbitrary;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.FaultSampler;
import dev.wavetank.model.scenario.FaultSampler.Intensity;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.explore.Exploration;
import dev.wavetank.properties.explore.Judges;
import dev.wavetank.properties.explore.PartsSpec;
import dev.wavetank.properties.explore.ScenarioSource;
import dev.wavetank.properties.shrink.SmallerScenarios;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.FaultClause;
import dev.wavetank.sim.fault.Trigger;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Shrinkable;
import net.jqwik.api.domains.Domain;

/** What the domain draws, and to what it shrinks. Nothing is run. */
class WavetankDomainTest {

    private static final int DRAWS = 100;

    private static final String WEB = """
            timeline:
            - {at: 0s, kubectl: create deployment web --image=nginx --replicas=3}
            """;

    /** A scenario of the user's. */
    static final class WebDomain extends WavetankDomain {
        WebDomain() {
            super(new ScenarioSource.One(
                    ScenarioCodec.read("web", WEB), new FaultSampler(Intensity.LONG, List.of("streamStall"))));
        }
    }

    /** An older version. */
    static final class OldDomain extends WavetankDomain {
        OldDomain() {
            super(ScenarioArbitraries.storms(KubernetesVersion.V1_20));
        }
    }

    @Property(tries = 10)
    @Domain(WavetankDomain.class)
    void parameters_are_what_decides_a_run(
            @ForAll Scenario scenario, @ForAll PartsSpec parts, @ForAll @Seed long seed) {
        assertThat(scenario.timeline()).isNotEmpty();
        assertThat(parts.parts().order(seed)).hasToString(parts.order());
        assertThat(seed).isNotNegative();
    }

    @Property(tries = 10)
    @Domain(WebDomain.class)
    void a_scenario_of_the_users_has_faults_of_its_sampler(@ForAll Scenario scenario) {
        assertThat(scenario.timeline()).hasSize(1);
        assertThat(scenario.faults().clauses())
                .extracting(clause -> clause.fault().kind())
                .allMatch("streamStall"::equals);
    }

    @Property(tries = 3)
    @Domain(OldDomain.class)
    void another_version_is_a_domain_of_its_own(@ForAll Scenario scenario) {
        assertThat(scenario.cluster().profile()).isEqualTo(KubernetesVersion.V1_20);
    }

    @Example
    void scenarios_are_those_of_an_exploration() {
        ScenarioSource source = new ScenarioSource.Generated(
                KubernetesVersion.DEFAULT, UnaryOperator.identity(), new FaultSampler(Intensity.HEAVY));
        Exploration exploration = new Exploration(source, ClusterParts.DEFAULT, 1, Judges.DEFAULT);

        assertThat(drawn(ScenarioArbitraries.scenarios(), DRAWS)).allSatisfy(scenario -> {
            long seed = Long.parseLong(scenario.name().replace("generated ", ""));
            assertThat(scenario).isEqualTo(exploration.input(seed).scenario());
        });
    }

    @Example
    void orders_are_those_of_an_exploration() {
        assertThat(policies(drawn(ScenarioArbitraries.parts(), DRAWS).stream().map(PartsSpec::order)))
                .isEqualTo(policies(Stream.iterate(1L, seed -> seed + 1)
                        .limit(DRAWS)
                        .map(seed -> ClusterParts.DEFAULT
                                .withOrder("portfolio")
                                .order(seed)
                                .toString())))
                .contains("fifo", "shuffle", "walk", "pct");
    }

    @Example
    void faults_last_for_minutes_and_follow_writes_of_many_components() {
        List<FaultClause> faults = drawn(ScenarioArbitraries.scenarios(), DRAWS).stream()
                .flatMap(scenario -> scenario.faults().clauses().stream())
                .toList();
        Set<String> followed = new TreeSet<>();
        for (FaultClause fault : faults) {
            if (fault.trigger() instanceof Trigger.After after) {
                followed.add(after.anchor().component());
            }
        }

        assertThat(faults).anyMatch(fault -> fault.duration() > 5 * VirtualTime.MINUTE);
        assertThat(followed)
                .contains("kube-scheduler", "kubelet/*", "replicaset-controller", "resourcequota-controller");
    }

    @Example
    void every_step_is_smaller_and_can_be_written() {
        for (Shrinkable<Scenario> whole : shrinkables(ScenarioArbitraries.scenarios(), 10)) {
            assertThat(whole.shrink().toList()).isNotEmpty().allSatisfy(step -> {
                assertThat(step.distance()).isLessThan(whole.distance());
                assertThat(ScenarioCodec.read("written", ScenarioCodec.write(step.value())))
                        .isEqualTo(step.value());
            });
        }
    }

    @Example
    void what_is_not_needed_is_left_out() {
        Predicate<Scenario> fails = scenario -> scenario.faults().clauses().stream()
                        .anyMatch(clause -> clause.fault().kind().equals("nodeCrash"))
                && scenario.timeline().stream()
                        .anyMatch(command -> command.arguments().contains("apply"));
        Shrinkable<Scenario> failing = shrinkables(ScenarioArbitraries.scenarios(), DRAWS).stream()
                .filter(drawn ->
                        fails.test(drawn.value()) && drawn.value().faults().size() > 4)
                .findFirst()
                .orElseThrow();

        Scenario smallest = smallest(failing, fails).value();

        assertThat(smallest.faults().clauses()).hasSize(1);
        assertThat(smallest.timeline()).hasSize(1);
        assertThat(smallest.files()).hasSize(1);
        assertThat(smallest.cluster().settings()).isEmpty();
        assertThat(SmallerScenarios.of(smallest)).noneMatch(fails);
    }

    @Example
    void orders_shrink_to_first_in_first_out() {
        assertThat(shrinkables(ScenarioArbitraries.parts(), DRAWS))
                .extracting(parts -> smallest(parts, any -> true).value())
                .containsOnly(PartsSpec.DEFAULT);
    }

    private static <T> Shrinkable<T> smallest(Shrinkable<T> failing, Predicate<T> fails) {
        Shrinkable<T> smallest = failing;
        Optional<Shrinkable<T>> next = Optional.of(failing);
        while (next.isPresent()) {
            smallest = next.get();
            next = smallest.shrink().filter(step -> fails.test(step.value())).findFirst();
        }
        return smallest;
    }

    private static Set<String> policies(Stream<String> orders) {
        return orders.map(order -> order.replaceAll("[:@].*", "")).collect(Collectors.toCollection(TreeSet::new));
    }

    private static <T> List<T> drawn(Arbitrary<T> arbitrary, int count) {
        return shrinkables(arbitrary, count).stream().map(Shrinkable::value).toList();
    }

    private static <T> List<Shrinkable<T>> shrinkables(Arbitrary<T> arbitrary, int count) {
        return arbitrary.generator(count).stream(new Random(1)).limit(count).toList();
    }
}
