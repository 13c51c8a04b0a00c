package dev.wavetank.model.apiserver;

import dev.wavetank.model.api.Credentials;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.apiserver.authn.Authentication;
import dev.wavetank.model.apiserver.authn.Authenticator;
import dev.wavetank.model.apiserver.authn.AuthenticatorUnion;
import dev.wavetank.model.apiserver.authn.BasicAuthenticator;
import dev.wavetank.model.apiserver.authn.ObservedObjects.Observed;
import dev.wavetank.model.apiserver.authn.OidcAuthenticator;
import dev.wavetank.model.apiserver.authn.ServiceAccountAuthenticator;
import dev.wavetank.model.apiserver.authn.SignedToken;
import dev.wavetank.model.apiserver.authn.TokenAuthenticator;
import dev.wavetank.model.apiserver.authn.X509Authenticator;
import dev.wavetank.model.apiserver.watchcache.WatchCaches;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.sim.component.Context;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The configured authenticators in Kubernetes' order: certificates, token file, passwords, service accounts, OpenID
 * Connect, anonymous. Tokens of service accounts are checked against what the watch caches have shown.
 */
public final class AuthenticationMethods implements Authenticator {

    /** Objects that a token may be bound to. */
    private static final List<ResourceType> BOUND = List.of(
            Resources.SERVICE_ACCOUNTS,
            Resources.PODS,
            new ResourceType("", "v1", "Secret", "secrets", true),
            Resources.NODES);

    private final AuthenticationConfig config;
    private final Authenticator union;
    private final Map<String, Map<String, Observed>> observed = new LinkedHashMap<>();

    AuthenticationMethods(Context context, AuthenticationConfig config, List<Authenticator> first) {
        this.config = config;
        List<Authenticator> all = new ArrayList<>(first);
        all.addAll(methods(context::clock));
        this.union = new AuthenticatorUnion(all, config.anonymous());
    }

    private List<Authenticator> methods(Supplier<Instant> clock) {
        List<Authenticator> methods = new ArrayList<>();
        if (config.clientCa() != null) {
            methods.add(new X509Authenticator(config.clientCa(), clock));
        }
        methods.add(new TokenAuthenticator(config.tokens()));
        if (config.passwords() != null) {
            methods.add(BasicAuthenticator.parse("basic-auth-file", config.passwords()));
        }
        SignedToken tokens = new SignedToken(new ObjectCodec());
        if (config.serviceAccounts() != null) {
            methods.add(new ServiceAccountAuthenticator(config.serviceAccounts(), tokens, this::find, clock));
        }
        if (config.oidc() != null) {
            methods.add(new OidcAuthenticator(config.oidc(), tokens, clock));
        }
        return methods;
    }

    /** Begins to learn from the watch caches what tokens are bound to; before any of them has its first list. */
    void start(WatchCaches caches) {
        if (config.serviceAccounts() != null) {
            for (ResourceType resource : BOUND) {
                Map<String, Observed> objects = new LinkedHashMap<>();
                observed.put(resource.kind(), objects);
                caches.of(resource)
                        .listen(new CacheLesson(
                                object -> objects.put(
                                        key(
                                                object.metadata().namespace(),
                                                object.metadata().name()),
                                        identity(object)),
                                object -> objects.remove(key(
                                        object.metadata().namespace(),
                                        object.metadata().name())),
                                () -> {}));
            }
        }
    }

    private static Observed identity(KubernetesObject object) {
        return new Observed(object.uid(), object.metadata().deletionTimestamp());
    }

    private static String key(String namespace, String name) {
        return (namespace == null ? "" : namespace) + "/" + name;
    }

    private Optional<Observed> find(String kind, String namespace, String name) {
        Map<String, Observed> objects = observed.get(kind);
        return objects == null ? Optional.empty() : Optional.ofNullable(objects.get(key(namespace, name)));
    }

    @Override
    public Authentication authenticate(Credentials credentials) {
        return union.authenticate(credentials);
    }
}
