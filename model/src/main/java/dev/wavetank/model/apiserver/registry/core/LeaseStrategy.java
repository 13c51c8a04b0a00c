package dev.wavetank.model.apiserver.registry.core;

import dev.wavetank.model.api.coordination.Lease;
import dev.wavetank.model.apiserver.registry.strategy.Strategy;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;

/** Leases. */
public final class LeaseStrategy implements Strategy<Lease> {

    @Override
    public Class<Lease> kind() {
        return Lease.class;
    }

    @Override
    public void validate(Lease lease, FieldErrors errors) {
        Lease.Spec spec = lease.spec();
        if (spec == null) {
            return;
        }
        Integer duration = spec.leaseDurationSeconds();
        if (duration != null && duration <= 0) {
            errors.invalid("spec.leaseDurationSeconds", duration.toString(), "must be greater than 0");
        }
        errors.notNegative("spec.leaseTransitions", spec.leaseTransitions());
    }
}
