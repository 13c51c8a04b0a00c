package dev.wavetank.model.apiserver.authn;

import dev.wavetank.model.api.Credentials;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Asks several authenticators in order until one knows the user, who is then a member of {@code system:authenticated}.
 *
 * <p>Without any credentials that one of them judges, the user is anonymous where that is permitted. Credentials that
 * some refuse and none accepts are never anonymous: the client is to notice its mistake. A bearer token or a password
 * must be accepted only when some authenticator judges such credentials; a recorded server without
 * {@code --basic-auth-file} takes a client with a password for an anonymous one.
 */
public final class AuthenticatorUnion implements Authenticator {

    private static final Authentication NOTHING = new Authentication.Refused("no credentials");

    private final List<Authenticator> authenticators;
    private final boolean anonymous;

    /**
     * A union.
     *
     * @param authenticators in the order in which they are asked
     * @param anonymous whether requests without credentials are permitted ({@code --anonymous-auth})
     */
    public AuthenticatorUnion(List<Authenticator> authenticators, boolean anonymous) {
        this.authenticators = List.copyOf(authenticators);
        this.anonymous = anonymous;
    }

    /** Never {@link Authentication.NotMine}: this is the last instance. */
    @Override
    public Authentication authenticate(Credentials credentials) {
        List<String> refusals = null;
        for (Authenticator authenticator : authenticators) {
            Authentication answer = authenticator.authenticate(credentials);
            if (answer instanceof Authentication.Known known) {
                return authenticated(known);
            }
            if (answer instanceof Authentication.Refused refused) {
                refusals = refusals == null ? new ArrayList<>(2) : refusals;
                refusals.add(refused.why());
            }
        }
        if (refusals != null) {
            return new Authentication.Refused(aggregate(refusals));
        }
        return anonymous ? ANONYMOUS.authenticate(credentials) : NOTHING;
    }

    private static Authentication authenticated(Authentication.Known known) {
        User user = known.user();
        boolean complete = user.isIn(User.AUTHENTICATED) || user.isIn(User.UNAUTHENTICATED);
        return complete ? known : new Authentication.Known(user.with(User.AUTHENTICATED));
    }

    /** Several errors in one line, every text once, as Kubernetes writes an aggregate. */
    private static String aggregate(List<String> refusals) {
        Set<String> different = new LinkedHashSet<>(refusals);
        String joined = String.join(", ", different);
        return different.size() == 1 ? joined : "[" + joined + "]";
    }
}
