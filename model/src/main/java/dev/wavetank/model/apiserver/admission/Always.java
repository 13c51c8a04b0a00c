package dev.wavetank.model.apiserver.admission;

import dev.wavetank.model.api.Status;
import dev.wavetank.sim.Completion;

/** Plugins for tests of a cluster: {@code AlwaysAdmit} and {@code AlwaysDeny}. */
public enum Always implements AdmissionPlugin {

    /** Has no opinion. */
    ADMIT,

    /** Refuses every write. */
    DENY;

    @Override
    public boolean handles(AdmissionRequest request) {
        return this == DENY;
    }

    @Override
    public Completion<AdmissionDecision> mutate(AdmissionRequest request) {
        return validate(request);
    }

    @Override
    public Completion<AdmissionDecision> validate(AdmissionRequest request) {
        return Completion.of(new AdmissionDecision.Refused(Status.forbidden(
                request.resource(), request.name(), "admission control is denying all modifications")));
    }
}
