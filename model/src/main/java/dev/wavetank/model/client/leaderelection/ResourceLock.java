package dev.wavetank.model.client.leaderelection;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.coordination.Lease;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import org.jspecify.annotations.Nullable;

/** Where an election keeps who leads: client-go's {@code resourcelock}. Each write is based on the last response. */
interface ResourceLock {

    /**
     * The lock of a version's components ({@code --leader-elect-resource-lock}): Endpoints at first, both from v1.17,
     * so that old and new components exclude each other, and a Lease from v1.20.
     */
    static ResourceLock of(KubernetesVersion version, ApiClient client, ObjectKey key) {
        if (!version.has(Feature.ENDPOINTS_LOCK)) {
            return new LeaseLock(client, key);
        }
        EndpointsLock endpoints = new EndpointsLock(client, key);
        return version.has(Feature.LEASE_LOCK) ? new MultiLock(endpoints, new LeaseLock(client, key)) : endpoints;
    }

    /** Namespace and name of the object. */
    ObjectKey key();

    /** The object of the server's last response, which Events are about; null before. */
    @Nullable
    KubernetesObject object();

    /** The record of the server's last response; null before, and where the object has none. */
    Lease.@Nullable Spec record();

    /** Reads the record. */
    Completion<ApiResponse> read();

    /** Creates the object with a first record. */
    Completion<ApiResponse> create(Lease.Spec spec);

    /** Updates the record; a conflict when another client has written since the last response. */
    Completion<ApiResponse> update(Lease.Spec spec);
}
