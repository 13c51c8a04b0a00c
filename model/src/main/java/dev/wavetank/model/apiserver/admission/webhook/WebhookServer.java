package dev.wavetank.model.apiserver.admission.webhook;

import dev.wavetank.sim.component.Component;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.random.Distribution;
import dev.wavetank.sim.random.RandomStream;

/** A component that answers the reviews of API servers. It crashes and is cut off as any other component. */
public final class WebhookServer implements Component {

    private final Context context;
    private final Endpoint endpoint;
    private final AdmissionWebhook webhook;
    private final Distribution latency;
    private final RandomStream latencies;

    /**
     * A server that has not started.
     *
     * @param webhook that answers
     * @param latency how long it takes for one answer, without the network
     */
    public WebhookServer(Context context, Endpoint endpoint, AdmissionWebhook webhook, Distribution latency) {
        this.context = context;
        this.endpoint = endpoint;
        this.webhook = webhook;
        this.latency = latency;
        this.latencies = context.random("latency");
    }

    /** Name of the component that serves what a configuration calls {@code clientConfig.service}. */
    public static String ofService(String namespace, String name) {
        return "webhook/" + namespace + "/" + name;
    }

    /** Name of the component that serves at the host of a {@code clientConfig.url}. */
    public static String ofHost(String host) {
        return "webhook/" + host;
    }

    @Override
    public void start() {
        endpoint.serve(
                AdmissionReview.at(context.name()),
                (caller, review, responder) ->
                        context.spend(latency.sample(latencies), () -> responder.respond(webhook.review(review))));
    }
}
