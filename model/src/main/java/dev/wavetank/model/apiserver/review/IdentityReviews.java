package dev.wavetank.model.apiserver.review;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Credentials;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.apiserver.authn.Authentication;
import dev.wavetank.model.apiserver.authn.Authenticator;
import dev.wavetank.model.apiserver.authn.User;
import dev.wavetank.sim.Completion;
import java.util.LinkedHashMap;
import java.util.Map;

/** Who is who: reviews of a token, and of oneself. */
public final class IdentityReviews {

    private final Authenticator authenticator;

    /** Asks this authenticator. */
    public IdentityReviews(Authenticator authenticator) {
        this.authenticator = authenticator;
    }

    Completion<ApiResponse> token(ApiRequest.Create create) {
        String token = Reviews.text(Reviews.spec(create.body()), "token");
        if (token.isEmpty()) {
            return Reviews.refused(Status.badRequest("token is required for TokenReview in authentication"));
        }
        Map<String, Object> status = new LinkedHashMap<>();
        Authentication answer = authenticator.authenticate(Credentials.ofToken(token));
        if (answer instanceof Authentication.Known known) {
            status.put("authenticated", true);
            status.put("user", user(known.user()));
        } else {
            status.put("user", new LinkedHashMap<>());
            if (answer instanceof Authentication.Refused refused) {
                status.put("error", refused.why());
            }
        }
        return Reviews.answered(create.body(), status);
    }

    Completion<ApiResponse> self(User user, ApiRequest.Create create) {
        Map<String, Object> status = new LinkedHashMap<>();
        status.put("userInfo", user(user));
        return Reviews.answered(create.body(), status);
    }

    private static Map<String, Object> user(User user) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("username", user.name());
        if (!user.uid().isEmpty()) {
            tree.put("uid", user.uid());
        }
        if (!user.groups().isEmpty()) {
            tree.put("groups", user.groups());
        }
        if (!user.extra().isEmpty()) {
            tree.put("extra", user.extra());
        }
        return tree;
    }
}
