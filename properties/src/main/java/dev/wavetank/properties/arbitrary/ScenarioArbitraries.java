package dev.wavetank.properties.arbitrary;

import dev.wavetank.model.scenario.FaultSampler;
import dev.wavetank.model.scenario.FaultSampler.Intensity;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.explore.PartsSpec;
import dev.wavetank.properties.explore.ScenarioSource;
import dev.wavetank.properties.shrink.SmallerScenarios;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/** Scenarios, orders of events and seeds for properties. See the description of the package. */
public final class ScenarioArbitraries {

    /** Each seed of an exploration has another order of events, too. */
    private static final PartsSpec PORTFOLIO = new PartsSpec("portfolio", List.of());

    private ScenarioArbitraries() {}

    /**
     * Workloads of every kind under heavy faults, one scenario for each seed, as {@code wavetank explore --generate
     * --faults heavy} has them.
     *
     * @param version of the clusters
     */
    public static ScenarioSource storms(KubernetesVersion version) {
        return new ScenarioSource.Generated(version, UnaryOperator.identity(), new FaultSampler(Intensity.HEAVY));
    }

    /** The {@link #storms} in clusters of the default version. */
    public static Arbitrary<Scenario> scenarios() {
        return scenarios(storms(KubernetesVersion.DEFAULT));
    }

    /**
     * What an exploration of this source runs. They shrink to fewer faults, fewer commands, a smaller cluster and
     * smaller workloads, see {@link SmallerScenarios}.
     */
    public static Arbitrary<Scenario> scenarios(ScenarioSource source) {
        return Drawn.from(source::forSeed, SmallerScenarios::of, SmallerScenarios::extent);
    }

    /**
     * The parts of Kubernetes in the orders of simultaneous events that the seeds of an exploration have. They shrink
     * to first in, first out.
     */
    public static Arbitrary<PartsSpec> parts() {
        return Drawn.from(
                PORTFOLIO::resolved,
                parts -> parts.equals(PartsSpec.DEFAULT) ? Stream.empty() : Stream.of(PartsSpec.DEFAULT),
                parts -> new long[] {parts.equals(PartsSpec.DEFAULT) ? 0 : 1});
    }

    /** Seeds of simulations, uniformly from 0 to {@link Long#MAX_VALUE}. They do not shrink. See {@link Seed}. */
    public static Arbitrary<Long> seeds() {
        return Arbitraries.randomValue(random -> random.nextLong() >>> 1);
    }
}
