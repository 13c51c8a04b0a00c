package dev.wavetank.model.traffic;

import dev.wavetank.model.address.ClusterDns;
import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.api.core.Endpoints;
import dev.wavetank.model.api.core.Service;
import dev.wavetank.model.api.discovery.EndpointSlice;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Component;
import dev.wavetank.sim.component.Context;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What the pods of the cluster's DNS know: the records that follow from Services and their endpoints, by a watch that
 * they share here, and the answers that each of them keeps for a while (CoreDNS, plugin/kubernetes and plugin/cache,
 * v1.11; the form of the names: kubernetes/dns, docs/specification.md). When it starts first, it creates the Deployment
 * and the Service.
 */
public final class DnsServer implements Component {

    /** The domain of the cluster, with the part that all Services have. */
    static final String SERVICES = ".svc." + ClusterDns.DOMAIN;

    private static final String OF_SERVICE = "kubernetes.io/service-name";

    /** From one try to the next to create an object. */
    private static final long RETRY = VirtualTime.SECOND;

    private final Context context;
    private final ApiClient client;
    private final ApiClient installer;
    private final Map<ResourceType, KubernetesObject> installed;
    private final long ttl;
    private final Informer<Service> services;
    /** Before the version that has slices null; from then on the other. */
    private final @Nullable Informer<EndpointSlice> slices;

    private final @Nullable Informer<Endpoints> lists;
    /** By the pod that keeps it, then by name. */
    private final Map<String, Map<String, Kept>> kept = new TreeMap<>();

    private record Kept(Answer answer, long until) {}

    /**
     * An answer.
     *
     * @param exists whether the name exists
     * @param addresses the records of type A, in order
     * @param target the name that stands for it ({@code CNAME}), or empty text
     * @param ports the records of type SRV: port and name of each
     */
    public record Answer(boolean exists, List<String> addresses, String target, List<String> ports) {

        static final Answer NO_SUCH_NAME = new Answer(false, List.of(), "", List.of());

        /** Keeps copies. */
        public Answer {
            addresses = List.copyOf(addresses);
            ports = List.copyOf(ports);
        }

        static Answer of(List<String> addresses) {
            return new Answer(true, addresses, "", List.of());
        }
    }

    /**
     * Servers that have not started.
     *
     * @param client of the servers
     * @param installer whose it is to create objects
     * @param installed the objects that are created, by resource
     * @param ttl for how long an answer is kept, in nanoseconds
     */
    public DnsServer(
            Context context,
            ApiClient client,
            ApiClient installer,
            KubernetesVersion version,
            Map<ResourceType, KubernetesObject> installed,
            long ttl) {
        this.context = context;
        this.client = client;
        this.installer = installer;
        this.installed = new LinkedHashMap<>(installed);
        this.ttl = ttl;
        this.services = informer(Resources.SERVICES, Service.class);
        boolean reads = version.has(Feature.PROXY_READS_SLICES);
        this.slices = reads ? informer(Resources.ENDPOINT_SLICES, EndpointSlice.class) : null;
        this.lists = reads ? null : informer(Resources.ENDPOINTS, Endpoints.class);
    }

    private <T extends KubernetesObject> Informer<T> informer(ResourceType resource, Class<T> kind) {
        return new Informer<>(context, client, resource, ApiRequest.Selection.ALL, kind);
    }

    @Override
    public void start() {
        services.start();
        if (slices != null) {
            slices.start();
        }
        if (lists != null) {
            lists.start();
        }
        installed.forEach(this::install);
    }

    private void install(ResourceType resource, KubernetesObject object) {
        installer.send(ApiRequest.Create.of(resource, object)).whenDone(response -> {
            if (!response.isSuccess() && !response.failedWith(StatusReason.ALREADY_EXISTS)) {
                context.after(RETRY, () -> install(resource, object));
            }
        });
    }

    /** The answer of one of the pods, which it may have kept. */
    public Answer ask(ObjectKey pod, String name) {
        Map<String, Kept> own = kept.computeIfAbsent(pod.toString(), missing -> new TreeMap<>());
        Kept known = own.get(name);
        if (known != null && context.now() < known.until()) {
            return known.answer();
        }
        Answer answer = lookUp(name);
        if (ttl > 0) {
            own.put(name, new Kept(answer, context.now() + ttl));
        }
        return answer;
    }

    /** What follows from the Services and endpoints that the servers have heard of. */
    public Answer lookUp(String name) {
        if (!name.endsWith(SERVICES)) {
            return Answer.NO_SUCH_NAME;
        }
        String[] parts = name.substring(0, name.length() - SERVICES.length()).split("\\.");
        if (parts.length < 2 || parts.length > 4) {
            return Answer.NO_SUCH_NAME;
        }
        ObjectKey key = new ObjectKey(parts[parts.length - 1], parts[parts.length - 2]);
        Service service = services.cached(key);
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
        if (slices != null) {
            for (EndpointSlice slice : slices.all()) {
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
        Endpoints found = lists == null ? null : lists.cached(service.key());
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
