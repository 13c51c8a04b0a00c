package dev.wavetank.model.client.leaderelection;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.coordination.Lease;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.sim.Completion;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Keeps the record in a Lease. */
final class LeaseLock implements ResourceLock {

    private final ApiClient client;
    private final ObjectKey key;
    private @Nullable Lease lease;

    LeaseLock(ApiClient client, ObjectKey key) {
        this.client = client;
        this.key = key;
    }

    @Override
    public ObjectKey key() {
        return key;
    }

    @Override
    public @Nullable Lease object() {
        return lease;
    }

    @Override
    public Lease.@Nullable Spec record() {
        return lease == null ? null : lease.spec();
    }

    @Override
    public Completion<ApiResponse> read() {
        return client.send(new ApiRequest.Get(Resources.LEASES, key.namespace(), key.name()))
                .map(this::remembered);
    }

    @Override
    public Completion<ApiResponse> create(Lease.Spec spec) {
        Lease first = new Lease(ObjectMeta.named(key.namespace(), key.name()), spec, null);
        return write(ApiRequest.Create.of(Resources.LEASES, first));
    }

    @Override
    public Completion<ApiResponse> update(Lease.Spec spec) {
        return write(new ApiRequest.Update(
                Resources.LEASES, "", Objects.requireNonNull(lease).withSpec(spec)));
    }

    private Completion<ApiResponse> write(ApiRequest request) {
        return client.send(request).map(this::remembered);
    }

    private ApiResponse remembered(ApiResponse response) {
        if (response instanceof ApiResponse.One one) {
            lease = one.as(Lease.class);
        }
        return response;
    }
}
