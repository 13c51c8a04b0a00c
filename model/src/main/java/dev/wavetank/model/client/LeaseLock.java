package dev.wavetank.model.client;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.coordination.Lease;
import dev.wavetank.sim.Completion;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads and writes one Lease, each write on top of what the server gave last. */
final class LeaseLock {

    private final ApiClient client;
    private final String namespace;
    private final String name;
    private Lease lease;

    LeaseLock(ApiClient client, String namespace, String name) {
        this.client = client;
        this.namespace = namespace;
        this.name = name;
    }

    /** The lease as the server gave it last, or null. */
    Lease lease() {
        return lease;
    }

    /** Reads it from the server. */
    Completion<ApiResponse> read() {
        return client.send(new ApiRequest.Get(Resources.LEASES, namespace, name))
                .map(response -> {
                    if (response instanceof ApiResponse.One one) {
                        lease = Scheme.typed(one.object(), Lease.class);
                    }
                    return response;
                });
    }

    /** Stores the first one. */
    Completion<ApiResponse> create(Lease.Spec spec) {
        Lease first = new Lease(ObjectMeta.named(namespace, name), spec, new LinkedHashMap<>());
        return write(first, ApiRequest.Create.of(Resources.LEASES, tree(first)));
    }

    /** Changes it, unless somebody else has done so since the last answer. */
    Completion<ApiResponse> update(Lease.Spec spec) {
        Lease changed = lease.withSpec(spec);
        return write(changed, new ApiRequest.Update(Resources.LEASES, "", tree(changed)));
    }

    /**
     * As the server keeps it. Written out here because leases are renewed all the time: to go through the Scheme makes
     * a run of three pods a tenth longer.
     */
    private static GenericObject tree(Lease lease) {
        Map<String, Object> spec = new LinkedHashMap<>();
        spec.put("holderIdentity", lease.spec().holderIdentity());
        spec.put("leaseDurationSeconds", lease.spec().leaseDurationSeconds());
        spec.put("acquireTime", text(lease.spec().acquireTime()));
        spec.put("renewTime", text(lease.spec().renewTime()));
        spec.put("leaseTransitions", lease.spec().leaseTransitions());
        spec.putAll(lease.spec().other());
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("spec", spec);
        fields.putAll(lease.other());
        return new GenericObject(Lease.API_VERSION, Lease.KIND, lease.metadata(), fields);
    }

    private static String text(Instant time) {
        return time == null ? null : Timestamps.microTime(time);
    }

    /** The server keeps a lease as it was written, but for the metadata: the rest of the answer is no news. */
    private Completion<ApiResponse> write(Lease written, ApiRequest request) {
        return client.send(request).map(response -> {
            if (response instanceof ApiResponse.One one) {
                lease = written.withMetadata(one.object().metadata());
            }
            return response;
        });
    }
}
