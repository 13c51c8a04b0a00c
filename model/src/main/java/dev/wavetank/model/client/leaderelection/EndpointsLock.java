package dev.wavetank.model.client.leaderelection;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.coordination.Lease;
import dev.wavetank.model.api.core.Endpoints;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.sim.Completion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the record in an annotation of an Endpoints object (client-go, {@code tools/leaderelection/resourcelock/
 * endpointslock.go}).
 */
final class EndpointsLock implements ResourceLock {

    private final ApiClient client;
    private final ObjectKey key;
    private @Nullable Endpoints endpoints;

    EndpointsLock(ApiClient client, ObjectKey key) {
        this.client = client;
        this.key = key;
    }

    @Override
    public ObjectKey key() {
        return key;
    }

    @Override
    public @Nullable Endpoints object() {
        return endpoints;
    }

    @Override
    public Lease.@Nullable Spec record() {
        return endpoints == null ? null : ElectionRecord.of(endpoints).orElse(null);
    }

    @Override
    public Completion<ApiResponse> read() {
        return client.send(new ApiRequest.Get(Resources.ENDPOINTS, key.namespace(), key.name()))
                .map(this::remembered);
    }

    @Override
    public Completion<ApiResponse> create(Lease.Spec spec) {
        Endpoints first =
                new Endpoints(ObjectMeta.named(key.namespace(), key.name()), List.of(), new LinkedHashMap<>());
        return write(ApiRequest.Create.of(Resources.ENDPOINTS, annotated(first, spec)));
    }

    @Override
    public Completion<ApiResponse> update(Lease.Spec spec) {
        return write(
                new ApiRequest.Update(Resources.ENDPOINTS, "", annotated(Objects.requireNonNull(endpoints), spec)));
    }

    private static Endpoints annotated(Endpoints endpoints, Lease.Spec spec) {
        ObjectMeta metadata = endpoints.metadata();
        Map<String, String> annotations = new LinkedHashMap<>(metadata.annotations());
        annotations.put(ElectionRecord.ANNOTATION, ElectionRecord.text(spec));
        return endpoints.withMetadata(metadata.withAnnotations(annotations));
    }

    private Completion<ApiResponse> write(ApiRequest request) {
        return client.send(request).map(this::remembered);
    }

    private ApiResponse remembered(ApiResponse response) {
        if (response instanceof ApiResponse.One one) {
            endpoints = one.as(Endpoints.class);
        }
        return response;
    }
}
