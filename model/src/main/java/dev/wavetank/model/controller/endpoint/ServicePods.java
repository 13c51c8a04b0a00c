package dev.wavetank.model.controller.endpoint;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.ObjectReference;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.Service;
import dev.wavetank.model.client.cache.Index;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.nodefit.ResourceAmounts;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/** Which pods belong to which services, and which changes of pods affect services. */
public final class ServicePods implements Informer.Handler<Pod> {

    private static final String TCP = "TCP";

    /**
     * Services by the first label of their selector: a pod's labels find its services at a cost that does not grow
     * with the number of services.
     */
    private static final Function<Service, String> FIRST_SELECTED =
            service -> selected(service).findFirst().orElse(null);

    private final Index<Service> services;
    private final Index<Pod> pods;
    private final Consumer<ObjectKey> changed;

    /**
     * The pods of all services.
     *
     * @param services all services
     * @param pods all pods
     * @param changed receives the key of every service whose endpoints a change of a pod may affect
     */
    public ServicePods(Informer<Service> services, Informer<Pod> pods, Consumer<ObjectKey> changed) {
        this.services = services.index(FIRST_SELECTED);
        this.pods = pods.indexBySeveral(Index.LABELS);
        this.changed = changed;
    }

    /** The pods that a service selects, in the order of their names. */
    public List<Pod> of(Service service) {
        List<Pod> selected = new ArrayList<>();
        for (Pod pod : pods.findRarest(selected(service).toList())) {
            if (selects(service, pod)) {
                selected.add(pod);
            }
        }
        return selected;
    }

    /** The selector labels of a service, as texts of {@link Index#LABELS}. */
    private static Stream<String> selected(Service service) {
        return service.spec().selector().entrySet().stream()
                .map(label -> Index.label(service.key().namespace(), label.getKey(), label.getValue()));
    }

    private static boolean selects(Service service, Pod pod) {
        Map<String, String> selector = service.spec().selector();
        return !selector.isEmpty() && pod.metadata().labels().entrySet().containsAll(selector.entrySet());
    }

    /** In the order of their names. */
    private Set<ObjectKey> servicesOf(Pod pod) {
        if (services.isEmpty()) {
            return new LinkedHashSet<>();
        }
        Set<ObjectKey> found = new TreeSet<>();
        for (String label : Index.LABELS.apply(pod)) {
            for (Service service : services.find(label)) {
                if (selects(service, pod)) {
                    found.add(service.key());
                }
            }
        }
        return new LinkedHashSet<>(found);
    }

    @Override
    public void added(Pod pod) {
        servicesOf(pod).forEach(changed);
    }

    @Override
    public void updated(Pod before, Pod after) {
        boolean relabelled = !before.metadata().labels().equals(after.metadata().labels());
        boolean otherwise = isOtherEndpoint(before, after);
        if (!otherwise && !relabelled) {
            return;
        }
        Set<ObjectKey> concerned = servicesOf(after);
        if (relabelled) {
            Set<ObjectKey> old = servicesOf(before);
            Set<ObjectKey> both = new LinkedHashSet<>(old);
            both.retainAll(concerned);
            concerned.addAll(old);
            if (!otherwise) {
                concerned.removeAll(both);
            }
        }
        concerned.forEach(changed);
    }

    private static boolean isOtherEndpoint(Pod before, Pod after) {
        return before.metadata().isDeleting() != after.metadata().isDeleting()
                || before.isReady() != after.isReady()
                || before.isFinished() != after.isFinished()
                || !Objects.equals(address(before), address(after))
                || !Objects.equals(before.nodeName(), after.nodeName());
    }

    @Override
    public void deleted(Pod last) {
        servicesOf(last).forEach(changed);
    }

    /** The address of a pod, or null as long as it has none. */
    public static String address(Pod pod) {
        return pod.status() == null ? null : pod.status().podIP();
    }

    /** Whether a pod that is not ready may still become so, by its restart policy and phase: the rule before v1.22. */
    public static boolean mayServe(Pod pod) {
        String policy = pod.spec().restartPolicy();
        if ("Never".equals(policy)) {
            return !pod.isFinished();
        }
        return !"OnFailure".equals(policy) || !"Succeeded".equals(pod.phase());
    }

    /** The target reference of a pod in endpoints; without its resource version since v1.22. */
    public static ObjectReference reference(Pod pod, KubernetesVersion version) {
        return new ObjectReference(
                Pod.KIND,
                pod.key().namespace(),
                pod.key().name(),
                pod.uid(),
                !version.has(Feature.ENDPOINTS_WITHOUT_POD_VERSION)
                        ? pod.metadata().resourceVersion()
                        : null,
                null);
    }

    /** The name of a pod in the domain of its service, or null. */
    public static String hostname(Pod pod, KubernetesObject service) {
        Object hostname = pod.spec().other().get("hostname");
        boolean named = hostname != null
                && service.metadata().name().equals(pod.spec().other().get("subdomain"));
        return named ? hostname.toString() : null;
    }

    /**
     * The pod's port number for a service port, or null when the pod has no port of that name.
     *
     * @param findsSidecars whether ports of sidecars have names, too
     */
    public static Integer number(Pod pod, Service.Port port, boolean findsSidecars) {
        Object target = port.targetPort();
        if (target == null) {
            return port.port();
        }
        if (target instanceof Number number) {
            return number.intValue();
        }
        Integer found = number(pod.spec().containers(), port);
        if (found != null || !findsSidecars) {
            return found;
        }
        return number(
                pod.spec().initContainers().stream()
                        .filter(ResourceAmounts::isSidecar)
                        .toList(),
                port);
    }

    private static Integer number(List<Container> containers, Service.Port port) {
        String protocol = port.protocol() == null ? TCP : port.protocol();
        for (Container container : containers) {
            for (Container.Port candidate : container.ports()) {
                String spoken = candidate.protocol() == null ? TCP : candidate.protocol();
                if (candidate.name() != null && candidate.name().equals(port.targetPort()) && protocol.equals(spoken)) {
                    return candidate.containerPort();
                }
            }
        }
        return null;
    }
}
