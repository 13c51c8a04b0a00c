package dev.wavetank.model.traffic;

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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the pods of the cluster's DNS know: the records that follow from Services and their endpoints, by a watch that
 * they share here, and the answers that each of them keeps for a while (CoreDNS, plugin/kubernetes and plugin/cache,
 * v1.11; the form of the names: kubernetes/dns, docs/specification.md). When it starts first, it creates the Deployment
 * and the Service.
 */
public final class DnsServer implements Component {

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
    private final DnsRecords records = new DnsRecords(new Cached());
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
        Answer answer = records.lookUp(name);
        if (ttl > 0) {
            own.put(name, new Kept(answer, context.now() + ttl));
        }
        return answer;
    }

    /** What follows from the Services and endpoints that the servers have heard of. */
    public Answer lookUp(String name) {
        return records.lookUp(name);
    }

    /** What the servers have heard of. */
    private final class Cached implements DnsRecords.Source {

        @Override
        public @Nullable Service service(ObjectKey key) {
            return services.cached(key);
        }

        @Override
        public @Nullable Iterable<EndpointSlice> slices() {
            return slices == null ? null : slices.all();
        }

        @Override
        public @Nullable Endpoints endpoints(ObjectKey key) {
            return lists == null ? null : lists.cached(key);
        }
    }
}
