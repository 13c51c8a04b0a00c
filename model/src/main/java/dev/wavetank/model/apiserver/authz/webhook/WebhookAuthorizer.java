package dev.wavetank.model.apiserver.authz.webhook;

import dev.wavetank.model.apiserver.authz.Attributes;
import dev.wavetank.model.apiserver.authz.Authorizer;
import dev.wavetank.model.apiserver.authz.Decision;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Disconnect;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.Reply;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Asks another component ({@code --authorization-mode=Webhook}) and remembers what it said. A webhook that cannot be
 * reached, or cut the connection five times, has no opinion but an error; that is not remembered.
 */
public final class WebhookAuthorizer implements Authorizer {

    /** How many answers are remembered; then the one that was not used for longest goes. */
    private static final int CACHE_SIZE = 8192;

    /** After how long the server gives one attempt up. */
    private static final long TIMEOUT = 30 * VirtualTime.SECOND;

    /** Wait before the second attempt; each further wait is half as long again. */
    private static final long FIRST_WAIT = 500 * VirtualTime.MILLISECOND;

    private static final int ATTEMPTS = 5;

    private final Context context;
    private final Endpoint endpoint;
    private final Config config;
    private final Map<Attributes, Remembered> cache = new LinkedHashMap<>(16, 0.75f, true);

    private record Remembered(Decision decision, long until) {}

    /**
     * Flags about the webhook.
     *
     * @param component that is asked
     * @param url as errors name it
     * @param allowedFor how long a permission is remembered, in nanoseconds
     *     ({@code --authorization-webhook-cache-authorized-ttl})
     * @param deniedFor how long everything else is remembered, in nanoseconds
     *     ({@code --authorization-webhook-cache-unauthorized-ttl})
     */
    public record Config(String component, String url, long allowedFor, long deniedFor) {

        /** A component with Kubernetes' defaults: five minutes and thirty seconds. */
        public static Config of(String component) {
            return new Config(
                    component, "https://" + component + "/authorize", 5 * VirtualTime.MINUTE, 30 * VirtualTime.SECOND);
        }
    }

    /** An authorizer with an empty cache. */
    public WebhookAuthorizer(Context context, Endpoint endpoint, Config config) {
        this.context = context;
        this.endpoint = endpoint;
        this.config = config;
    }

    @Override
    public Completion<Decision> authorize(Attributes attributes) {
        Remembered remembered = cache.get(attributes);
        if (remembered != null && context.now() < remembered.until()) {
            return remembered.decision().now();
        }
        Completion<Decision> result = new Completion<>();
        ask(attributes, 1, FIRST_WAIT, result);
        return result;
    }

    private void ask(Attributes attributes, int attempt, long wait, Completion<Decision> result) {
        endpoint.call(SubjectAccessReview.at(config.component()), new SubjectAccessReview(attributes), TIMEOUT)
                .whenDone(reply -> {
                    if (reply instanceof Reply.Answer<Decision> answer) {
                        Decision decision = answer.value().isAllowed()
                                ? answer.value().by("the webhook " + config.url())
                                : answer.value();
                        remember(attributes, decision);
                        result.complete(decision);
                    } else if (attempt < ATTEMPTS && isPassing(((Reply.Lost<Decision>) reply).reason())) {
                        context.after(wait, () -> ask(attributes, attempt + 1, wait + wait / 2, result));
                    } else {
                        result.complete(Decision.failed(error((Reply.Lost<Decision>) reply)));
                    }
                });
    }

    /** Whether it is tried again: a connection that was cut is, one that did not come about is not. */
    private static boolean isPassing(Disconnect reason) {
        return reason == Disconnect.RESET || reason == Disconnect.CLOSED || reason == Disconnect.THROTTLED;
    }

    private String error(Reply.Lost<Decision> reply) {
        String how = reply.reason() == Disconnect.TIMED_OUT ? "context deadline exceeded" : "connection refused";
        return "Post \"" + config.url() + "?timeout=" + TIMEOUT / VirtualTime.SECOND + "s\": " + how;
    }

    private void remember(Attributes attributes, Decision decision) {
        long duration = decision.isAllowed() ? config.allowedFor() : config.deniedFor();
        cache.put(attributes, new Remembered(decision, context.now() + duration));
        if (cache.size() > CACHE_SIZE) {
            Iterator<Attributes> oldest = cache.keySet().iterator();
            oldest.next();
            oldest.remove();
        }
    }
}
