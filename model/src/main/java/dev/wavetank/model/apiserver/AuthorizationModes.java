package dev.wavetank.model.apiserver;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.apiserver.authz.Attributes;
import dev.wavetank.model.apiserver.authz.Authorizer;
import dev.wavetank.model.apiserver.authz.AuthorizerUnion;
import dev.wavetank.model.apiserver.authz.Decision;
import dev.wavetank.model.apiserver.authz.node.NodeAuthorizer;
import dev.wavetank.model.apiserver.authz.node.NodeGraph;
import dev.wavetank.model.apiserver.authz.rbac.RbacAuthorizer;
import dev.wavetank.model.apiserver.authz.rbac.RbacIndex;
import dev.wavetank.model.apiserver.authz.rbac.SystemRoles;
import dev.wavetank.model.apiserver.watchcache.WatchCache;
import dev.wavetank.model.etcd.EtcdChange;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The authorizers by name, as {@code --authorization-mode} puts them together. Modes that judge by objects learn them
 * from the watch caches; until these have their first list, decisions wait, as a server that has just started is not
 * ready until it knows its roles.
 */
public final class AuthorizationModes implements Authorizer {

    private static final String ALWAYS_ALLOW = "AlwaysAllow";
    private static final String ALWAYS_DENY = "AlwaysDeny";
    private static final String NODE = "Node";
    private static final String RBAC = "RBAC";

    /** All names. */
    public static final List<String> ALL = List.of(ALWAYS_ALLOW, ALWAYS_DENY, NODE, RBAC);

    private static final List<ResourceType> NODE_RESOURCES = List.of(
            Resources.PODS,
            new ResourceType("", "v1", "PersistentVolume", "persistentvolumes", false),
            new ResourceType("storage.k8s.io", "v1", "VolumeAttachment", "volumeattachments", false));

    private final List<String> modes;
    private final RbacIndex roles;
    private final NodeGraph graph = new NodeGraph();
    private final Authorizer union;
    private final Completion<Boolean> synced = new Completion<>();
    private int unsynced;

    AuthorizationModes(ApiServerConfig config) {
        this.modes = parse(config.authorizationMode());
        this.roles = RbacIndex.of(config.rbac());
        List<Authorizer> authorizers = new ArrayList<>();
        authorizers.add(Authorizer.PRIVILEGED);
        modes.forEach(mode -> authorizers.add(authorizer(mode)));
        this.union = new AuthorizerUnion(authorizers);
    }

    /**
     * The names in a list such as {@code Node,RBAC}.
     *
     * @throws IllegalArgumentException when there is no such mode
     */
    static List<String> parse(String list) {
        List<String> modes = List.of(list.split(","));
        for (String mode : modes) {
            if (!ALL.contains(mode)) {
                throw new IllegalArgumentException("authorizationMode must name some of " + String.join(", ", ALL)
                        + ", separated by commas, was '" + list + "'");
            }
        }
        return modes;
    }

    private Authorizer authorizer(String mode) {
        return switch (mode) {
            case ALWAYS_ALLOW -> Authorizer.ALWAYS_ALLOW;
            case ALWAYS_DENY -> Authorizer.ALWAYS_DENY;
            case NODE -> new NodeAuthorizer(graph, SystemRoles.rulesOf("system:node"), true);
            default -> new RbacAuthorizer(roles);
        };
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
        cache.listen(new Lesson(observe, forget));
    }

    private final class Lesson implements WatchCache.Listener {
        private final Consumer<KubernetesObject> observe;
        private final Consumer<KubernetesObject> forget;
        private Map<String, KubernetesObject> known;

        private Lesson(Consumer<KubernetesObject> observe, Consumer<KubernetesObject> forget) {
            this.observe = observe;
            this.forget = forget;
        }

        @Override
        public void replaced(Map<String, KubernetesObject> objects) {
            boolean first = known == null;
            if (!first) {
                known.values().forEach(forget);
            }
            known = new LinkedHashMap<>(objects);
            objects.values().forEach(observe);
            if (first && --unsynced == 0) {
                synced.complete(true);
            }
        }

        @Override
        public void changed(EtcdChange change) {
            if (change.type() == WatchEvent.Type.DELETED) {
                known.remove(change.entry().key());
                forget.accept(change.object());
            } else {
                known.put(change.entry().key(), change.object());
                observe.accept(change.object());
            }
        }
    }

    @Override
    public Completion<Decision> authorize(Attributes attributes) {
        return synced.isDone() ? union.authorize(attributes) : synced.then(done -> union.authorize(attributes));
    }
}
