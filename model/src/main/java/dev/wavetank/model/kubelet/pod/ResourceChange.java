package dev.wavetank.model.kubelet.pod;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.kubelet.cri.RuntimeContainer;
import dev.wavetank.model.nodefit.ResourceAmounts;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How the resources of a running container differ from those that are set aside for it ({@code
 * computePodResizeAction}, pkg/kubelet/kuberuntime/kuberuntime_manager.go v1.33). Control groups know nothing of
 * requests of memory.
 *
 * @param spec the container with the resources that it is to have
 * @param running its running instance
 * @param memory by how much its limit of memory grows
 * @param cpu by how much its limit of processor time grows, or, where that stays, its request
 */
record ResourceChange(Container spec, RuntimeContainer running, long memory, long cpu) {

    /** {@code cm.MinShares}: requests up to it are one and the same. */
    private static final long LEAST_REQUEST = 2;

    /** {@code cm.MinMilliCPULimit}. */
    private static final long LEAST_LIMIT = 10;

    /** The difference, or null when there is none. */
    static @Nullable ResourceChange of(Container spec, RuntimeContainer running) {
        Container.Resources has = running.resources();
        if (has == null || has == spec.resources() || has.equals(spec.resources())) {
            return null;
        }
        Container before = spec.withResources(has);
        ResourceAmounts limit = ResourceAmounts.limitsOf(spec);
        ResourceAmounts oldLimit = ResourceAmounts.limitsOf(before);
        long memory = limit.memory() - oldLimit.memory();
        long cpu = difference(limit.milliCpu(), oldLimit.milliCpu(), LEAST_LIMIT);
        if (cpu == 0) {
            cpu = difference(
                    ResourceAmounts.requestsOf(spec).milliCpu(),
                    ResourceAmounts.requestsOf(before).milliCpu(),
                    LEAST_REQUEST);
        }
        return memory == 0 && cpu == 0 ? null : new ResourceChange(spec, running, memory, cpu);
    }

    private static long difference(long wanted, long present, long least) {
        return wanted <= least && present <= least ? 0 : wanted - present;
    }

    /** Whether the container has to start again for it. */
    boolean restarts() {
        return memory != 0 && restartsFor("memory") || cpu != 0 && restartsFor("cpu");
    }

    private boolean restartsFor(String resource) {
        if (spec.other().get("resizePolicy") instanceof List<?> policies) {
            for (Object one : policies) {
                if (one instanceof Map<?, ?> policy && resource.equals(policy.get("resourceName"))) {
                    return "RestartContainer".equals(policy.get("restartPolicy"));
                }
            }
        }
        return false;
    }

    /** What the container has when only its memory has changed. */
    Container.Resources afterMemory() {
        Container.Resources has = Objects.requireNonNull(running.resources());
        return with(has, Objects.requireNonNull(spec.resources()), "memory");
    }

    private static Container.Resources with(Container.Resources has, Container.Resources wanted, String resource) {
        return new Container.Resources(
                with(has.limits(), wanted.limits(), resource),
                with(has.requests(), wanted.requests(), resource),
                wanted.other());
    }

    private static Map<String, String> with(Map<String, String> has, Map<String, String> wanted, String resource) {
        Map<String, String> amounts = new TreeMap<>(has);
        String amount = wanted.get(resource);
        if (amount != null) {
            amounts.put(resource, amount);
        }
        return amounts;
    }
}
