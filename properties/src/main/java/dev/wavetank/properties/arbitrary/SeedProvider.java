package dev.wavetank.properties.arbitrary;

import java.util.Set;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.providers.ArbitraryProvider;
import net.jqwik.api.providers.TypeUsage;

/**
 * Provides jqwik with the generator for parameters marked with {@link Seed}. jqwik finds it through {@code
 * META-INF/services}.
 */
public final class SeedProvider implements ArbitraryProvider {

    /** For jqwik. */
    public SeedProvider() {}

    @Override
    public boolean canProvideFor(TypeUsage targetType) {
        return targetType.findAnnotation(Seed.class).isPresent()
                && (targetType.isOfType(long.class) || targetType.isOfType(Long.class));
    }

    @Override
    public Set<Arbitrary<?>> provideFor(TypeUsage targetType, SubtypeProvider subtypeProvider) {
        return Set.of(ScenarioArbitraries.seeds());
    }

    /** Above jqwik's own numbers, which have priority 0. */
    @Override
    public int priority() {
        return 1;
    }
}
