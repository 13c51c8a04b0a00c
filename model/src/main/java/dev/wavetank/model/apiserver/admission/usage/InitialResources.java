package dev.wavetank.model.apiserver.admission.usage;

import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.apiserver.admission.AdmissionDecision;
import dev.wavetank.model.apiserver.admission.AdmissionPlugin;
import dev.wavetank.model.apiserver.admission.AdmissionRequest;
import dev.wavetank.model.apiserver.admission.ClusterView;
import dev.wavetank.model.quantity.Quantity;
import dev.wavetank.model.quantity.QuantityFormat;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Gives containers that say nothing about cpu or memory a request: what nine of ten measurements of their image stayed
 * below ({@code InitialResources}, until v1.8).
 *
 * <p>Fewer than thirty measurements say nothing: then a longer time is looked at, then all namespaces, then all tags of
 * the image. Which history there is, is up to the factory with which the plugin is registered; the one of Kubernetes'
 * own name knows none, as a server without a monitoring system does.
 */
public final class InitialResources implements AdmissionPlugin {

    private static final String ANNOTATION = "kubernetes.io/initial-resources";
    private static final int SAMPLES_MIN = 30;
    private static final long DAY = 24 * 60 * VirtualTime.MINUTE;
    private static final long WEEK = 7 * DAY;
    private static final long MONTH = 30 * DAY;

    private final ClusterView cluster;
    private final UsageHistory history;
    private final Flags flags;

    /**
     * Its flags ({@code plugin/pkg/admission/initialresources/admission.go}, v1.8).
     *
     * @param percentile of the measurements that becomes the request ({@code --ir-percentile})
     * @param namespaceOnly whether only measurements of the pod's own namespace count ({@code --ir-namespace-only})
     */
    public record Flags(int percentile, boolean namespaceOnly) {

        /** Those of a server that is given none. */
        public static final Flags DEFAULT = new Flags(90, false);
    }

    /** The plugin without any history: it changes nothing. */
    public InitialResources(ClusterView cluster) {
        this(cluster, UsageHistory.NONE);
    }

    /** The plugin over a view of the cluster. */
    public InitialResources(ClusterView cluster, UsageHistory history) {
        this(cluster, history, Flags.DEFAULT);
    }

    /** The plugin over a view of the cluster, with flags. */
    public InitialResources(ClusterView cluster, UsageHistory history, Flags flags) {
        this.cluster = cluster;
        this.history = history;
        this.flags = flags;
    }

    @Override
    public boolean handles(AdmissionRequest request) {
        return request.creates(Resources.PODS);
    }

    @Override
    public Completion<AdmissionDecision> mutate(AdmissionRequest request) {
        Pod pod = (Pod) request.object();
        List<String> done = new ArrayList<>();
        List<Container> initContainers = estimated(pod.spec().initContainers(), request.namespace(), done);
        List<Container> containers = estimated(pod.spec().containers(), request.namespace(), done);
        if (done.isEmpty()) {
            return Completion.of(new AdmissionDecision.Admitted(pod));
        }
        Map<String, String> annotations = new TreeMap<>(pod.metadata().annotations());
        annotations.put(ANNOTATION, "Initial Resources plugin set: " + String.join("; ", done));
        return Completion.of(new AdmissionDecision.Admitted(pod.withMetadata(
                        pod.metadata().withAnnotations(Collections.unmodifiableMap(annotations)))
                .withSpec(pod.spec()
                        .with(builder -> builder.initContainers(initContainers).containers(containers)))));
    }

    private List<Container> estimated(List<Container> containers, String namespace, List<String> done) {
        List<Container> estimated = new ArrayList<>(containers.size());
        for (Container container : containers) {
            Container.Resources given =
                    container.resources() == null ? new Container.Resources(null, null, null) : container.resources();
            Map<String, String> requests = new TreeMap<>(given.requests());
            List<String> set = new ArrayList<>();
            for (String name : List.of("cpu", "memory")) {
                if (!given.requests().containsKey(name) && !given.limits().containsKey(name)) {
                    long amount = estimate(name, container.image(), namespace);
                    if (amount > 0) {
                        requests.put(name, quantity(name, amount).toString());
                        set.add(name);
                    }
                }
            }
            if (!set.isEmpty()) {
                done.add(String.join(", ", set) + " request for container " + container.name());
            }
            estimated.add(
                    set.isEmpty()
                            ? container
                            : container.withResources(new Container.Resources(
                                    given.limits(), Collections.unmodifiableMap(requests), given.other())));
        }
        return Collections.unmodifiableList(estimated);
    }

    private static Quantity quantity(String name, long amount) {
        return name.equals("cpu") ? Quantity.ofMilli(amount) : Quantity.of(amount, QuantityFormat.DECIMAL_SI);
    }

    /** What the container will probably need, or 0 when there are too few measurements to say. */
    private long estimate(String resource, String image, String namespace) {
        String anyTag = UsageHistory.withoutTag(image);
        List<List<Long>> windows = new ArrayList<>();
        windows.add(history.amounts(resource, image, namespace, cluster.now() - WEEK));
        windows.add(history.amounts(resource, image, namespace, cluster.now() - MONTH));
        if (!flags.namespaceOnly()) {
            windows.add(history.amounts(resource, image, "", cluster.now() - WEEK));
            windows.add(history.amounts(resource, image, "", cluster.now() - MONTH));
        }
        windows.add(history.amounts(resource, anyTag, flags.namespaceOnly() ? namespace : "", cluster.now() - MONTH));
        for (List<Long> amounts : windows) {
            if (amounts.size() >= SAMPLES_MIN) {
                return amounts.get(Math.min(amounts.size() * flags.percentile() / 100, amounts.size() - 1));
            }
        }
        return 0;
    }
}
