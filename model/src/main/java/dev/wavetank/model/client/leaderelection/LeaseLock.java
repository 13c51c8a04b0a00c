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

/** Reads and writes one Lease; each write is based on the server's last response. */
public final class LeaseLock {

    private final ApiClient client;
    private final String namespace;
    private final String name;
    private @Nullable Lease lease;

    public LeaseLock(ApiClient client, String namespace, String name) {
        this.client = client;
        this.namespace = namespace;
        this.name = name;
    }

    /** Namespace and name of the lease. */
    public ObjectKey key() {
        return new ObjectKey(namespace, name);
    }

    /** The lease of the server's last response, or null. */
    public @Nullable Lease lease() {
        return lease;
    }

    /** Reads it from the server. */
    public Completion<ApiResponse> read() {
        return client.send(new ApiRequest.Get(Resources.LEASES, namespace, name))
                .map(this::remembered);
    }

    /** Creates the lease. */
    public Completion<ApiResponse> create(Lease.Spec spec) {
        Lease first = new Lease(ObjectMeta.named(namespace, name), spec, null);
        return write(ApiRequest.Create.of(Resources.LEASES, first));
    }

    /** Updates the lease; a conflict when another client has written since the last response. */
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
