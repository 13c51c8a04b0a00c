package dev.wavetank.properties.invariant.client;

import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.trace.GivenUpTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * A controller that gives up on an object has tried it again 15 times, the one of tokens 10 times.
 *
 * <p>Five seconds without a server, or a few conflicts, are no reason to leave an object as it is until the next change
 * ({@code maxRetries} of pkg/controller/deployment, endpoint and endpointslice; {@code MaxRetries} of
 * pkg/controller/serviceaccount/tokens_controller.go, v1.32).
 */
public final class GivenUpLate implements Invariant {

    private static final int RETRIES = 15;
    private static final int RETRIES_OF_TOKENS = 10;

    @Override
    public String name() {
        return "GivenUpLate";
    }

    @Override
    public String reason() {
        return "Some seconds without a server, or a few conflicts, are no reason to leave an object as it is "
                + "until its next change.";
    }

    @Override
    public List<String> sources() {
        return List.of("pkg/controller/deployment/deployment_controller.go, maxRetries; "
                + "pkg/controller/serviceaccount/tokens_controller.go, MaxRetries (v1.32)");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "A controller gives up on an object only after many failures in a row.";
    }

    @Override
    public List<? extends Class<?>> records() {
        return List.of(GivenUpTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof GivenUpTrace given) {
            int retries = given.isBy(KubernetesController.SERVICE_ACCOUNT_TOKEN.label()) ? RETRIES_OF_TOKENS : RETRIES;
            if (given.failures() <= retries) {
                outcomes.broken(
                        this,
                        given.queue() + " " + given.object(),
                        "is given up after " + given.failures() + " failures (" + given.reason() + "), expected "
                                + (retries + 1));
            }
        }
    }
}
