package dev.wavetank.model.apiserver;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.apiserver.registry.Selector;
import dev.wavetank.model.etcd.EtcdEntry;
import dev.wavetank.model.etcd.EtcdResponse;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads objects and lists from etcd, as they are now. */
final class Reads {

    private final Storage storage;

    Reads(Storage storage) {
        this.storage = storage;
    }

    Completion<ApiResponse> get(ApiRequest.Get get) {
        return storage.get(get.resource(), get.key()).map(response -> {
            if (!(response instanceof EtcdResponse.Found found)) {
                return new ApiResponse.Failed(Storage.unavailable(response));
            }
            return found.entry() == null
                    ? new ApiResponse.Failed(Status.notFound(get.resource(), get.name()))
                    : new ApiResponse.One(200, found.entry().value());
        });
    }

    Completion<ApiResponse> list(ApiRequest.List list) {
        Optional<Status> refusal = Selector.unsupportedField(list.resource(), list.selection());
        if (refusal.isPresent()) {
            return RequestPath.refuse(refusal.get());
        }
        Selector selector = new Selector(list.resource(), list.namespace(), list.selection());
        return storage.list(list.resource(), list.namespace()).map(response -> {
            if (!(response instanceof EtcdResponse.Entries found)) {
                return new ApiResponse.Failed(Storage.unavailable(response));
            }
            List<KubernetesObject> items = new ArrayList<>(found.entries().size());
            for (EtcdEntry entry : found.entries()) {
                if (selector.matches(entry.value())) {
                    items.add(entry.value());
                }
            }
            return new ApiResponse.Many(items, found.revision());
        });
    }
}
