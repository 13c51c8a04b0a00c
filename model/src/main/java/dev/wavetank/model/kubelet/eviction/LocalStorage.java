package dev.wavetank.model.kubelet.eviction;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.nodefit.ResourceAmounts;
import dev.wavetank.model.quantity.Quantity;
import dev.wavetank.model.quantity.QuantityFormat;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The limits of a pod on what it writes to the disk ({@code localStorageEviction}, eviction_manager.go v1.20): those of
 * its emptyDirs, those of its containers together, and that of each, without what it writes to volumes.
 */
final class LocalStorage {

    private LocalStorage() {}

    /** Why a pod is evicted; empty when it keeps its limits. */
    static Optional<String> excess(PodUsage usage) {
        for (Map<String, Object> volume : usage.pod().spec().volumes()) {
            Optional<Quantity> size = sizeLimit(volume);
            if (size.isPresent()
                    && inVolume(usage, volume).amount() > size.get().value()) {
                return Optional.of("Usage of EmptyDir volume \"" + volume.get("name") + "\" exceeds the limit \""
                        + size.get() + "\". ");
            }
        }
        OptionalLong total = limit(usage);
        if (total.isPresent() && usage.of(Signal.NODEFS) > total.getAsLong()) {
            return Optional.of("Pod ephemeral local storage usage exceeds the total limit of containers "
                    + text(total.getAsLong()) + ". ");
        }
        for (PodUsage.OfContainer one : usage.containers()) {
            OptionalLong own = limit(one.spec());
            if (own.isPresent() && one.disk().amount() > own.getAsLong()) {
                return Optional.of("Container " + one.spec().name() + " exceeded its local ephemeral storage limit \""
                        + text(own.getAsLong()) + "\". ");
            }
        }
        return Optional.empty();
    }

    /** Seconds until a pod exceeds a limit, if it goes on as now; infinite when it never does. */
    static double secondsLeft(PodUsage usage) {
        if (excess(usage).isPresent()) {
            return 0;
        }
        double least = limit(usage).isPresent()
                ? until(limit(usage).getAsLong(), usage.of(Signal.NODEFS), usage.rate(Signal.NODEFS))
                : Double.POSITIVE_INFINITY;
        for (PodUsage.OfContainer one : usage.containers()) {
            OptionalLong own = limit(one.spec());
            if (own.isPresent()) {
                least = Math.min(
                        least,
                        until(own.getAsLong(), one.disk().amount(), one.disk().rate()));
            }
        }
        for (Map<String, Object> volume : usage.pod().spec().volumes()) {
            Optional<Quantity> size = sizeLimit(volume);
            if (size.isPresent()) {
                PodUsage.Use use = inVolume(usage, volume);
                least = Math.min(least, until(size.get().value(), use.amount(), use.rate()));
            }
        }
        return least;
    }

    private static PodUsage.Use inVolume(PodUsage usage, Map<String, Object> volume) {
        PodUsage.OfVolume found = usage.volumes().get(String.valueOf(volume.get("name")));
        return found == null ? PodUsage.Use.NONE : found.use();
    }

    /** The limit of an emptyDir that has one; 0 is none. */
    private static Optional<Quantity> sizeLimit(Map<String, Object> volume) {
        return volume.get("emptyDir") instanceof Map<?, ?> source && source.get("sizeLimit") != null
                ? Optional.of(Quantity.parse(String.valueOf(source.get("sizeLimit"))))
                        .filter(size -> size.signum() > 0)
                : Optional.empty();
    }

    private static double until(long limit, long used, double rate) {
        return rate > 0 ? (limit - used) / rate : Double.POSITIVE_INFINITY;
    }

    /** The sum of the limits of the containers that have one. */
    private static OptionalLong limit(PodUsage usage) {
        long sum = 0;
        boolean found = false;
        for (Container one : usage.pod().spec().containers()) {
            OptionalLong own = limit(one);
            found |= own.isPresent();
            sum += own.orElse(0);
        }
        return found ? OptionalLong.of(sum) : OptionalLong.empty();
    }

    private static OptionalLong limit(Container container) {
        Long own = ResourceAmounts.limitsOf(container).other().get(Signal.NODEFS.resource());
        return own == null ? OptionalLong.empty() : OptionalLong.of(own);
    }

    private static String text(long bytes) {
        return Quantity.of(bytes, QuantityFormat.BINARY_SI).toString();
    }
}
