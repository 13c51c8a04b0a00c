package dev.wavetank.model.kubectl.server;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.WatchOptions;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.codec.CustomKinds;
import dev.wavetank.model.kubectl.wire.RequestGate;
import dev.wavetank.model.kubectl.wire.RestClient;
import dev.wavetank.model.trace.hop.SendHop;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.StreamReceiver;
import dev.wavetank.sim.network.Subscription;
import java.util.List;
import java.util.Map;

/**
 * Sends the typed requests of a command.
 *
 * <p>The real command refuses an object whose definition is in the same files and not yet established; people run
 * it again,
 * or wait with {@code kubectl wait}. Here the command itself waits.
 */
public final class CustomLookup {

    private static final long POLL = 500 * VirtualTime.MILLISECOND;
    private static final int POLLS = 60;

    private final Context context;
    private final ApiClient client;
    private final CustomKinds kinds;
    private final RequestGate gate;
    private final TypedLog log;

    /**
     * Requests of one command.
     *
     * @param kinds custom kinds that are known
     * @param gate holds requests back until it is known what the server serves
     * @param log prints them
     */
    public CustomLookup(Context context, ApiClient client, CustomKinds kinds, RequestGate gate, TypedLog log) {
        this.context = context;
        this.client = client;
        this.kinds = kinds;
        this.gate = gate;
        this.log = log;
    }

    public CustomKinds kinds() {
        return kinds;
    }

    /** Opens a watch. */
    public Subscription watch(
            ResourceType resource, ApiRequest.Selection selection, long revision, StreamReceiver<WatchEvent> receiver) {
        return client.watch(resource, selection, WatchOptions.from(revision), receiver);
    }

    /** Sends a request; first waits for a while until a custom resource is established. */
    public Completion<ApiResponse> send(ApiRequest request) {
        return gate.opened().then(open -> {
            if (context.tracesDetails()) {
                context.trace(new SendHop(
                        request.verb() + " " + request.subject(),
                        request.resource().apiVersion()));
            }
            long sent = context.now();
            Completion<ApiResponse> response = request.resource().isCustom()
                    ? whenEstablished(request, POLLS)
                    : sent(request, RestClient.MOST_RETRIES);
            return response.map(answer -> Answers.named(request, log.answered(request, answer, context.now() - sent)));
        });
    }

    /** A request that only reads is sent again a second after its connection was cut (client-go, with_retry.go). */
    private Completion<ApiResponse> sent(ApiRequest request, int retries) {
        boolean reads = request instanceof ApiRequest.Get || request instanceof ApiRequest.List;
        return client.send(request)
                .then(answer -> reads
                                && retries > 0
                                && answer instanceof ApiResponse.Unreachable lost
                                && RestClient.isCut(lost.reason())
                        ? context.pause(VirtualTime.SECOND).then(over -> sent(request, retries - 1))
                        : Completion.of(answer));
    }

    private Completion<ApiResponse> whenEstablished(ApiRequest request, int polls) {
        ResourceType resource = request.resource();
        String name = resource.plural() + "." + resource.group();
        return client.send(new ApiRequest.Get(Resources.CUSTOM_RESOURCE_DEFINITIONS, "", name))
                .then(response -> {
                    boolean waiting = response instanceof ApiResponse.One one && !isEstablished(one.object());
                    if (!waiting || polls == 0) {
                        return sent(request, RestClient.MOST_RETRIES);
                    }
                    return context.pause(POLL).then(over -> whenEstablished(request, polls - 1));
                });
    }

    private static boolean isEstablished(KubernetesObject definition) {
        return definition instanceof GenericObject generic
                && generic.other().get("status") instanceof Map<?, ?> status
                && status.get("conditions") instanceof List<?> conditions
                && conditions.stream()
                        .anyMatch(condition -> condition instanceof Map<?, ?> one
                                && "Established".equals(one.get("type"))
                                && "True".equals(one.get("status")));
    }
}
