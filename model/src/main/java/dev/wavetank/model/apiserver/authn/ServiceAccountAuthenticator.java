package dev.wavetank.model.apiserver.authn;

import dev.wavetank.model.api.Credentials;
import dev.wavetank.model.apiserver.authn.ObservedObjects.Observed;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Knows service accounts by bound tokens ({@code --service-account-issuer}).
 *
 * <p>A good signature is not enough: the service account must still be observed with the uid that the token names, and
 * so must the pod, secret or node that the token is bound to. A deleted object is honoured for a minute after its
 * deletion was to happen, so that a pod can still speak while it ends.
 */
public final class ServiceAccountAuthenticator implements Authenticator {

    /** How long after its deletion an object that is still there is honoured. */
    private static final Duration LEEWAY = Duration.ofSeconds(60);

    private static final List<String> BINDINGS = List.of("pod", "secret", "node");
    private static final String CLAIMS = "kubernetes.io";

    private final Issuer issuer;
    private final SignedToken tokens;
    private final ObservedObjects objects;
    private final Supplier<Instant> clock;

    /**
     * Who makes the tokens.
     *
     * @param name as in the claim {@code iss} ({@code --service-account-issuer})
     * @param key with which it signs ({@code --service-account-signing-key-file})
     * @param audiences accepted audiences; a token must name at least one ({@code --api-audiences})
     * @param trusted keys with which a token may be signed ({@code --service-account-key-file})
     */
    public record Issuer(String name, String key, List<String> audiences, List<String> trusted) {

        /** An issuer that trusts only its own key. */
        public Issuer(String name, String key, List<String> audiences) {
            this(name, key, audiences, List.of(key));
        }
    }

    /** An authenticator that trusts one issuer, the observed objects and the server's own clock. */
    public ServiceAccountAuthenticator(
            Issuer issuer, SignedToken tokens, ObservedObjects objects, Supplier<Instant> clock) {
        this.issuer = issuer;
        this.tokens = tokens;
        this.objects = objects;
        this.clock = clock;
    }

    /**
     * The claims of a token for a service account.
     *
     * @param expires until when the token is good
     */
    public static Map<String, Object> claims(
            Issuer issuer, String namespace, String name, String uid, Instant expires) {
        Map<String, Object> kubernetes = new LinkedHashMap<>();
        kubernetes.put("namespace", namespace);
        kubernetes.put("serviceaccount", reference(name, uid));
        Map<String, Object> claims = new LinkedHashMap<>();
        claims.put("iss", issuer.name());
        claims.put("sub", User.serviceAccountName(namespace, name));
        claims.put("aud", issuer.audiences());
        claims.put("exp", expires.getEpochSecond());
        claims.put(CLAIMS, kubernetes);
        return claims;
    }

    /**
     * The same claims, bound to an object.
     *
     * @param kind {@code pod}, {@code secret} or {@code node}
     */
    public static Map<String, Object> boundTo(Map<String, Object> claims, String kind, String name, String uid) {
        Map<String, Object> kubernetes = new LinkedHashMap<>();
        SignedToken.object(claims, CLAIMS).forEach((key, value) -> kubernetes.put((String) key, value));
        kubernetes.put(kind, reference(name, uid));
        Map<String, Object> bound = new LinkedHashMap<>(claims);
        bound.put(CLAIMS, kubernetes);
        return bound;
    }

    private static Map<String, Object> reference(String name, String uid) {
        Map<String, Object> reference = new LinkedHashMap<>();
        reference.put("name", name);
        reference.put("uid", uid);
        return reference;
    }

    @Override
    public Authentication authenticate(Credentials credentials) {
        if (credentials.bearerToken() == null) {
            return Authentication.NOT_MINE;
        }
        Optional<Map<String, Object>> claims = claims(credentials.bearerToken());
        if (claims.isEmpty() || !SignedToken.text(claims.get(), "iss").equals(issuer.name())) {
            return new Authentication.Refused("invalid bearer token");
        }
        return judge(claims.get());
    }

    private Optional<Map<String, Object>> claims(String token) {
        for (String key : issuer.trusted()) {
            Optional<Map<String, Object>> claims = tokens.claims(token, key);
            if (claims.isPresent()) {
                return claims;
            }
        }
        return Optional.empty();
    }

    private Authentication judge(Map<String, Object> claims) {
        long now = clock.get().getEpochSecond();
        if (now >= SignedToken.seconds(claims, "exp", Long.MIN_VALUE)) {
            return new Authentication.Refused("service account token has expired");
        }
        if (now < SignedToken.seconds(claims, "nbf", Long.MIN_VALUE)) {
            return new Authentication.Refused("service account token is not valid yet");
        }
        List<String> audiences = SignedToken.texts(claims, "aud");
        if (issuer.audiences().stream().noneMatch(audiences::contains)) {
            return new Authentication.Refused(
                    "token audiences " + audiences + " is invalid for the target audiences " + issuer.audiences());
        }
        Map<?, ?> kubernetes = SignedToken.object(claims, CLAIMS);
        String namespace = SignedToken.text(kubernetes, "namespace");
        Map<?, ?> account = SignedToken.object(kubernetes, "serviceaccount");
        String name = SignedToken.text(account, "name");
        if (namespace.isEmpty() || !SignedToken.text(claims, "sub").equals(User.serviceAccountName(namespace, name))) {
            return new Authentication.Refused("service account claims do not match the subject");
        }
        return refusal("ServiceAccount", namespace, account)
                .or(() -> unbound(kubernetes, namespace))
                .orElseGet(() -> new Authentication.Known(
                        User.serviceAccount(namespace, name, SignedToken.text(account, "uid"))));
    }

    private Optional<Authentication> unbound(Map<?, ?> kubernetes, String namespace) {
        for (String binding : BINDINGS) {
            if (kubernetes.get(binding) instanceof Map<?, ?> reference) {
                String kind = Character.toUpperCase(binding.charAt(0)) + binding.substring(1);
                Optional<Authentication> refusal = refusal(kind, binding.equals("node") ? "" : namespace, reference);
                if (refusal.isPresent()) {
                    return refusal;
                }
            }
        }
        return Optional.empty();
    }

    private Optional<Authentication> refusal(String kind, String namespace, Map<?, ?> reference) {
        String name = SignedToken.text(reference, "name");
        String place = kind + " " + (namespace.isEmpty() ? name : namespace + "/" + name);
        Optional<Observed> found = objects.find(kind, namespace, name);
        if (found.isEmpty()) {
            return Optional.of(new Authentication.Refused(place + " has been deleted"));
        }
        if (!found.get().uid().equals(SignedToken.text(reference, "uid"))) {
            return Optional.of(new Authentication.Refused(
                    place + " has another uid than the token: it was deleted and made again"));
        }
        Instant deletion = found.get().deletionTimestamp();
        if (deletion != null && clock.get().isAfter(deletion.plus(LEEWAY))) {
            return Optional.of(new Authentication.Refused(place + " has been deleted"));
        }
        return Optional.empty();
    }
}
