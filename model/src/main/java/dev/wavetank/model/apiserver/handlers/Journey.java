package dev.wavetank.model.apiserver.handlers;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.apiserver.request.RequestContext;
import dev.wavetank.model.etcd.EtcdResponse;
import dev.wavetank.model.trace.Milestone;
import dev.wavetank.model.trace.Milestone.Point;
import dev.wavetank.sim.component.Context;
import java.util.Locale;
import java.util.Objects;

/** Emits the milestones that the API server sees. */
public final class Journey {

    private final Context context;

    /** Emits them in the name of that server. */
    public Journey(Context context) {
        this.context = context;
    }

    /** A user's request to store an object has come. */
    public void received(ApiRequest.Create create) {
        if (create.subresource().isEmpty() && !create.name().isEmpty()) {
            String name = name(create.resource().kind(), create.namespace(), create.name());
            context.trace(new Milestone(Point.REQUEST_RECEIVED, name, null));
        }
    }

    /** A new object was stored, at that virtual time. */
    void created(KubernetesObject object, boolean forUser, long at) {
        if (forUser) {
            emit(Point.STORED, object, at);
        }
        if (object instanceof Pod) {
            emit(Point.POD_CREATED, object, at);
        } else if (object instanceof ReplicaSet) {
            emit(Point.REPLICA_SET_STORED, object, at);
        }
    }

    /** A changed object was stored. A new desired state is a new journey of what it asks for. */
    void updated(RequestContext request, KubernetesObject before, EtcdResponse.Committed committed) {
        KubernetesObject after = committed.change().object();
        boolean newState =
                !Objects.equals(before.metadata().generation(), after.metadata().generation());
        if (newState && request.isFromUser()) {
            emit(Point.REQUEST_RECEIVED, after, request.received());
            emit(Point.STORED, after, committed.at());
        }
        if (newState && after instanceof ReplicaSet) {
            emit(Point.REPLICA_SET_STORED, after, committed.at());
        }
        if (before instanceof Pod old && after instanceof Pod pod) {
            updated(old, pod, committed.at());
        }
    }

    private void updated(Pod before, Pod after, long at) {
        if (before.nodeName() == null && after.nodeName() != null) {
            emit(Point.BOUND, after, at);
        }
        if (before.status() != after.status() && !before.isReady() && after.isReady()) {
            emit(Point.READY, after, at);
        }
    }

    private void emit(Point point, KubernetesObject object, long at) {
        String namespace = object.key().namespace();
        String owner = null;
        for (OwnerReference reference : object.metadata().ownerReferences()) {
            if (reference.isController()) {
                owner = name(reference.kind(), namespace, reference.name());
            }
        }
        context.trace(new Milestone(
                point, name(object.kind(), namespace, object.metadata().name()), owner, context.now() - at));
    }

    private static String name(String kind, String namespace, String name) {
        String lower = kind.toLowerCase(Locale.ROOT);
        return namespace.isEmpty() ? lower + "/" + name : lower + "/" + namespace + "/" + name;
    }
}
