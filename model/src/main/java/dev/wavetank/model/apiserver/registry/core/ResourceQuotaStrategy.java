package dev.wavetank.model.apiserver.registry.core;

import dev.wavetank.model.api.core.ResourceQuota;
import dev.wavetank.model.apiserver.registry.strategy.Strategy;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.apiserver.registry.validation.ResourceNames;
import java.util.TreeSet;

/** Resource quotas. */
public final class ResourceQuotaStrategy implements Strategy<ResourceQuota> {

    @Override
    public Class<ResourceQuota> kind() {
        return ResourceQuota.class;
    }

    @Override
    public ResourceQuota withDefaults(ResourceQuota quota) {
        return quota;
    }

    @Override
    public ResourceQuota prepareForCreate(ResourceQuota quota) {
        return quota.withStatus(new ResourceQuota.Status(null, null));
    }

    @Override
    public void validate(ResourceQuota quota, FieldErrors errors) {
        quota.spec().hard().forEach((name, quantity) -> {
            ResourceNames.ofQuota(name, "spec.hard[" + name + "]", errors);
            ResourceNames.ofQuotaAmount(name, quantity, "spec.hard[" + name + "]", errors);
        });
        new QuotaScopeRules(quota.spec(), errors).check();
    }

    @Override
    public ResourceQuota prepareForUpdate(ResourceQuota changed, ResourceQuota before) {
        return changed.withStatus(before.status());
    }

    @Override
    public ResourceQuota prepareForStatusUpdate(ResourceQuota changed, ResourceQuota before) {
        return before.withStatus(changed.status());
    }

    @Override
    public void validateUpdate(ResourceQuota changed, ResourceQuota before, FieldErrors errors) {
        validate(changed, errors);
        if (!new TreeSet<>(changed.spec().scopes())
                .equals(new TreeSet<>(before.spec().scopes()))) {
            errors.invalid(
                    "spec.scopes", QuotaScopeRules.shownScopes(changed.spec().scopes()), "field is immutable");
        }
    }
}
