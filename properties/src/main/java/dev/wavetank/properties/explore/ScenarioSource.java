package dev.wavetank.properties.explore;

import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.FaultSampler;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.aim.AimedPlans;
import dev.wavetank.properties.generate.Outages;
import dev.wavetank.properties.generate.Scenarios;
import dev.wavetank.sim.fault.FaultPlan;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Which scenario each seed of an exploration runs. */
public sealed interface ScenarioSource {

    /** The scenario of a seed, with its faults. */
    Scenario forSeed(long seed);

    /** The scenario that all seeds have but for its faults; null when each has its own. */
    @Nullable
    Scenario shared();

    /** Draws the faults of each seed; null when they come from elsewhere. */
    @Nullable
    FaultSampler sampler();

    /**
     * One scenario.
     *
     * @param shared the scenario
     * @param sampler draws the faults of each seed; null when the scenario keeps its own
     */
    record One(Scenario shared, @Nullable FaultSampler sampler) implements ScenarioSource {

        @Override
        public Scenario forSeed(long seed) {
            return sampler == null
                    ? shared
                    : shared.withFaults(sampler.draw(shared, seed).plan());
        }
    }

    /**
     * One scenario, with faults at what it does without any.
     *
     * @param shared the scenario
     * @param plans the faults of each seed
     */
    record Aimed(Scenario shared, AimedPlans plans) implements ScenarioSource {

        /** Finds out by a run what the scenario does. */
        public static Aimed at(Scenario scenario, ClusterParts parts) {
            return new Aimed(scenario, AimedPlans.of(scenario, parts));
        }

        @Override
        public Scenario forSeed(long seed) {
            return shared.withFaults(plans.forSeed(seed));
        }

        @Override
        public @Nullable FaultSampler sampler() {
            return null;
        }
    }

    /**
     * A scenario of its own for each seed, of {@linkplain Scenarios every kind of workload}.
     *
     * @param version of the clusters
     * @param shape changes what was drawn, such as the number of nodes
     * @param sampler draws the faults of each seed, besides {@linkplain Outages those of several nodes}
     */
    record Generated(KubernetesVersion version, UnaryOperator<Scenario> shape, FaultSampler sampler)
            implements ScenarioSource {

        @Override
        public Scenario forSeed(long seed) {
            Scenario drawn = shape.apply(Scenarios.of(seed, version));
            FaultPlan plan = sampler.draw(drawn, seed).plan();
            return drawn.withFaults(sampler.draws(Outages.KIND) ? Outages.with(plan, seed, drawn) : plan);
        }

        @Override
        public @Nullable Scenario shared() {
            return null;
        }
    }
}
