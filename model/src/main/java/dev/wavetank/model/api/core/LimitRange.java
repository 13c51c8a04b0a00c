package dev.wavetank.model.api.core;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;

/**
 * Bounds and defaults for what one container or pod may use.
 *
 * @param metadata metadata
 * @param spec the bounds
 */
@RecordBuilder
public record LimitRange(ObjectMeta metadata, Spec spec) implements KubernetesObject, LimitRangeBuilder.With {

    /** Group and version of this kind. */
    public static final String API_VERSION = "v1";

    /** Name of this kind. */
    public static final String KIND = "LimitRange";

    @Override
    public String apiVersion() {
        return API_VERSION;
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public LimitRange withMetadata(ObjectMeta changed) {
        return LimitRangeBuilder.With.super.withMetadata(changed);
    }

    /**
     * The bounds.
     *
     * @param limits one item for each type
     */
    public record Spec(List<Item> limits) {
        /** Turns absent lists and maps into empty ones. */
        public Spec {
            limits = Defaults.emptyIfNull(limits);
        }
    }

    /**
     * Bounds and defaults, as quantities by resource name.
     *
     * @param type {@code Container}, {@code Pod} or {@code PersistentVolumeClaim}
     * @param max greatest limit
     * @param min least request
     * @param default_ limit for those who give none; the field is called {@code default}
     * @param defaultRequest request for those who give none
     * @param maxLimitRequestRatio greatest quotient of limit and request
     */
    public record Item(
            String type,
            Map<String, String> max,
            Map<String, String> min,
            @JsonProperty("default") Map<String, String> default_,
            Map<String, String> defaultRequest,
            Map<String, String> maxLimitRequestRatio) {
        /** Turns absent lists and maps into empty ones. */
        public Item {
            max = Defaults.emptyIfNull(max);
            min = Defaults.emptyIfNull(min);
            default_ = Defaults.emptyIfNull(default_);
            defaultRequest = Defaults.emptyIfNull(defaultRequest);
            maxLimitRequestRatio = Defaults.emptyIfNull(maxLimitRequestRatio);
        }
    }
}
