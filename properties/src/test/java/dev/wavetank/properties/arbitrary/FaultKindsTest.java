package dev.wavetank.properties.arbitrary;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.FaultSampler;
import dev.wavetank.model.scenario.FaultSampler.Intensity;
import dev.wavetank.model.scenario.ModelFault;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.fault.Fault;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.fault.KernelFault;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import net.jqwik.api.Example;

/** Every kind of fault is drawn from seeds, written, and read back. */
class FaultKindsTest {

    private static final int DRAWS = 1_000;

    /** Has something that each kind of fault can hit. */
    private static final ClusterSpec CLUSTER = new ClusterSpec(
            3, ClusterSpec.DEFAULT.nodeCapacity(), KubernetesVersion.V1_32, new TreeMap<>(Map.of("etcd.members", "3")));

    @Example
    void every_type_of_fault_is_drawn() {
        Set<String> drawn = new TreeSet<>();
        faults(sampled(FaultSampler.allKinds()))
                .forEach(fault -> drawn.add(fault.getClass().getName()));

        List<String> types = new ArrayList<>();
        leaves(KernelFault.class).forEach(type -> types.add(type.getName()));
        leaves(ModelFault.class).forEach(type -> types.add(type.getName()));
        assertThat(drawn).containsExactlyInAnyOrderElementsOf(types);
    }

    @Example
    void every_kind_that_is_named_is_drawn() {
        assertThat(kinds(sampled(FaultSampler.allKinds())))
                .containsExactlyInAnyOrderElementsOf(FaultSampler.allKinds());
    }

    @Example
    void the_usual_kinds_are_drawn_when_none_is_named() {
        assertThat(kinds(sampled(List.of())))
                .contains("etcdDiskLoss")
                .doesNotContain("etcdRestore", "etcdSpaceAlarm")
                .containsExactlyInAnyOrderElementsOf(FaultSampler.usualKinds());
    }

    @Example
    void what_is_drawn_is_read_as_it_was_written() {
        sampled(FaultSampler.allKinds())
                .map(FaultKindsTest::scenario)
                .forEach(scenario -> assertThat(ScenarioCodec.read("written", ScenarioCodec.write(scenario)))
                        .isEqualTo(scenario));
    }

    private static Stream<FaultPlan> sampled(List<String> kinds) {
        FaultSampler sampler = new FaultSampler(Intensity.HEAVY, kinds);
        return Stream.iterate(1, seed -> seed + 1)
                .limit(DRAWS)
                .map(seed -> sampler.draw(scenario(FaultPlan.of()), seed).plan());
    }

    private static Scenario scenario(FaultPlan faults) {
        return new Scenario("drawn", CLUSTER, List.of(), new TreeMap<>(), faults, Scenario.DEFAULT_HORIZON);
    }

    private static Stream<Fault> faults(Stream<FaultPlan> plans) {
        return plans.flatMap(plan -> plan.clauses().stream()).map(clause -> clause.fault());
    }

    private static Set<String> kinds(Stream<FaultPlan> plans) {
        Set<String> kinds = new TreeSet<>();
        faults(plans).forEach(fault -> kinds.add(fault.kind()));
        return kinds;
    }

    private static Stream<Class<?>> leaves(Class<?> type) {
        return type.isSealed()
                ? Stream.of(type.getPermittedSubclasses()).flatMap(FaultKindsTest::leaves)
                : Stream.of(type);
    }
}
