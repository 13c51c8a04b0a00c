package dev.wavetank.model.traffic;

import dev.wavetank.model.address.ClusterDns;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.core.Endpoints;
import dev.wavetank.model.api.core.Service;
import dev.wavetank.model.api.discovery.EndpointSlice;
import dev.wavetank.model.traffic.DnsServer.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The records that follow from Services and their endpoints (kubernetes/dns, docs/specification.md). */
public final class DnsRecords {

    /** The domain of the cluster, with the part that all Services have. */
    private static final String SERVICES = ".svc." + ClusterDns.DOMAIN;

    private static final String OF_SERVICE = "kubernetes.io/service-name";

    private final Source source;

    /** Where Services and their endpoints come from. */
    public interface Source {

        /** A Service; null when there is none. */
        @Nullable
        Service service(ObjectKey key);

        /** All slices; null in versions whose DNS does not read them. */
        @Nullable
        Iterable<EndpointSlice> slices();

        /** The endpoints of a Service, for versions whose DNS reads no slices; null when there are none. */
        @Nullable
        Endpoints endpoints(ObjectKey key);
    }

    /** Records that follow from what is there when they are asked for. */
    public DnsRecords(Source source) {
        this.source = source;
    }

    /** The answer to a whole name. */
    public Answer lookUp(String name) {
        if (!name.endsWith(SERVICES)) {
            return Answer.NO_SUCH_NAME;
        }
        String[] parts = name.substring(0, name.length() - SERVICES.length()).split("\\.");
        if (parts.length < 2 || parts.length > 4) {
            return Answer.NO_SUCH_NAME;
        }
        ObjectKey key = new ObjectKey(parts[parts.length - 1], parts[parts.length - 2]);
        Service service = source.service(key);
        if (service == null) {
            return Answer.NO_SUCH_NAME;
        }
        Object external = service.spec().other().get("externalName");
        if ("ExternalName".equals(service.spec().other().get("type"))) {
            return parts.length == 2
                    ? new Answer(true, List.of(), String.valueOf(external), List.of())
                    : Answer.NO_SUCH_NAME;
        }
        if (parts.length == 4) {
            return parts[0].startsWith("_") && parts[1].startsWith("_")
                    ? ports(service, parts[0].substring(1), parts[1].substring(1), name)
                    : Answer.NO_SUCH_NAME;
        }
        if (!service.isHeadless()) {
            String address = service.spec().clusterIP();
            return parts.length > 2 || address == null || address.isEmpty()
                    ? Answer.NO_SUCH_NAME
                    : Answer.of(List.of(address));
        }
        Map<String, String> hosts = hosts(service);
        if (parts.length == 2) {
            return Answer.of(new ArrayList<>(new TreeSet<>(hosts.keySet())));
        }
        List<String> found = new ArrayList<>();
        hosts.forEach((address, host) -> {
            if (host.equals(parts[0])) {
                found.add(address);
            }
        });
        return found.isEmpty() ? Answer.NO_SUCH_NAME : Answer.of(found);
    }

    private Answer ports(Service service, String port, String protocol, String name) {
        List<String> records = new ArrayList<>();
        String domain = name.substring(name.indexOf('.', name.indexOf('.') + 1) + 1);
        for (Service.Port one : service.spec().ports()) {
            Object given = one.protocol();
            String spoken = given == null ? "tcp" : String.valueOf(given).toLowerCase(Locale.ROOT);
            if (port.equals(one.name()) && protocol.equals(spoken)) {
                if (service.isHeadless()) {
                    hosts(service).values().forEach(host -> records.add(one.port() + " " + host + "." + domain));
                } else {
                    records.add(one.port() + " " + domain);
                }
            }
        }
        return records.isEmpty() ? Answer.NO_SUCH_NAME : new Answer(true, List.of(), "", records);
    }

    /** The host names of ready endpoints by address: their own, or the address with dashes. */
    private Map<String, String> hosts(Service service) {
        boolean all = Boolean.TRUE.equals(service.spec().publishNotReadyAddresses());
        Map<String, String> hosts = new TreeMap<>();
        Iterable<EndpointSlice> slices = source.slices();
        if (slices != null) {
            for (EndpointSlice slice : slices) {
                if (slice.metadata().namespace().equals(service.key().namespace())
                        && service.key().name().equals(slice.metadata().labels().get(OF_SERVICE))) {
                    for (EndpointSlice.Endpoint one : slice.endpoints()) {
                        boolean ready = one.conditions() == null
                                || !Boolean.FALSE.equals(one.conditions().ready());
                        if (ready || all) {
                            one.addresses().forEach(address -> hosts.put(address, host(one.hostname(), address)));
                        }
                    }
                }
            }
            return hosts;
        }
        Endpoints found = source.endpoints(service.key());
        if (found != null) {
            for (Endpoints.Subset subset : found.subsets()) {
                subset.addresses().forEach(one -> hosts.put(one.ip(), host(one.hostname(), one.ip())));
            }
        }
        return hosts;
    }

    private static String host(String own, String address) {
        return own != null && !own.isEmpty() ? own : address.replace('.', '-');
    }
}
