package dev.wavetank.model.api.coordination;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonFormat;
import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.Map;

/**
 * Says who holds something, and until when others have to leave it to them.
 *
 * @param metadata metadata
 * @param spec who holds it
 * @param other fields that are not modelled
 */
@RecordBuilder
public record Lease(
        ObjectMeta metadata,
        Spec spec,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> other) implements KubernetesObject, LeaseBuilder.With {
    /** Turns absent lists and maps into empty ones. */
    public Lease {
        other = Defaults.emptyIfNull(other);
    }

    /** Group and version of this kind. */
    public static final String API_VERSION = "coordination.k8s.io/v1";

    /** Name of this kind. */
    public static final String KIND = "Lease";

    @Override
    public String apiVersion() {
        return API_VERSION;
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Lease withMetadata(ObjectMeta changed) {
        return LeaseBuilder.With.super.withMetadata(changed);
    }

    /**
     * Who holds a lease.
     *
     * @param holderIdentity the holder; empty or null when the lease is not held
     * @param leaseDurationSeconds for how long others have to wait from when they saw the lease change last
     * @param acquireTime when the holder got it, by the holder's clock
     * @param renewTime when the holder renewed it last, by the holder's clock
     * @param leaseTransitions how often it went from one holder to another
     * @param other fields that are not modelled
     */
    @RecordBuilder
    public record Spec(
            String holderIdentity,
            Integer leaseDurationSeconds,

            @JsonFormat(shape = JsonFormat.Shape.STRING, pattern = MICRO_TIME, timezone = "UTC")
            Instant acquireTime,

            @JsonFormat(shape = JsonFormat.Shape.STRING, pattern = MICRO_TIME, timezone = "UTC")
            Instant renewTime,

            Integer leaseTransitions,
            @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
            implements LeaseSpecBuilder.With {

        /** Kubernetes' type MicroTime: six decimals are written. */
        private static final String MICRO_TIME = "yyyy-MM-dd'T'HH:mm:ss[.SSSSSS]X";

        /** Turns absent lists and maps into empty ones. */
        public Spec {
            other = Defaults.emptyIfNull(other);
        }
    }
}
