package dev.wavetank.model.controller.serviceaccount;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.ObjectMetaBuilder;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.SafeLetters;
import dev.wavetank.model.api.core.Secret;
import dev.wavetank.model.api.core.ServiceAccount;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Index;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.workqueue.FailureText;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.client.workqueue.WorkQueue;
import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.controller.ControllerEnvironment;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.random.RandomStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Creates a Secret with a token for every ServiceAccount, and deletes the tokens of deleted accounts.
 *
 * <p>From v1.24 on it creates no tokens: pods get short-lived ones. It creates the Secret first and then references
 * it in the account; when the account has changed meanwhile, it deletes the Secret and starts again, as in {@code
 * tokens_controller.go}.
 */
public final class TokensController implements Controller {

    /** User agent. */
    public static final String NAME = KubernetesController.SERVICE_ACCOUNT_TOKEN.userAgent();

    /** After this many failures in a row an account is dropped until it changes ({@code maxRetries}). */
    private static final int RETRIES = 10;

    private static final String TYPE = "kubernetes.io/service-account-token";
    /**
     * How long a token counts as existing that this controller made and the informer has not shown: the lifetime in
     * the mutation cache of the real controller.
     */
    private static final long UNSEEN_MAX = VirtualTime.MINUTE;

    private static final String ACCOUNT_NAME = "kubernetes.io/service-account.name";
    private static final String ACCOUNT_UID = "kubernetes.io/service-account.uid";
    /** The content of a token; the model never verifies it. */
    private static final String PLACEHOLDER = "dG9rZW4=";

    private final ApiClient client;
    private final Informer<ServiceAccount> accounts;
    private final Index<Secret> secrets;
    private final Informer<Secret> secretInformer;
    private final WorkQueue<ObjectKey> queue;
    private final boolean makesTokens;
    private final RandomStream names;
    private final Context context;
    /**
     * Tokens that this controller made and that the informer has not shown yet, with the time until which they count
     * as existing.
     */
    private final Map<ObjectKey, Long> unseen = new LinkedHashMap<>();

    /** A controller. */
    public TokensController(ControllerEnvironment environment) {
        this.client = environment.client(NAME);
        this.accounts = environment.informer(Resources.SERVICE_ACCOUNTS, ServiceAccount.class);
        this.secretInformer = environment.informer(Resources.SECRETS, Secret.class);
        this.secrets = secretInformer.index(Index.NAMESPACE);
        this.context = environment.context();
        this.names = context.random("token-names");
        this.makesTokens = environment.version().has(Feature.LEGACY_TOKEN_SECRETS);
        this.queue =
                environment.queue(environment.workers(KubernetesController.SERVICE_ACCOUNT_TOKEN), RETRIES, this::sync);
    }

    @Override
    public void start() {
        accounts.addHandler(Informer.Handler.always(account -> queue.add(account.key())));
        secretInformer.addHandler(Informer.Handler.always(secret -> {
            unseen.remove(secret.key());
            queueAccount(secret);
        }));
    }

    private void queueAccount(Secret secret) {
        if (TYPE.equals(secret.type())) {
            queue.add(new ObjectKey(
                    secret.key().namespace(), secret.metadata().annotations().get(ACCOUNT_NAME)));
        }
    }

    private Completion<SyncResult> sync(ObjectKey key) {
        ServiceAccount account = accounts.cached(key);
        if (account == null) {
            return deleteTokens(tokensOf(key, null));
        }
        List<Secret> stale = tokensOf(key, account.uid());
        if (!stale.isEmpty()) {
            return deleteTokens(stale);
        }
        return makesTokens && !hasToken(account) ? create(account) : Completion.of(SyncResult.DONE);
    }

    /** Tokens that name the account with another uid. */
    private List<Secret> tokensOf(ObjectKey account, String uid) {
        List<Secret> found = new ArrayList<>();
        for (Secret secret : secrets.find(account.namespace())) {
            Map<String, String> annotations = secret.metadata().annotations();
            if (TYPE.equals(secret.type())
                    && account.name().equals(annotations.get(ACCOUNT_NAME))
                    && (uid == null || !uid.equals(annotations.get(ACCOUNT_UID)))) {
                found.add(secret);
            }
        }
        return found;
    }

    private Completion<SyncResult> deleteTokens(List<Secret> tokens) {
        List<Completion<SyncResult>> deleted = new ArrayList<>();
        for (Secret token : tokens) {
            deleted.add(delete(token).map(SyncResult::orGone));
        }
        return SyncResult.all(deleted);
    }

    private Completion<ApiResponse> delete(Secret token) {
        return client.send(new ApiRequest.Delete(
                Resources.SECRETS,
                token.key().namespace(),
                token.metadata().name(),
                new ApiRequest.DeleteOptions(null, token.uid(), null)));
    }

    private boolean hasToken(ServiceAccount account) {
        for (ServiceAccount.SecretReference reference : account.secrets()) {
            ObjectKey key = new ObjectKey(account.key().namespace(), reference.name());
            Secret secret = secretInformer.cached(key);
            boolean isToken = secret == null
                    ? unseen.getOrDefault(key, Long.MIN_VALUE) > context.now()
                    : TYPE.equals(secret.type());
            if (isToken) {
                return true;
            }
        }
        return false;
    }

    /** The cached account may reference its token before the token itself is cached. */
    private void believeIn(Secret created) {
        unseen.values().removeIf(until -> until <= context.now());
        if (secretInformer.cached(created.key()) == null) {
            unseen.put(created.key(), context.now() + UNSEEN_MAX);
        }
    }

    /** Reads the account live first: only its latest state shows that it has no token. */
    private Completion<SyncResult> create(ServiceAccount cached) {
        ObjectKey key = cached.key();
        return client.send(new ApiRequest.Get(Resources.SERVICE_ACCOUNTS, key.namespace(), key.name()))
                .then(response -> {
                    if (!(response instanceof ApiResponse.One one)) {
                        return Completion.of(SyncResult.orGone(response));
                    }
                    ServiceAccount live = one.as(ServiceAccount.class);
                    boolean overtaken = !live.uid().equals(cached.uid())
                            || !live.metadata()
                                    .resourceVersion()
                                    .equals(cached.metadata().resourceVersion());
                    return overtaken ? Completion.of(SyncResult.DONE) : createFor(live);
                });
    }

    private Completion<SyncResult> createFor(ServiceAccount account) {
        return client.send(ApiRequest.Create.of(Resources.SECRETS, token(account)))
                .then(response -> {
                    if (!(response instanceof ApiResponse.One one)) {
                        return Completion.of(
                                FailureText.isNamespaceTerminating(response)
                                        ? SyncResult.DONE
                                        : SyncResult.of(response));
                    }
                    Secret created = one.as(Secret.class);
                    believeIn(created);
                    List<ServiceAccount.SecretReference> references = new ArrayList<>(account.secrets());
                    references.add(new ServiceAccount.SecretReference(
                            created.metadata().name(), null));
                    return client.send(new ApiRequest.Update(
                                    Resources.SERVICE_ACCOUNTS, "", account.withSecrets(references)))
                            .then(updated -> updated.isSuccess()
                                    ? Completion.of(SyncResult.DONE)
                                    : delete(created).map(gone -> SyncResult.orGone(updated)));
                });
    }

    /** The controller generates the name, not the server. */
    private Secret token(ServiceAccount account) {
        Map<String, String> annotations = new LinkedHashMap<>();
        annotations.put(ACCOUNT_NAME, account.metadata().name());
        annotations.put(ACCOUNT_UID, account.uid());
        Map<String, String> data = new LinkedHashMap<>();
        data.put("ca.crt", PLACEHOLDER);
        data.put("namespace", PLACEHOLDER);
        data.put("token", PLACEHOLDER);
        return new Secret(
                ObjectMetaBuilder.builder()
                        .name(account.metadata().name() + "-token-" + SafeLetters.suffix(names))
                        .namespace(account.key().namespace())
                        .annotations(annotations)
                        .build(),
                TYPE,
                data,
                null);
    }
}
