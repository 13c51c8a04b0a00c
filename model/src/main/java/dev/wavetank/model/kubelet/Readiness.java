package dev.wavetank.model.kubelet;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.kubelet.cri.RuntimeContainer;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import java.util.Map;
import java.util.TreeMap;

/**
 * The readiness probes of one pod. A container without a probe is ready while it runs.
 *
 * <p>Probes with an unchanged result are not simulated: after a change in the container the model computes the
 * instant at which the probes notice it.
 */
final class Readiness {

    private static final long DEFAULT_PERIOD = 10;
    private static final long DEFAULT_FAILURE_THRESHOLD = 3;
    private static final long DEFAULT_SUCCESS_THRESHOLD = 1;

    private final Context context;
    private final Runnable whenChanged;
    private final Map<String, Probed> byContainer = new TreeMap<>();

    Readiness(Context context, Runnable whenChanged) {
        this.context = context;
        this.whenChanged = whenChanged;
    }

    private static final class Probed {
        private final String containerId;
        private boolean ready;
        private boolean serving;
        private boolean probing;

        private Probed(String containerId) {
            this.containerId = containerId;
        }
    }

    /** Whether the container is ready, according to the kubelet. */
    boolean isReady(Container spec, RuntimeContainer container, boolean serving) {
        if (container == null || !container.isRunning()) {
            return false;
        }
        if (spec.readinessProbe() == null) {
            return true;
        }
        Probed probed = byContainer.get(spec.name());
        if (probed == null || !probed.containerId.equals(container.id())) {
            probed = new Probed(container.id());
            byContainer.put(spec.name(), probed);
        }
        probed.serving = serving;
        if (probed.ready != serving && !probed.probing) {
            probe(probed, spec.readinessProbe(), container.startedAt());
        }
        return probed.ready;
    }

    private void probe(Probed probed, Map<String, Object> probe, long startedAt) {
        long period = number(probe, "periodSeconds", DEFAULT_PERIOD) * VirtualTime.SECOND;
        long first = startedAt + number(probe, "initialDelaySeconds", 0) * VirtualTime.SECOND + period;
        long threshold = probed.serving
                ? number(probe, "successThreshold", DEFAULT_SUCCESS_THRESHOLD)
                : number(probe, "failureThreshold", DEFAULT_FAILURE_THRESHOLD);
        long sinceFirst = context.now() - first;
        long next = sinceFirst <= 0 ? -sinceFirst : period - sinceFirst % period;
        probed.probing = true;
        context.after(next + (threshold - 1) * period, () -> {
            probed.probing = false;
            if (probed.ready != probed.serving) {
                probed.ready = probed.serving;
                whenChanged.run();
            }
        });
    }

    private static long number(Map<String, Object> probe, String field, long otherwise) {
        return probe.get(field) instanceof Number value && value.longValue() > 0 ? value.longValue() : otherwise;
    }
}
