package dev.wavetank.model.nodefit;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.quantity.Quantity;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a pod counts for while its resources change in place: of what it asks for, what its kubelet has set aside, and
 * what its containers have, the most ({@code determineContainerReqs}, component-helpers/resource/helpers.go v1.34, with
 * {@code UseStatusResources}). A resize that its node can never grant does not count.
 */
public final class ResizedPod {

    private static final String RESOURCES = "resources";

    private ResizedPod() {}

    /** Whether the specification of the pod has ever changed, without which it has not been resized either. */
    public static boolean isPossible(Pod pod) {
        Long generation = pod.metadata().generation();
        return generation != null && generation > 1 && pod.status() != null;
    }

    /**
     * The specification with the requests and limits that count; the very same one where these are its own. A pod that
     * has never changed costs no more than a look at its generation.
     */
    public static PodSpec counted(Pod pod) {
        if (!isPossible(pod)) {
            return pod.spec();
        }
        boolean infeasible = isInfeasible(pod);
        PodSpec spec = pod.spec();
        List<Container> containers = counted(spec.containers(), pod.status().containerStatuses(), infeasible, false);
        List<Container> inits = counted(spec.initContainers(), pod.status().initContainerStatuses(), infeasible, true);
        return containers == spec.containers() && inits == spec.initContainers()
                ? spec
                : spec.with().containers(containers).initContainers(inits).build();
    }

    /**
     * The specification with the requests that the kubelet has set aside, as far as the pod still asks for them: less
     * may have been set aside by now, and more may be asked for.
     */
    public static PodSpec setAside(Pod pod) {
        if (!isPossible(pod)) {
            return pod.spec();
        }
        List<Container> containers = new ArrayList<>(pod.spec().containers());
        containers.replaceAll(spec -> setAside(spec, of(pod.status().containerStatuses(), spec)));
        return pod.spec().withContainers(containers);
    }

    private static Container setAside(Container spec, Pod.@Nullable ContainerStatus status) {
        if (spec.resources() == null || status == null) {
            return spec;
        }
        Map<String, String> requests = new TreeMap<>(spec.resources().requests());
        texts(status.other().get("allocatedResources"))
                .forEach((name, amount) -> requests.computeIfPresent(
                        name, (same, asked) -> larger(asked, amount).equals(asked) ? amount : asked));
        return spec.withResources(new Container.Resources(
                spec.resources().limits(), requests, spec.resources().other()));
    }

    /** Whether the kubelet says that the node can never grant what the pod asks for. */
    public static boolean isInfeasible(Pod pod) {
        return pod.condition("PodResizePending")
                .filter(one -> "Infeasible".equals(one.reason()))
                .isPresent();
    }

    private static List<Container> counted(
            List<Container> specs, List<Pod.ContainerStatus> statuses, boolean infeasible, boolean sidecarsOnly) {
        List<Container> changed = null;
        for (int i = 0; i < specs.size(); i++) {
            Container spec = specs.get(i);
            Pod.ContainerStatus status = sidecarsOnly && !ResourceAmounts.isSidecar(spec) ? null : of(statuses, spec);
            Container counted = status == null ? spec : counted(spec, status.other(), infeasible);
            if (counted != spec) {
                changed = changed == null ? new ArrayList<>(specs) : changed;
                changed.set(i, counted);
            }
        }
        return changed == null ? specs : changed;
    }

    private static Pod.@Nullable ContainerStatus of(List<Pod.ContainerStatus> statuses, Container spec) {
        for (Pod.ContainerStatus status : statuses) {
            if (status.name().equals(spec.name())) {
                return status;
            }
        }
        return null;
    }

    private static Container counted(Container spec, Map<String, Object> status, boolean infeasible) {
        Container.Resources desired = spec.resources();
        if (desired == null || !(status.get(RESOURCES) instanceof Map<?, ?> actual)) {
            return spec;
        }
        Map<String, String> requests = most(
                infeasible ? Collections.<String, String>emptyMap() : desired.requests(),
                most(texts(actual.get("requests")), texts(status.get("allocatedResources"))));
        Map<String, String> limits = most(
                infeasible ? Collections.<String, String>emptyMap() : desired.limits(), texts(actual.get("limits")));
        return requests.equals(desired.requests()) && limits.equals(desired.limits())
                ? spec
                : spec.withResources(new Container.Resources(limits, requests, desired.other()));
    }

    private static Map<String, String> texts(@Nullable Object amounts) {
        Map<String, String> texts = new TreeMap<>();
        if (amounts instanceof Map<?, ?> map) {
            map.forEach((name, amount) -> texts.put(String.valueOf(name), String.valueOf(amount)));
        }
        return texts;
    }

    private static Map<String, String> most(Map<String, String> some, Map<String, String> others) {
        Map<String, String> most = new TreeMap<>(some);
        others.forEach((name, amount) -> most.merge(name, amount, ResizedPod::larger));
        return most;
    }

    private static String larger(String first, String second) {
        return first.equals(second) || Quantity.parse(first).compareTo(Quantity.parse(second)) >= 0 ? first : second;
    }
}
