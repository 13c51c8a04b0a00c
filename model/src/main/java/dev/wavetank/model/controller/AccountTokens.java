package dev.wavetank.model.controller;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.Identity;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.core.Namespace;
import dev.wavetank.model.api.core.ServiceAccount;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.IdentitySource;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The service accounts of the controllers and their tokens, with {@code --use-service-account-credentials}.
 *
 * <p>The first request of an account waits until the controller manager has asked for a token; the token serves all
 * clients of the account for four fifths of its life. All these questions share one client of the controller manager
 * and its rate limit ({@code DynamicControllerClientBuilder} in {@code client_builder_dynamic.go}, v1.20).
 */
final class AccountTokens {

    private static final String NAMESPACE = "kube-system";

    /** Requested lifetime of a token, in seconds ({@code defaultExpirationSeconds}). */
    private static final long LIFETIME_SECONDS = 3600;

    /** A shorter life would be a matter of clocks that differ. */
    private static final long LIFETIME_MIN = 10 * VirtualTime.MINUTE;

    /** The part of its life in which a token is used, in percent: {@code defaultLeewayPercent} is the rest. */
    private static final long USED_PERCENT = 80;

    /** How long before that a token counts as old already (the cache of tokens in {@code client-go}). */
    private static final long LEEWAY = 10 * VirtualTime.SECOND;

    /** How often a token is asked for until the request that needs it fails. */
    private static final int ATTEMPTS = 4;

    private static final long FIRST_BACKOFF = 500 * VirtualTime.MILLISECOND;

    private final Context context;
    private final ApiClient root;
    private final Map<String, Source> sources = new LinkedHashMap<>();

    /**
     * Tokens that are asked for with a client of the controller manager.
     *
     * @param root with the manager's own credentials
     */
    AccountTokens(Context context, ApiClient root) {
        this.context = context;
        this.root = root;
    }

    /** The tokens of an account. */
    IdentitySource of(String account) {
        return source(account);
    }

    /** Counts a token as fetched now. */
    void hold(String account, String token) {
        source(account).keep(token, LIFETIME_SECONDS * VirtualTime.SECOND);
    }

    private Source source(String account) {
        return sources.computeIfAbsent(account, Source::new);
    }

    /** Reads what the server serves in the version of service accounts. */
    Completion<Boolean> lookUp() {
        return root.discover(1).map(ApiResponse.Discovered.class::isInstance);
    }

    /** Whether the account exists; it is created when it is missing ({@code getOrCreateServiceAccount}). */
    Completion<Boolean> exists(String account) {
        return read(account).then(response -> {
            if (response instanceof ApiResponse.One) {
                return Completion.of(true);
            }
            return response.code() == 404 ? create(account) : Completion.of(false);
        });
    }

    private Completion<ApiResponse> read(String account) {
        return root.send(new ApiRequest.Get(Resources.SERVICE_ACCOUNTS, NAMESPACE, account));
    }

    private Completion<Boolean> create(String account) {
        return root.send(new ApiRequest.Get(Resources.NAMESPACES, "", NAMESPACE))
                .then(response -> response.code() == 404
                        ? root.send(ApiRequest.Create.of(
                                Resources.NAMESPACES, new Namespace(ObjectMeta.named(null, NAMESPACE), null, null)))
                        : Completion.of(response))
                .then(namespace -> root.send(ApiRequest.Create.of(
                        Resources.SERVICE_ACCOUNTS,
                        new ServiceAccount(ObjectMeta.named(NAMESPACE, account), null, null))))
                .then(created -> created.code() == 409 ? read(account) : Completion.of(created))
                .map(ApiResponse::isSuccess);
    }

    private static ApiRequest tokenRequest(String account) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("spec", Collections.singletonMap("expirationSeconds", LIFETIME_SECONDS));
        return new ApiRequest.Create(
                Resources.SERVICE_ACCOUNTS,
                NAMESPACE,
                account,
                "token",
                new GenericObject(
                        "authentication.k8s.io/v1", "TokenRequest", ObjectMeta.named(NAMESPACE, account), fields));
    }

    /** The token of one account. */
    private final class Source implements IdentitySource {

        private final String account;
        private Completion<Optional<Identity>> token = Completion.of(Optional.empty());
        private long until = Long.MIN_VALUE;

        private Source(String account) {
            this.account = account;
        }

        @Override
        public Completion<Optional<Identity>> identity() {
            boolean asking = !token.isDone();
            if (!asking && context.now() >= until) {
                token = new Completion<>(context);
                ask(1);
            }
            return token;
        }

        private void ask(int attempt) {
            exists(account)
                    .then(exists -> exists ? root.send(tokenRequest(account)).map(this::kept) : Completion.of(false))
                    .whenDone(kept -> {
                        if (!kept && attempt < ATTEMPTS) {
                            context.after(FIRST_BACKOFF << (attempt - 1), () -> ask(attempt + 1));
                        } else if (!kept) {
                            token.complete(Optional.empty());
                        }
                    });
        }

        private boolean kept(ApiResponse response) {
            if (response instanceof ApiResponse.One one
                    && one.object() instanceof GenericObject review
                    && review.other().get("status") instanceof Map<?, ?> status
                    && status.get("token") instanceof String text
                    && status.get("expirationTimestamp") instanceof String expires) {
                keep(text, Timestamps.between(context.clock(), Instant.parse(expires)));
                return true;
            }
            return false;
        }

        private void keep(String text, long lifetime) {
            until = context.now() + Math.max(lifetime, LIFETIME_MIN) / 100 * USED_PERCENT - LEEWAY;
            if (token.isDone()) {
                token = Completion.of(Optional.of(Identity.ofToken(text)));
            } else {
                token.complete(Optional.of(Identity.ofToken(text)));
            }
        }
    }
}
