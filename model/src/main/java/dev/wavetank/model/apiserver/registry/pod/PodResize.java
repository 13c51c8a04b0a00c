package dev.wavetank.model.apiserver.registry.pod;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.gotext.GoSyntax;
import dev.wavetank.model.nodefit.QosClass;
import dev.wavetank.model.nodefit.ResourceAmounts;
import dev.wavetank.model.nodefit.WholePod;
import dev.wavetank.model.quantity.Quantity;
import dev.wavetank.model.version.Feature;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Changes of what the containers of a pod ask for and may use ({@code ValidatePodResize}, pkg/apis/core/validation
 * v1.34; {@code dropNonResizeUpdates}, registry/core/pod/strategy.go v1.34): processor and memory change, and nothing
 * goes.
 *
 * <p>Pods that ask for resources as a whole are refused in every version, as in v1.34; resizes of these are beta in
 * v1.36, and not simulated.
 */
public final class PodResize {

    private static final String MIRROR = "kubernetes.io/config.mirror";
    private static final String POLICY = "resizePolicy";
    private static final List<String> RESIZABLE = List.of("cpu", "memory");
    private static final String ONLY = "only cpu and memory resources ";

    private PodResize() {}

    /**
     * The pod before a change, with the resources and policies of the containers after it. Where the containers are not
     * the same ones, the changed pod as it is, which is refused then.
     */
    static Pod taken(Pod changed, Pod before) {
        List<Container> containers =
                taken(changed.spec().containers(), before.spec().containers());
        List<Container> inits =
                taken(changed.spec().initContainers(), before.spec().initContainers());
        if (containers == null || inits == null) {
            return changed.withStatus(before.status());
        }
        return before.withSpec(before.spec()
                .with()
                .containers(containers)
                .initContainers(inits)
                .build());
    }

    private static @Nullable List<Container> taken(List<Container> changed, List<Container> before) {
        if (changed.size() != before.size()) {
            return null;
        }
        List<Container> result = new ArrayList<>(before.size());
        for (int i = 0; i < before.size(); i++) {
            Container old = before.get(i);
            if (!Objects.equals(old.name(), changed.get(i).name())) {
                return null;
            }
            Map<String, Object> other = new TreeMap<>(old.other());
            Object policy = changed.get(i).other().get(POLICY);
            if (policy == null) {
                other.remove(POLICY);
            } else {
                other.put(POLICY, policy);
            }
            Container.Resources resources = changed.get(i).resources();
            result.add(old.with(builder -> builder.resources(resources).other(other)));
        }
        return result;
    }

    /** Finds what of a resize is not permitted. */
    static void validate(Pod changed, Pod before, FieldErrors errors) {
        if (WholePod.hasResources(before.spec()) || WholePod.hasResources(changed.spec())) {
            errors.forbidden("", "pods with pod-level resources cannot be resized");
            return;
        }
        if (before.metadata().annotations().containsKey(MIRROR)) {
            errors.forbidden("", "static pods cannot be resized");
            return;
        }
        if (before.spec().other().get("os") instanceof Map<?, ?> os && "windows".equals(os.get("name"))) {
            errors.forbidden("", "windows pods cannot be resized");
            return;
        }
        PodValidation.validate(changed.spec(), "spec", errors);
        if (!errors.isEmpty()) {
            // What follows needs quantities that can be read.
            return;
        }
        QosClass present = QosClass.of(before);
        if (present != QosClass.of(changed.spec())) {
            errors.invalid(
                    "spec", GoSyntax.of(present.toString()), "Pod QOS Class may not change as a result of resizing");
        }
        if (!isSupported(before)) {
            errors.forbidden("spec", "Pod running on node without support for resize");
        }
        boolean sameOnes =
                inOrder("containers", changed.spec().containers(), before.spec().containers(), errors)
                        & inOrder(
                                "initContainers",
                                changed.spec().initContainers(),
                                before.spec().initContainers(),
                                errors);
        if (sameOnes) {
            containers(changed, before, errors);
        }
    }

    /** The kubelet of a running pod must report resources, which old ones do not. */
    private static boolean isSupported(Pod pod) {
        if (pod.status() == null) {
            return true;
        }
        for (Pod.ContainerStatus status : pod.status().containerStatuses()) {
            if (status.state() != null && status.state().running() != null) {
                return status.other().get("resources") != null;
            }
        }
        return true;
    }

    private static boolean inOrder(String field, List<Container> now, List<Container> old, FieldErrors errors) {
        if (now.size() != old.size()) {
            errors.forbidden("spec." + field, field + " may not be added or removed on resize");
            return false;
        }
        boolean same = true;
        for (int i = 0; i < old.size(); i++) {
            if (!Objects.equals(now.get(i).name(), old.get(i).name())) {
                errors.forbidden(
                        "spec." + field + "[" + i + "].name", field + " may not be renamed or reordered on resize");
                same = false;
            }
        }
        return same;
    }

    private static void containers(Pod changed, Pod before, FieldErrors errors) {
        List<Container> inits = before.spec().initContainers();
        for (int i = 0; i < inits.size(); i++) {
            Container now = changed.spec().initContainers().get(i);
            if (ResourceAmounts.isSidecar(inits.get(i))) {
                container(now, inits.get(i), "spec.initContainers[" + i + "].resources", errors);
            }
        }
        List<Container> containers = before.spec().containers();
        for (int i = 0; i < containers.size(); i++) {
            Container now = changed.spec().containers().get(i);
            container(now, containers.get(i), "spec.containers[" + i + "].resources", errors);
        }
        for (int i = 0; i < containers.size(); i++) {
            if (!isSameButResizable(changed.spec().containers().get(i), containers.get(i))) {
                errors.forbidden("spec", ONLY + "are mutable");
            }
        }
        for (int i = 0; i < inits.size(); i++) {
            Container now = changed.spec().initContainers().get(i);
            boolean isSidecar = ResourceAmounts.isSidecar(inits.get(i));
            if (!isSameButResizable(now, inits.get(i))) {
                errors.forbidden(
                        "spec",
                        isSidecar
                                ? ONLY + "for sidecar containers are mutable"
                                : "resources for non-sidecar init containers are immutable");
            } else if (!isSidecar && !isSame(now.resources(), inits.get(i).resources())) {
                errors.forbidden("spec", "resources for non-sidecar init containers are immutable");
            }
        }
    }

    private static void container(Container now, Container old, String path, FieldErrors errors) {
        Container.Resources after = now.resources();
        Container.Resources before = old.resources();
        if (!after.requests().keySet().containsAll(before.requests().keySet())) {
            errors.forbidden(path + ".requests", "resource requests cannot be removed");
        }
        if (!after.limits().keySet().containsAll(before.limits().keySet())) {
            errors.forbidden(path + ".limits", "resource limits cannot be removed");
        }
        if (errors.version().has(Feature.MEMORY_LIMITS_SHRINK) || restarts(old, "memory")) {
            return;
        }
        long limit = ResourceAmounts.limitsOf(old).memory();
        if (ResourceAmounts.limitsOf(now).memory() < limit) {
            errors.forbidden(
                    path + ".limits[memory]",
                    "memory limits cannot be decreased unless resizePolicy is RestartContainer");
        }
    }

    /** Whether a container restarts when that resource of it changes. */
    private static boolean restarts(Container container, String resource) {
        return container.other().get(POLICY) instanceof List<?> policies
                && policies.stream()
                        .anyMatch(one -> one instanceof Map<?, ?> policy
                                && resource.equals(policy.get("resourceName"))
                                && "RestartContainer".equals(policy.get("restartPolicy")));
    }

    private static boolean isSameButResizable(Container now, Container old) {
        return same(now.resources().limits(), old.resources().limits(), true)
                && same(now.resources().requests(), old.resources().requests(), true)
                && now.withResources(old.resources()).equals(old)
                && now.resources().other().equals(old.resources().other());
    }

    private static boolean isSame(Container.Resources now, Container.Resources old) {
        return same(now.limits(), old.limits(), false) && same(now.requests(), old.requests(), false);
    }

    /** @param butResizable whether processor and memory do not count */
    private static boolean same(Map<String, String> now, Map<String, String> old, boolean butResizable) {
        Map<String, String> left = new LinkedHashMap<>(now);
        Map<String, String> right = new LinkedHashMap<>(old);
        if (butResizable) {
            left.keySet().removeAll(RESIZABLE);
            right.keySet().removeAll(RESIZABLE);
        }
        return left.keySet().equals(right.keySet())
                && left.entrySet().stream()
                        .allMatch(one ->
                                Quantity.parse(one.getValue()).compareTo(Quantity.parse(right.get(one.getKey()))) == 0);
    }
}
