package dev.wavetank.model.apiserver.admission;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.Status;

/** What a plugin says. */
public sealed interface AdmissionDecision {

    /**
     * Go on.
     *
     * @param object as the plugin leaves it; null for a deletion
     */
    record Admitted(KubernetesObject object) implements AdmissionDecision {}

    /** Do not. */
    record Refused(Status status) implements AdmissionDecision {}
}
