package dev.wavetank.model.apiserver.http;

import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.apiserver.RequestPath;
import dev.wavetank.model.apiserver.authn.TokenAuthenticator;
import dev.wavetank.model.apiserver.authn.User;
import dev.wavetank.model.apiserver.authz.Action;
import dev.wavetank.model.apiserver.authz.Authorizer;
import java.util.List;

/** Who sends a request, and whether they may: asked before anybody looks whether there is such a path. */
public final class Access {

    private static final String BEARER = "Bearer ";

    /** Readable by everybody: ClusterRole {@code system:public-info-viewer}. */
    private static final List<String> PUBLIC = List.of("/healthz", "/livez", "/readyz", "/version", "/version/");

    /** Readable by everybody with a name, with all that is below: ClusterRole {@code system:discovery}. */
    private static final List<String> DISCOVERY = List.of("/api", "/apis", "/openapi");

    private final TokenAuthenticator authenticator;
    private final Authorizer authorizer;

    /** Asks these two. */
    public Access(TokenAuthenticator authenticator, Authorizer authorizer) {
        this.authenticator = authenticator;
        this.authorizer = authorizer;
    }

    /**
     * The user as whom the request is to be executed.
     *
     * @throws Refusal when credentials are wrong, or the user may not act as another
     */
    User user(HttpRequest request) {
        String header = request.header("Authorization");
        String token = header.startsWith(BEARER) ? header.substring(BEARER.length()) : "";
        User user = authenticator.authenticate(token).orElseThrow(() -> new Refusal(RequestPath.UNAUTHORIZED));
        String other = request.header("Impersonate-User");
        if (other.isEmpty()) {
            return user;
        }
        ResourceType users = new ResourceType("", "v1", "User", "users", false);
        Action impersonate = new Action("impersonate", users, "", other, "");
        if (!authorizer.allows(user, impersonate)) {
            throw new Refusal(impersonate.forbidden(user));
        }
        return new User(other, List.of("system:authenticated"));
    }

    /**
     * Lets the request pass.
     *
     * @throws Refusal when the user may not do it
     */
    void check(User user, RequestInfo info) {
        if (!info.isResource()) {
            if (!mayRead(user, info)) {
                throw new Refusal(Status.generic(
                        403,
                        "Forbidden",
                        "forbidden: User \"" + user.name() + "\" cannot " + info.verb() + " path \"" + info.path()
                                + "\""));
            }
            return;
        }
        ResourceType type = new ResourceType(info.group(), info.version(), "", info.resource(), true);
        Action action = new Action(info.verb(), type, info.namespace(), info.name(), info.subresource());
        if (!authorizer.allows(user, action)) {
            throw new Refusal(action.forbidden(user));
        }
    }

    private boolean mayRead(User user, RequestInfo info) {
        boolean everything = user.groups().contains(User.MASTERS) || authorizer == Authorizer.ALWAYS_ALLOW;
        if (everything || !info.verb().equals("get")) {
            return everything;
        }
        boolean named = user.groups().contains("system:authenticated");
        return PUBLIC.contains(info.path())
                || named
                        && DISCOVERY.stream()
                                .anyMatch(root ->
                                        info.path().equals(root) || info.path().startsWith(root + "/"));
    }
}
