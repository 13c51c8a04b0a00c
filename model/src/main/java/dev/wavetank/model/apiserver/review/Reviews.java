package dev.wavetank.model.apiserver.review;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.apiserver.authn.User;
import dev.wavetank.sim.Completion;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Answers creations of reviews by their kind. */
public final class Reviews {

    private static final String AUTHORIZATION = "authorization.k8s.io";
    private static final String AUTHENTICATION = "authentication.k8s.io";

    private final AccessReviews access;
    private final IdentityReviews identities;
    private final TokenRequests tokens;

    /** Answers with these. */
    public Reviews(AccessReviews access, IdentityReviews identities, TokenRequests tokens) {
        this.access = access;
        this.identities = identities;
        this.tokens = tokens;
    }

    /** Whether a creation is a review, which is answered and not stored. */
    public static boolean isReview(ApiRequest.Create create) {
        String group = create.resource().group();
        return group.equals(AUTHORIZATION)
                || group.equals(AUTHENTICATION)
                || create.subresource().equals("token")
                        && create.resource().plural().equals("serviceaccounts");
    }

    /** The answer to a question that is no request for a token. */
    public Completion<ApiResponse> answer(User user, ApiRequest.Create create) {
        return switch (create.resource().plural()) {
            case "selfsubjectaccessreviews", "subjectaccessreviews", "localsubjectaccessreviews" ->
                access.access(user, create);
            case "selfsubjectrulesreviews" -> access.rules(user, create);
            case "tokenreviews" -> identities.token(create);
            case "selfsubjectreviews" -> identities.self(user, create);
            default -> Completion.of(new ApiResponse.Failed(Status.noSuchResource()));
        };
    }

    /**
     * A token of the account that the request names.
     *
     * @param admission judges the request last; a status when it refuses
     */
    public Completion<ApiResponse> token(ApiRequest.Create create, Supplier<Completion<Optional<Status>>> admission) {
        return tokens.issue(create, admission);
    }

    /** What a review asks about. */
    static Map<?, ?> spec(KubernetesObject body) {
        return body instanceof GenericObject object && object.other().get("spec") instanceof Map<?, ?> spec
                ? spec
                : new LinkedHashMap<>();
    }

    static String text(Map<?, ?> tree, String field) {
        return tree.get(field) instanceof String text ? text : "";
    }

    /** The review as it came, with an answer. */
    static Completion<ApiResponse> answered(KubernetesObject body, Map<String, Object> status) {
        GenericObject asked = (GenericObject) body;
        Map<String, Object> fields = new LinkedHashMap<>(asked.other());
        fields.remove("status");
        fields.put("status", status);
        return Completion.of(new ApiResponse.One(
                201, new GenericObject(asked.apiVersion(), asked.kind(), asked.metadata(), fields)));
    }

    static Completion<ApiResponse> refused(Status status) {
        return Completion.of(new ApiResponse.Failed(status));
    }
}
