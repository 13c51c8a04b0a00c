package dev.wavetank.model.kubelet.container;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.Service;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.kubelet.source.StaticPod;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.component.Context;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The Services of a cluster as the kubelet of one node knows them, and the environment variables about them ({@code
 * getServiceEnvVarMap}, pkg/kubelet/kubelet_pods.go v1.20, and pkg/kubelet/envvars/envvars.go).
 *
 * <p>A container gets those of the Services that the kubelet knows when it starts; nothing changes them later.
 */
public final class ServiceLinks {

    /** {@code masterServices}, in the namespace that {@code --master-service-namespace} has by default. */
    private static final ObjectKey KUBERNETES = new ObjectKey("default", "kubernetes");

    private static final String NOT_READ = "services have not yet been read at least once, cannot construct envvars";

    private final Informer<Service> services;
    private final boolean isChosenByPods;
    private final boolean waits;
    /** What containers of a namespace get, as of a revision of the cache. */
    private final Map<String, Known> known = new TreeMap<>();

    private record Known(long revision, List<Service> services) {}

    /** Knows no Services before it starts. */
    public ServiceLinks(Context context, ApiClient client, KubernetesVersion version) {
        ApiRequest.Selection watched = version.has(Feature.SERVICE_FIELD_SELECTORS)
                ? ApiRequest.Selection.ALL.without(
                        Collections.singletonMap("spec.clusterIP", Collections.singletonList("None")))
                : ApiRequest.Selection.ALL;
        this.services = new Informer<>(context, client, Resources.SERVICES, watched, Service.class).of(version);
        this.isChosenByPods = version.has(Feature.SERVICE_LINKS);
        this.waits = version.has(Feature.KUBELET_WAITS_FOR_SERVICES);
    }

    /** Begins to list and watch Services. */
    public void start() {
        services.start();
    }

    /** The cache of the kubelet. */
    public Informer<Service> informer() {
        return services;
    }

    /** Why a container of that pod cannot start yet; a static pod does not wait for the API server. */
    Optional<String> unread(Pod pod) {
        return waits && !services.isSynced() && !StaticPod.isStatic(pod) ? Optional.of(NOT_READ) : Optional.empty();
    }

    /**
     * The Services about which the containers of a pod get variables: those of its namespace, unless it does without,
     * and that of the API server.
     */
    List<Service> of(Pod pod) {
        boolean all = !isChosenByPods || !Boolean.FALSE.equals(pod.spec().enableServiceLinks());
        String namespace = all ? pod.key().namespace() : "";
        long revision = services.lastSyncResourceVersion();
        Known before = known.get(namespace);
        if (before != null && before.revision() == revision) {
            return before.services();
        }
        List<Service> found = find(namespace);
        // Containers that have started meanwhile share one list.
        List<Service> shared = before != null && before.services().equals(found) ? before.services() : found;
        known.put(namespace, new Known(revision, shared));
        return shared;
    }

    /** @param namespace of the pod; empty when only the API server counts */
    private List<Service> find(String namespace) {
        List<Service> found = new ArrayList<>(1);
        Service server = null;
        boolean hasOwn = false;
        for (Service service : services.all()) {
            if (!hasAddress(service)) {
                continue;
            }
            if (service.key().equals(KUBERNETES)) {
                server = service;
            } else if (namespace.equals(service.key().namespace())) {
                found.add(service);
                hasOwn |= service.key().name().equals("kubernetes");
            }
        }
        if (server != null && !hasOwn) {
            found.add(server);
        }
        return found;
    }

    /** {@code IsServiceIPSet}. */
    private static boolean hasAddress(Service service) {
        String address = service.spec().clusterIP();
        return address != null && !address.isEmpty() && !service.isHeadless();
    }

    /** The variables about Services, by their names; real kubelets set them in no order. */
    static SortedMap<String, String> variables(List<Service> services) {
        SortedMap<String, String> all = new TreeMap<>();
        for (Service service : services) {
            add(service, all);
        }
        return all;
    }

    private static void add(Service service, Map<String, String> all) {
        String prefix = name(service.key().name());
        String address = String.valueOf(service.spec().clusterIP());
        all.put(prefix + "_SERVICE_HOST", address);
        boolean isFirst = true;
        for (Service.Port port : service.spec().ports()) {
            String number = String.valueOf(port.port());
            String protocol = port.protocol() == null ? "tcp" : port.protocol().toLowerCase(Locale.ROOT);
            String url = protocol + "://" + (address.contains(":") ? "[" + address + "]" : address) + ":" + number;
            if (isFirst) {
                all.put(prefix + "_SERVICE_PORT", number);
                all.put(prefix + "_PORT", url);
            }
            if (port.name() != null && !port.name().isEmpty()) {
                all.put(prefix + "_SERVICE_PORT_" + name(port.name()), number);
            }
            String link = prefix + "_PORT_" + number + "_" + protocol.toUpperCase(Locale.ROOT);
            all.put(link, url);
            all.put(link + "_PROTO", protocol);
            all.put(link + "_PORT", number);
            all.put(link + "_ADDR", address);
            isFirst = false;
        }
    }

    /** {@code makeEnvVariableName}: names of ports may begin with a digit. */
    private static String name(String text) {
        return text.replace('-', '_').toUpperCase(Locale.ROOT);
    }
}
