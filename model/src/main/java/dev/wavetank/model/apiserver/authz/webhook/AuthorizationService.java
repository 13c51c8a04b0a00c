package dev.wavetank.model.apiserver.authz.webhook;

import dev.wavetank.model.apiserver.authz.Attributes;
import dev.wavetank.model.apiserver.authz.Decision;
import dev.wavetank.sim.component.Component;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.random.Distribution;
import dev.wavetank.sim.random.RandomStream;
import java.util.function.Function;

/** A component that answers the reviews of API servers. It crashes and is cut off as any other component. */
public final class AuthorizationService implements Component {

    private final Context context;
    private final Endpoint endpoint;
    private final Function<Attributes, Decision> policy;
    private final Distribution latency;
    private final RandomStream latencies;

    /**
     * A service that has not started.
     *
     * @param policy answers a review
     * @param latency how long it takes for one answer, without the network
     */
    public AuthorizationService(
            Context context, Endpoint endpoint, Function<Attributes, Decision> policy, Distribution latency) {
        this.context = context;
        this.endpoint = endpoint;
        this.policy = policy;
        this.latency = latency;
        this.latencies = context.random("latency");
    }

    @Override
    public void start() {
        endpoint.serve(
                SubjectAccessReview.at(context.name()),
                (caller, review, responder) -> context.spend(
                        latency.sample(latencies), () -> responder.respond(policy.apply(review.attributes()))));
    }
}
