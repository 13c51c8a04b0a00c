package dev.wavetank.properties.invariant.workload;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.core.Namespace;
import dev.wavetank.model.api.core.Secret;
import dev.wavetank.model.api.core.ServiceAccount;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.trace.GivenUpTrace;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Present;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * At rest a Secret with a token names a ServiceAccount that exists, by name and uid; and while accounts have such
 * tokens, before v1.24, each account refers to one.
 */
public final class TokensMatchAccounts implements Invariant {

    private static final String TYPE = "kubernetes.io/service-account-token";
    private static final String ACCOUNT_NAME = "kubernetes.io/service-account.name";
    private static final String ACCOUNT_UID = "kubernetes.io/service-account.uid";

    private final boolean accountsHaveTokens;
    private final Present<Namespace> namespaces = new Present<>(Namespace.class);
    private final Present<ServiceAccount> accounts = new Present<>(ServiceAccount.class);
    private final Present<Secret> secrets = new Present<>(Secret.class);
    /** Accounts that the controller has tried to serve, and then left as they are. */
    private final Set<String> givenUp = new LinkedHashSet<>();

    private boolean isAtWork;

    /** In a cluster of a version. */
    public TokensMatchAccounts(KubernetesVersion version) {
        this.accountsHaveTokens = version.has(Feature.LEGACY_TOKEN_SECRETS);
    }

    @Override
    public String name() {
        return "TokensMatchAccounts";
    }

    @Override
    public String reason() {
        return "Who has a token of a deleted account must not act as an account that has its name later. Judged when"
                + " the controller was seen at work, and not of accounts that it has given up after ten failures.";
    }

    @Override
    public List<String> sources() {
        return List.of("pkg/controller/serviceaccount/tokens_controller.go (v1.23, v1.32)");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.DELETION, Tag.AT_REST);
    }

    @Override
    public String statement() {
        return "At rest every token is one of a ServiceAccount that exists, and accounts have theirs before v1.24.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Namespace.class, ServiceAccount.class, Secret.class, RequestTrace.class, GivenUpTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof StoreTrace change) {
            namespaces.observe(change);
            accounts.observe(change);
            secrets.observe(change);
        } else if (entry.record() instanceof RequestTrace request) {
            isAtWork |= request.isWrite()
                    && request.call().userAgent().equals(KubernetesController.SERVICE_ACCOUNT_TOKEN.userAgent());
        } else if (entry.record() instanceof GivenUpTrace work
                && work.isBy(KubernetesController.SERVICE_ACCOUNT_TOKEN.label())) {
            givenUp.add(work.object());
        }
    }

    @Override
    public void atRest(long now, Outcomes outcomes) {
        if (!isAtWork) {
            return;
        }
        Set<String> active = new LinkedHashSet<>();
        for (Namespace namespace : namespaces.all()) {
            if (!namespace.metadata().isDeleting()) {
                active.add(namespace.metadata().name());
            }
        }
        Map<ObjectKey, ServiceAccount> byKey = new LinkedHashMap<>();
        accounts.all().forEach(account -> byKey.put(account.key(), account));
        Set<ObjectKey> tokens = new LinkedHashSet<>();
        for (Secret secret : secrets.all()) {
            if (TYPE.equals(secret.type()) && active.contains(secret.key().namespace())) {
                tokens.add(secret.key());
                judge(secret, byKey, outcomes);
            }
        }
        if (accountsHaveTokens) {
            for (ServiceAccount account : byKey.values()) {
                boolean has = account.secrets().stream()
                        .anyMatch(one ->
                                tokens.contains(new ObjectKey(account.key().namespace(), one.name())));
                if (!has && active.contains(account.key().namespace()) && !isGivenUp(account.key())) {
                    outcomes.broken(this, ObjectNames.of(account), "refers to no Secret with a token for it");
                }
            }
        }
    }

    private void judge(Secret token, Map<ObjectKey, ServiceAccount> accounts, Outcomes outcomes) {
        Map<String, String> annotations = token.metadata().annotations();
        String name = annotations.get(ACCOUNT_NAME);
        String uid = annotations.get(ACCOUNT_UID);
        if (name == null || token.metadata().isDeleting()) {
            return;
        }
        ObjectKey key = new ObjectKey(token.key().namespace(), name);
        ServiceAccount account = accounts.get(key);
        boolean isRight = account != null && (uid == null || uid.equals(account.uid()));
        if (!isRight && !isGivenUp(key)) {
            outcomes.broken(
                    this,
                    ObjectNames.of(token),
                    "is a token of serviceaccount/" + key + (uid == null ? "" : " with the uid " + uid) + ", which "
                            + (account == null ? "does not exist" : "has the uid " + account.uid()));
        }
    }

    private boolean isGivenUp(ObjectKey account) {
        return givenUp.contains(account.toString());
    }
}
