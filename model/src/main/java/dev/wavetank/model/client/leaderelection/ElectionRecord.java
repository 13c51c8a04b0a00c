package dev.wavetank.model.client.leaderelection;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.coordination.Lease;
import dev.wavetank.model.api.coordination.LeaseSpecBuilder;
import dev.wavetank.model.codec.ObjectCodec;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Who leads, as an object of an election says: the specification of a Lease, or an annotation of the same content. */
public final class ElectionRecord {

    /** The annotation of Endpoints ({@code LeaderElectionRecordAnnotationKey}). */
    public static final String ANNOTATION = "control-plane.alpha.kubernetes.io/leader";

    private static final ObjectCodec CODEC = new ObjectCodec();
    private static final String HOLDER = "holderIdentity";
    private static final String DURATION = "leaseDurationSeconds";
    private static final String ACQUIRED = "acquireTime";
    private static final String RENEWED = "renewTime";
    private static final String TRANSITIONS = "leaderTransitions";

    private ElectionRecord() {}

    /**
     * A holder of a lock.
     *
     * @param identity empty when nobody holds it
     */
    record Holder(String identity) {

        /** Two objects contradict each other ({@code UnknownLeader}). */
        static final Holder UNKNOWN = new Holder("leaderelection.k8s.io/unknown");

        static Holder of(Lease.@Nullable Spec record) {
            return new Holder(record == null || record.holderIdentity() == null ? "" : record.holderIdentity());
        }

        /** The same record with this holder. */
        Lease.Spec in(Lease.Spec record) {
            return LeaseSpecBuilder.builder(record).holderIdentity(identity).build();
        }
    }

    /** The record of an object; nothing when it has none. */
    public static Optional<Lease.Spec> of(KubernetesObject object) {
        if (object instanceof Lease lease) {
            return Optional.ofNullable(lease.spec());
        }
        String text = object.metadata().annotations().get(ANNOTATION);
        try {
            return text == null ? Optional.empty() : Optional.of(spec(CODEC.tree(text)));
        } catch (IllegalArgumentException | DateTimeParseException notARecord) {
            return Optional.empty();
        }
    }

    private static Lease.Spec spec(Map<String, Object> tree) {
        return LeaseSpecBuilder.builder()
                .holderIdentity(tree.get(HOLDER) instanceof String holder ? holder : null)
                .leaseDurationSeconds(number(tree.get(DURATION)))
                .acquireTime(time(tree.get(ACQUIRED)))
                .renewTime(time(tree.get(RENEWED)))
                .leaseTransitions(number(tree.get(TRANSITIONS)))
                .build();
    }

    private static int number(@Nullable Object value) {
        return value instanceof Number number ? number.intValue() : 0;
    }

    private static @Nullable Instant time(@Nullable Object value) {
        return value instanceof String text ? Instant.parse(text) : null;
    }

    /** The value of the annotation, whose times are whole seconds. */
    static String text(Lease.Spec spec) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put(HOLDER, spec.holderIdentity());
        tree.put(DURATION, spec.leaseDurationSeconds());
        tree.put(ACQUIRED, text(spec.acquireTime()));
        tree.put(RENEWED, text(spec.renewTime()));
        tree.put(TRANSITIONS, spec.leaseTransitions());
        return CODEC.json(tree);
    }

    private static @Nullable String text(@Nullable Instant time) {
        return time == null ? null : Timestamps.seconds(time).toString();
    }
}
