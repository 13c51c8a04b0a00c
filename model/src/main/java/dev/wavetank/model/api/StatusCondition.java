package dev.wavetank.model.api;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What the conditions in the status of objects have in common, whatever the kind of the object. */
public interface StatusCondition {

    /** What it is about, such as {@code Ready}. */
    String type();

    /** {@code True}, {@code False} or {@code Unknown}. */
    String status();

    /** When the status last changed; null where that is not given. */
    @Nullable
    Instant lastTransitionTime();
}
