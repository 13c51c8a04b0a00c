package dev.wavetank.properties.arbitrary;

import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.explore.PartsSpec;
import dev.wavetank.properties.explore.ScenarioSource;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.configurators.ArbitraryConfigurator;
import net.jqwik.api.domains.DomainContext;
import net.jqwik.api.providers.ArbitraryProvider;
import net.jqwik.api.providers.TypeUsage;

/**
 * What decides a run, for the parameters of a jqwik property with {@code @Domain(WavetankDomain.class)}: a {@link
 * Scenario} with its faults, a {@link PartsSpec} with the order of events, and a {@code long} that is marked with
 * {@link Seed}.
 *
 * <p>It draws them as {@code wavetank explore --generate --faults heavy} does, from the same samplers, so that a
 * property finds what an exploration of as many seeds finds. A subclass without parameters draws from another source:
 * another version of Kubernetes, or your own scenario under the faults of a {@link
 * dev.wavetank.model.scenario.FaultSampler}.
 */
public class WavetankDomain implements DomainContext {

    private final ScenarioSource source;

    /** Workloads of every kind under heavy faults, in clusters of the default version. For jqwik. */
    public WavetankDomain() {
        this(ScenarioArbitraries.storms(KubernetesVersion.DEFAULT));
    }

    /**
     * The scenarios of an exploration.
     *
     * @param source of the scenario of each seed
     */
    protected WavetankDomain(ScenarioSource source) {
        this.source = source;
    }

    @Override
    public Collection<ArbitraryProvider> getArbitraryProviders() {
        return List.of(
                new OfType(Scenario.class, ScenarioArbitraries.scenarios(source)),
                new OfType(PartsSpec.class, ScenarioArbitraries.parts()),
                new SeedProvider());
    }

    @Override
    public Collection<ArbitraryConfigurator> getArbitraryConfigurators() {
        return List.of();
    }

    /** Provides all parameters of a type. */
    private record OfType(Class<?> type, Arbitrary<?> arbitrary) implements ArbitraryProvider {

        @Override
        public boolean canProvideFor(TypeUsage targetType) {
            return targetType.isOfType(type);
        }

        @Override
        public Set<Arbitrary<?>> provideFor(TypeUsage targetType, SubtypeProvider subtypeProvider) {
            return Set.of(arbitrary);
        }
    }
}
