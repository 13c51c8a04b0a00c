package dev.wavetank.model.apiserver;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.apiserver.authn.User;
import dev.wavetank.model.apiserver.authz.Attributes;
import dev.wavetank.model.apiserver.authz.Authorizer;
import dev.wavetank.model.apiserver.authz.AuthorizerUnion;
import dev.wavetank.model.apiserver.authz.Decision;
import dev.wavetank.model.apiserver.authz.abac.AbacAuthorizer;
import dev.wavetank.model.apiserver.authz.node.NodeAuthorizer;
import dev.wavetank.model.apiserver.authz.node.NodeGraph;
import dev.wavetank.model.apiserver.authz.rbac.Escalation;
import dev.wavetank.model.apiserver.authz.rbac.RbacAuthorizer;
import dev.wavetank.model.apiserver.authz.rbac.RbacIndex;
import dev.wavetank.model.apiserver.authz.rbac.Rule;
import dev.wavetank.model.apiserver.authz.rbac.SystemRoles;
import dev.wavetank.model.apiserver.authz.webhook.WebhookAuthorizer;
import dev.wavetank.model.apiserver.review.RuleResolver;
import dev.wavetank.model.apiserver.watchcache.WatchCache;
import dev.wavetank.model.apiserver.watchcache.WatchCaches;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Endpoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The authorizers by name, as {@code --authorization-mode} puts them together. Modes that judge by objects learn them
 * from the watch caches; until these have their first list, decisions wait, as a server that has just started is not
 * ready until it knows its roles.
 */
public final class AuthorizationModes implements Authorizer, RuleResolver {

    private static final String ALWAYS_ALLOW = "AlwaysAllow";
    private static final String ALWAYS_DENY = "AlwaysDeny";
    private static final String NODE = "Node";
    static final String ABAC = "ABAC";
    static final String RBAC = "RBAC";
    static final String WEBHOOK = "Webhook";

    /** All names. */
    public static final List<String> ALL = List.of(ALWAYS_ALLOW, ALWAYS_DENY, ABAC, NODE, RBAC, WEBHOOK);

    private static final List<ResourceType> NODE_RESOURCES = List.of(
            Resources.PODS,
            new ResourceType("", "v1", "PersistentVolume", "persistentvolumes", false),
            new ResourceType("storage.k8s.io", "v1", "VolumeAttachment", "volumeattachments", false));

    private static final List<Rule> EVERYTHING = List.of(
            new Rule(List.of("*"), List.of("*"), List.of("*"), List.of()), Rule.ofPaths(List.of("*"), List.of("*")));

    private final List<String> modes;
    private final RbacIndex roles;
    private final RbacAuthorizer rbac;
    private final NodeGraph graph = new NodeGraph();
    private final Authorizer union;
    private final Completion<Boolean> synced = new Completion<>();
    private int unsynced;

    AuthorizationModes(Context context, Endpoint endpoint, AuthorizationConfig config, List<Authorizer> first) {
        this.modes = config.modes();
        this.roles = RbacIndex.of(config.rbac());
        this.rbac = new RbacAuthorizer(roles);
        List<Authorizer> authorizers = new ArrayList<>();
        authorizers.add(Authorizer.PRIVILEGED);
        authorizers.addAll(first);
        for (String mode : modes) {
            authorizers.add(
                    switch (mode) {
                        case ALWAYS_ALLOW -> Authorizer.ALWAYS_ALLOW;
                        case ALWAYS_DENY -> Authorizer.ALWAYS_DENY;
                        case ABAC -> AbacAuthorizer.parse("authorization-policy-file", config.abacPolicy());
                        case NODE -> new NodeAuthorizer(graph, SystemRoles.rulesOf("system:node"), true);
                        case RBAC -> rbac;
                        default -> new WebhookAuthorizer(context, endpoint, config.webhook());
                    });
        }
        this.union = new AuthorizerUnion(authorizers);
    }

    /** Begins to learn from the watch caches; to be called before any of them has its first list. */
    void start(WatchCaches caches) {
        if (modes.contains(RBAC)) {
            SystemRoles.resources().forEach(resource -> learn(caches.of(resource), roles::observe, roles::forget));
        }
        if (modes.contains(NODE)) {
            NODE_RESOURCES.forEach(resource -> learn(caches.of(resource), graph::observe, graph::forget));
        }
        if (unsynced == 0) {
            synced.complete(true);
        }
    }

    private void learn(WatchCache cache, Consumer<KubernetesObject> observe, Consumer<KubernetesObject> forget) {
        unsynced++;
        cache.listen(new CacheLesson(observe, forget, () -> {
            if (--unsynced == 0) {
                synced.complete(true);
            }
        }));
    }

    @Override
    public Completion<Decision> authorize(Attributes attributes) {
        return synced.isDone() ? union.authorize(attributes) : synced.then(done -> union.authorize(attributes));
    }

    /** The rule that a user may grant only permissions that the user has, when the mode RBAC is on. */
    Optional<Escalation> escalation() {
        return modes.contains(RBAC) ? Optional.of(new Escalation(this, roles)) : Optional.empty();
    }

    @Override
    public Rules rulesOf(User user, String namespace) {
        List<Rule> rules = new ArrayList<>();
        List<String> gaps = new ArrayList<>();
        for (String mode : modes) {
            switch (mode) {
                case ALWAYS_ALLOW -> rules.addAll(EVERYTHING);
                case ALWAYS_DENY -> {
                    // Grants nothing, and that is all there is to know.
                }
                case RBAC -> rules.addAll(rbac.rulesOf(user, namespace));
                default ->
                    gaps.add(mode.toLowerCase(Locale.ROOT) + " authorizer does not support user rule resolution");
            }
        }
        return new Rules(rules, gaps);
    }
}
