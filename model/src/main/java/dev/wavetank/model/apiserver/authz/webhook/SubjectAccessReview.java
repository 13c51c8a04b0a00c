package dev.wavetank.model.apiserver.authz.webhook;

import dev.wavetank.model.apiserver.authz.Attributes;
import dev.wavetank.model.apiserver.authz.Decision;
import dev.wavetank.sim.network.rule.Address;
import dev.wavetank.sim.network.rule.Operation;

/**
 * What an API server asks an authorization webhook.
 *
 * @param attributes who wants to do what
 */
public record SubjectAccessReview(Attributes attributes) implements Operation {

    /** Where a component takes reviews; it answers with a {@link Decision}. */
    public static Address<SubjectAccessReview, Decision> at(String component) {
        return new Address<>(component, "subjectaccessreviews");
    }

    @Override
    public String verb() {
        return "review";
    }

    @Override
    public String subject() {
        return attributes.user().name();
    }
}
