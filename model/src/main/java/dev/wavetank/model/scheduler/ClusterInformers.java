package dev.wavetank.model.scheduler;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.api.core.Namespace;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.PersistentVolume;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.ReplicationController;
import dev.wavetank.model.api.core.Service;
import dev.wavetank.model.api.policy.PodDisruptionBudget;
import dev.wavetank.model.api.storage.CsiNode;
import dev.wavetank.model.api.storage.StorageClass;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.scheduler.framework.ClusterReader;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.component.Context;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a scheduler watches: pods, nodes, and the kinds that plug-ins look up. */
final class ClusterInformers implements ClusterReader {

    private final Context context;
    private final ApiClient client;
    private final KubernetesVersion version;
    private final Map<String, Informer<?>> byKind = new LinkedHashMap<>();

    ClusterInformers(Context context, ApiClient client, KubernetesVersion version) {
        this.context = context;
        this.client = client;
        this.version = version;
        add(Resources.NODES, Node.class);
        add(Resources.PODS, Pod.class);
        add(Resources.PERSISTENT_VOLUMES, PersistentVolume.class);
        add(Resources.PERSISTENT_VOLUME_CLAIMS, PersistentVolumeClaim.class);
        add(Resources.STORAGE_CLASSES, StorageClass.class);
        add(Resources.SERVICES, Service.class);
        add(Resources.REPLICATION_CONTROLLERS, ReplicationController.class);
        add(Resources.REPLICA_SETS, ReplicaSet.class);
        add(Resources.STATEFUL_SETS, StatefulSet.class);
        add(Resources.POD_DISRUPTION_BUDGETS, PodDisruptionBudget.class);
        if (version.has(Feature.CSI_NODE_LIMITS)) {
            add(Resources.CSI_NODES, CsiNode.class);
        }
        if (version.has(Feature.POD_AFFINITY_NAMESPACE_SELECTOR)) {
            add(Resources.NAMESPACES, Namespace.class);
        }
    }

    private <T extends KubernetesObject> void add(ResourceType resource, Class<T> kind) {
        byKind.put(
                kind.getSimpleName(),
                new Informer<>(context, client, resource, ApiRequest.Selection.ALL, kind).of(version));
    }

    /** Begins to watch. Calls {@code synced} whenever the cache of one more kind is complete. */
    void start(Runnable synced) {
        byKind.values().forEach(informer -> informer.synced().whenDone(done -> synced.run()));
        byKind.values().forEach(Informer::start);
    }

    /** The informers of all kinds. */
    List<Informer<?>> all() {
        return new ArrayList<>(byKind.values());
    }

    /** Whether the caches of all kinds are complete. */
    boolean isSynced() {
        for (Informer<?> informer : byKind.values()) {
            if (!informer.isSynced()) {
                return false;
            }
        }
        return true;
    }

    @Override
    public <T extends KubernetesObject> List<T> list(Class<T> kind, @Nullable String namespace) {
        List<T> all = informer(kind).all();
        if (namespace == null) {
            return all;
        }
        List<T> result = new ArrayList<>();
        for (T object : all) {
            if (namespace.equals(object.metadata().namespace())) {
                result.add(object);
            }
        }
        return result;
    }

    @Override
    public <T extends KubernetesObject> @Nullable T get(Class<T> kind, @Nullable String namespace, String name) {
        return informer(kind).cached(new ObjectKey(namespace, name));
    }

    @Override
    @SuppressWarnings("unchecked") // add() keeps informers of the kind's own type under its name
    public <T extends KubernetesObject> Informer<T> informer(Class<T> kind) {
        Informer<?> informer = byKind.get(kind.getSimpleName());
        if (informer == null) {
            throw new IllegalArgumentException("the scheduler does not watch objects of kind " + kind.getSimpleName());
        }
        return (Informer<T>) informer;
    }

    /** Labels of a namespace; none when it is not known. */
    Map<String, String> namespaceLabels(String name) {
        Informer<?> namespaces = byKind.get(Namespace.KIND);
        KubernetesObject found = namespaces == null ? null : namespaces.cached(new ObjectKey(null, name));
        return found == null ? Collections.emptyMap() : found.metadata().labels();
    }
}
