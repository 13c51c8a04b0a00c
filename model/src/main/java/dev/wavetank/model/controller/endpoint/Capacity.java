package dev.wavetank.model.controller.endpoint;

import dev.wavetank.model.api.core.Endpoints;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/**
 * One Endpoints object holds at most 1000 addresses ({@code truncateEndpoints}, v1.22): ready ones come first, and
 * every subset drops its share of the excess.
 */
final class Capacity {

    private static final String ANNOTATION = "endpoints.kubernetes.io/over-capacity";
    private static final int MOST = 1000;

    private Capacity() {}

    /** Whether the stored object is not truncated; a truncated one is written again. */
    static boolean isWhole(Endpoints present) {
        return !present.metadata().annotations().containsKey(ANNOTATION) && addresses(present.subsets()) <= MOST;
    }

    /** The annotations of Endpoints with these subsets. */
    static Map<String, String> annotated(Map<String, String> annotations, List<Endpoints.Subset> subsets) {
        Map<String, String> changed = new LinkedHashMap<>(annotations);
        if (addresses(subsets) > MOST) {
            changed.put(ANNOTATION, "truncated");
        } else {
            changed.remove(ANNOTATION);
        }
        return changed;
    }

    private static int addresses(List<Endpoints.Subset> subsets) {
        return sum(subsets, subset -> subset.addresses().size())
                + sum(subsets, subset -> subset.notReadyAddresses().size());
    }

    private static int sum(List<Endpoints.Subset> subsets, ToIntFunction<Endpoints.Subset> size) {
        return subsets.stream().mapToInt(size).sum();
    }

    /** The subsets, truncated to the capacity. */
    static List<Endpoints.Subset> cut(List<Endpoints.Subset> subsets) {
        if (addresses(subsets) <= MOST) {
            return subsets;
        }
        int ready = sum(subsets, subset -> subset.addresses().size());
        boolean isReadyCut = ready > MOST;
        int room = isReadyCut ? MOST : MOST - ready;
        int all = isReadyCut ? ready : addresses(subsets) - ready;
        int left = room;
        List<Endpoints.Subset> cut = new ArrayList<>();
        for (Endpoints.Subset subset : subsets) {
            List<Endpoints.Address> addresses = isReadyCut ? subset.addresses() : subset.notReadyAddresses();
            // Rounded up, so that the last subset may get less than its share.
            int part = Math.min((addresses.size() * room + all - 1) / all, Math.min(left, addresses.size()));
            left -= part;
            List<Endpoints.Address> kept = addresses.subList(0, part);
            cut.add(
                    isReadyCut
                            ? new Endpoints.Subset(kept, List.of(), subset.ports())
                            : new Endpoints.Subset(subset.addresses(), kept, subset.ports()));
        }
        return cut;
    }
}
