package dev.wavetank.model.apiserver.review;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.apiserver.authn.User;
import dev.wavetank.model.apiserver.authz.Attributes;
import dev.wavetank.model.apiserver.authz.Authorizer;
import dev.wavetank.model.apiserver.authz.Decision;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.gotext.GoText;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Who may do what: reviews of oneself, of others, of others within a namespace, and of all one's own rules. */
public final class AccessReviews {

    private static final String RESOURCE = "resourceAttributes";
    private static final String PATH = "nonResourceAttributes";

    private final Authorizer authorizer;
    private final RuleResolver rules;
    private final KubernetesVersion version;

    /**
     * Reviews of what an authorizer allows.
     *
     * @param authorizer decides about single requests
     * @param rules lists all that a user may do
     * @param version of the server
     */
    public AccessReviews(Authorizer authorizer, RuleResolver rules, KubernetesVersion version) {
        this.authorizer = authorizer;
        this.rules = rules;
        this.version = version;
    }

    Completion<ApiResponse> access(User user, ApiRequest.Create create) {
        Map<?, ?> spec = Reviews.spec(create.body());
        boolean self = create.resource().plural().startsWith("self");
        FieldErrors errors = new FieldErrors(version);
        check(spec, self, errors);
        if (create.resource().namespaced()) {
            checkNamespace(spec, create.namespace(), errors);
        }
        if (!errors.isEmpty()) {
            return Reviews.refused(errors.status(create.resource(), ""));
        }
        Attributes attributes = attributes(self ? user : subject(spec), spec);
        return authorizer.authorize(attributes).then(decision -> Reviews.answered(create.body(), status(decision)));
    }

    private static void check(Map<?, ?> spec, boolean self, FieldErrors errors) {
        boolean resource = spec.get(RESOURCE) instanceof Map<?, ?>;
        boolean path = spec.get(PATH) instanceof Map<?, ?>;
        if (resource && path) {
            Map<?, ?> asked = (Map<?, ?>) spec.get(PATH);
            errors.invalid(
                    "spec." + PATH,
                    "authorization.NonResourceAttributes{Path:" + GoText.quoted(Reviews.text(asked, "path")) + ", Verb:"
                            + GoText.quoted(Reviews.text(asked, "verb")) + "}",
                    "cannot be specified in combination with resourceAttributes");
        }
        if (!resource && !path) {
            errors.invalid(
                    "spec." + RESOURCE,
                    "\"null\"",
                    "exactly one of nonResourceAttributes or resourceAttributes must be specified");
        }
        boolean nobody = Reviews.text(spec, "user").isEmpty()
                && !(spec.get("groups") instanceof List<?> groups && !groups.isEmpty());
        if (!self && nobody) {
            errors.invalid("spec.user", "\"\"", "at least one of user or group must be specified");
        }
    }

    private static void checkNamespace(Map<?, ?> spec, String namespace, FieldErrors errors) {
        if (spec.get(RESOURCE) instanceof Map<?, ?> asked
                && !Reviews.text(asked, "namespace").equals(namespace)) {
            errors.invalid(
                    "spec.resourceAttributes.namespace",
                    GoText.quoted(Reviews.text(asked, "namespace")),
                    "must match metadata.namespace");
        }
    }

    private static User subject(Map<?, ?> spec) {
        List<String> groups = new ArrayList<>();
        if (spec.get("groups") instanceof List<?> given) {
            given.forEach(group -> groups.add(String.valueOf(group)));
        }
        return new User(Reviews.text(spec, "user"), Reviews.text(spec, "uid"), groups);
    }

    private static Attributes attributes(User user, Map<?, ?> spec) {
        if (spec.get(PATH) instanceof Map<?, ?> path) {
            return new Attributes(user, Reviews.text(path, "verb"), new Attributes.Path(Reviews.text(path, "path")));
        }
        Map<?, ?> asked = (Map<?, ?>) spec.get(RESOURCE);
        return new Attributes(
                user,
                Reviews.text(asked, "verb"),
                new Attributes.Resource(
                        Reviews.text(asked, "group"),
                        Reviews.text(asked, "version"),
                        Reviews.text(asked, "resource"),
                        Reviews.text(asked, "subresource"),
                        Reviews.text(asked, "namespace"),
                        Reviews.text(asked, "name"),
                        Collections.emptyMap()));
    }

    private static Map<String, Object> status(Decision decision) {
        Map<String, Object> status = new LinkedHashMap<>();
        status.put("allowed", decision.isAllowed());
        if (decision.verdict() == Decision.Kind.DENY) {
            status.put("denied", true);
        }
        if (!decision.reason().isEmpty()) {
            status.put("reason", decision.reason());
        }
        if (decision.hasFailed()) {
            status.put("evaluationError", decision.error());
        }
        return status;
    }

    Completion<ApiResponse> rules(User user, ApiRequest.Create create) {
        String namespace = Reviews.text(Reviews.spec(create.body()), "namespace");
        if (namespace.isEmpty()) {
            return Reviews.refused(Status.badRequest("no namespace on request"));
        }
        return Reviews.answered(create.body(), rules.rulesOf(user, namespace).tree());
    }
}
