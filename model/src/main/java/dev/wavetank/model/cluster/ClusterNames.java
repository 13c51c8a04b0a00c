package dev.wavetank.model.cluster;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Endpoints;
import dev.wavetank.model.api.core.Service;
import dev.wavetank.model.api.discovery.EndpointSlice;
import dev.wavetank.model.etcd.EtcdEntry;
import dev.wavetank.model.etcd.EtcdStore;
import dev.wavetank.model.traffic.DnsRecords;
import dev.wavetank.model.traffic.DnsServer;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What processes of containers find in the DNS of their cluster. With the add-on it is what its servers know, and
 * nothing while none runs; packets to them are not simulated here. Every real cluster has such servers, so without the
 * add-on the answers follow from the stored Services, as those of servers that are never late.
 *
 * @param traffic with the servers of the add-on
 * @param readsSlices whether the DNS of this version reads slices of endpoints
 */
record ClusterNames(ClusterTraffic traffic, boolean readsSlices) {

    ClusterNames(ClusterTraffic traffic, KubernetesVersion version) {
        this(traffic, version.has(Feature.PROXY_READS_SLICES));
    }

    /** The addresses of a whole name, in order; empty when there is no such name. */
    List<String> lookUp(EtcdData etcd, String name) {
        if (traffic.hasDns()) {
            return traffic.dns()
                    .map(server -> server.lookUp(name))
                    .map(DnsServer.Answer::addresses)
                    .orElse(List.of());
        }
        return new DnsRecords(new Stored(etcd.present(), readsSlices))
                .lookUp(name)
                .addresses();
    }

    /**
     * Services and their endpoints as etcd has them.
     *
     * @param store the present state
     * @param readsSlices whether endpoints are read in slices
     */
    record Stored(EtcdStore store, boolean readsSlices) implements DnsRecords.Source {

        @Override
        public @Nullable Service service(ObjectKey key) {
            return find(Resources.SERVICES, key) instanceof Service service ? service : null;
        }

        @Override
        public @Nullable Iterable<EndpointSlice> slices() {
            if (!readsSlices) {
                return null;
            }
            List<EndpointSlice> all = new ArrayList<>();
            for (EtcdEntry entry : store.range(Resources.ENDPOINT_SLICES.storagePrefix(""))) {
                if (entry.value() instanceof EndpointSlice slice) {
                    all.add(slice);
                }
            }
            return all;
        }

        @Override
        public @Nullable Endpoints endpoints(ObjectKey key) {
            return find(Resources.ENDPOINTS, key) instanceof Endpoints endpoints ? endpoints : null;
        }

        /** The Services with an address of the cluster. */
        List<Service> withAddress(String address) {
            List<Service> all = new ArrayList<>();
            for (EtcdEntry entry : store.range(Resources.SERVICES.storagePrefix(""))) {
                if (entry.value() instanceof Service service
                        && address.equals(service.spec().clusterIP())) {
                    all.add(service);
                }
            }
            return all;
        }

        /** Whether a Service has a port of that number on the nodes. */
        boolean hasNodePort(int port) {
            for (EtcdEntry entry : store.range(Resources.SERVICES.storagePrefix(""))) {
                if (entry.value() instanceof Service service
                        && service.spec().ports().stream().anyMatch(one -> Objects.equals(one.nodePort(), port))) {
                    return true;
                }
            }
            return false;
        }

        private @Nullable KubernetesObject find(ResourceType resource, ObjectKey key) {
            EtcdEntry entry = store.get(resource.storageKey(key));
            return entry == null ? null : entry.value();
        }
    }
}
