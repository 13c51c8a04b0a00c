package dev.wavetank.model.apiserver.http;

import dev.wavetank.model.api.Status;
import dev.wavetank.model.apiserver.authn.Authentication;
import dev.wavetank.model.apiserver.authn.Authenticator;
import dev.wavetank.model.apiserver.authn.Credentials;
import dev.wavetank.model.apiserver.authz.Attributes;
import dev.wavetank.model.apiserver.authz.Authorizer;
import dev.wavetank.model.apiserver.authz.Impersonation;
import dev.wavetank.sim.Completion;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collections;
import java.util.List;

/** Who sends a request, and whether they may: asked before anybody looks whether there is such a path. */
public final class Access {

    private static final String BEARER = "Bearer ";
    private static final String BASIC = "Basic ";

    private final Authenticator authenticator;
    private final Authorizer authorizer;
    private final Impersonation impersonation;

    /** Asks these two. */
    public Access(Authenticator authenticator, Authorizer authorizer) {
        this.authenticator = authenticator;
        this.authorizer = authorizer;
        this.impersonation = new Impersonation(authorizer);
    }

    /** The user as whom the request is to be executed, or the refusal. */
    Completion<Impersonation.Result> admit(HttpRequest request, RequestInfo info) {
        if (!(authenticator.authenticate(credentials(request)) instanceof Authentication.Known known)) {
            return Completion.of(new Impersonation.Result(null, Status.unauthorized()));
        }
        String group = request.header("Impersonate-Group");
        Impersonation.Wish wish = new Impersonation.Wish(
                request.header("Impersonate-User"),
                request.header("Impersonate-Uid"),
                group.isEmpty() ? List.of() : List.of(group));
        return impersonation.apply(known.user(), wish).then(result -> {
            if (result.refusal() != null) {
                return Completion.of(result);
            }
            Attributes attributes = new Attributes(result.user(), info.verb(), target(info));
            return authorizer
                    .authorize(attributes)
                    .map(decision -> decision.isAllowed()
                            ? result
                            : new Impersonation.Result(null, attributes.forbidden(decision.reason())));
        });
    }

    private static Attributes.Target target(RequestInfo info) {
        if (!info.isResource()) {
            return new Attributes.Path(info.path());
        }
        return new Attributes.Resource(
                info.group(),
                info.version(),
                info.resource(),
                info.subresource(),
                info.namespace(),
                info.name(),
                Collections.emptyMap());
    }

    private static Credentials credentials(HttpRequest request) {
        String header = request.header("Authorization");
        if (header.startsWith(BEARER)) {
            return Credentials.ofToken(header.substring(BEARER.length()).strip());
        }
        if (header.startsWith(BASIC)) {
            try {
                byte[] decoded = Base64.getDecoder()
                        .decode(header.substring(BASIC.length()).strip());
                String[] parts = new String(decoded, StandardCharsets.UTF_8).split(":", 2);
                return parts.length == 2 ? Credentials.ofPassword(parts[0], parts[1]) : Credentials.NONE;
            } catch (IllegalArgumentException notBase64) {
                return Credentials.NONE;
            }
        }
        return Credentials.NONE;
    }
}
