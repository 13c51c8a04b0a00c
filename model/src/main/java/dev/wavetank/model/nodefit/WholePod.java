package dev.wavetank.model.nodefit;

import dev.wavetank.model.api.core.PodSpec;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a pod requests and may use as a whole ({@code spec.resources}, KEP-2837): processor, memory and huge pages that
 * its containers share. The API server of a version without it drops the field.
 */
public final class WholePod {

    private static final String RESOURCES = "resources";

    private WholePod() {}

    /** Whether the pod says so ({@code IsPodLevelResourcesSet}). */
    public static boolean hasResources(PodSpec spec) {
        return spec.other().get(RESOURCES) instanceof Map<?, ?> resources
                && (isFilled(resources.get("requests")) || isFilled(resources.get("limits")));
    }

    private static boolean isFilled(@Nullable Object quantities) {
        return quantities instanceof Map<?, ?> map && !map.isEmpty();
    }

    /** Its requests; {@link ResourceAmounts#NONE} without any. */
    public static ResourceAmounts requests(PodSpec spec) {
        return amounts(spec, "requests");
    }

    /** Its limits; {@link ResourceAmounts#NONE} without any. */
    public static ResourceAmounts limits(PodSpec spec) {
        return amounts(spec, "limits");
    }

    /** The overhead of its runtime class, as admission wrote it into the pod. */
    public static ResourceAmounts overhead(PodSpec spec) {
        return of(spec.other().get("overhead"));
    }

    private static ResourceAmounts amounts(PodSpec spec, String field) {
        return spec.other().get(RESOURCES) instanceof Map<?, ?> resources
                ? of(resources.get(field))
                : ResourceAmounts.NONE;
    }

    private static ResourceAmounts of(@Nullable Object quantities) {
        return quantities instanceof Map<?, ?> map && !map.isEmpty()
                ? ResourceAmounts.of(texts(map))
                : ResourceAmounts.NONE;
    }

    private static Map<String, String> texts(Map<?, ?> quantities) {
        Map<String, String> texts = new TreeMap<>();
        quantities.forEach((name, amount) -> texts.put(String.valueOf(name), String.valueOf(amount)));
        return texts;
    }
}
