package dev.wavetank.model.version;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;

/**
 * What is derived from a version alone, made when it is first asked for and then kept.
 *
 * @param <T> what is derived; it must be immutable, because all runs share it
 */
public final class PerVersion<T> {

    private final Function<KubernetesVersion, T> derivation;
    private final AtomicReferenceArray<T> known =
            new AtomicReferenceArray<>(KubernetesVersion.all().size());

    /** Nothing is derived yet. */
    public PerVersion(Function<KubernetesVersion, T> derivation) {
        this.derivation = derivation;
    }

    /** What belongs to the version; the same object for every caller. */
    public T of(KubernetesVersion version) {
        T made = known.get(version.ordinal());
        if (made != null) {
            return made;
        }
        known.compareAndSet(version.ordinal(), null, derivation.apply(version));
        return known.get(version.ordinal());
    }
}
