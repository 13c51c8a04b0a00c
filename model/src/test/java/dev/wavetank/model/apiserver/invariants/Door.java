package dev.wavetank.model.apiserver.invariants;

import dev.wavetank.model.api.ApiCall;
import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.ObjectMetaBuilder;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.ResourceVersion;
import dev.wavetank.model.api.core.ConfigMap;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.network.Disconnect;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.Reply;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** A way into an API server: typed requests here, HTTP in {@link WireDoor}. */
interface Door {

    /** The objects whose values are written: as plain as objects can be. */
    ResourceType CONFIG_MAPS = new ResourceType("", "v1", "ConfigMap", "configmaps", true);

    /** After how long a client gives up: later than a server that waits for etcd. */
    long DEADLINE = 10 * VirtualTime.SECOND;

    /** Carries out a call, and tells what became of it. */
    Completion<Outcome> send(Call call);

    /** What a broken connection says about a request. */
    static Outcome lost(Disconnect reason) {
        boolean refused = reason == Disconnect.REFUSED || reason == Disconnect.THROTTLED;
        return Outcome.of(refused ? Outcome.Kind.REFUSED : Outcome.Kind.UNKNOWN);
    }

    /** Typed requests with a token. */
    record Typed(Endpoint endpoint, String server, String token) implements Door {

        @Override
        public Completion<Outcome> send(Call call) {
            return endpoint.call(ApiCall.requests(server), new ApiCall(token, call.client, request(call)), DEADLINE)
                    .map(reply -> reply instanceof Reply.Answer<ApiResponse> answer
                            ? outcome(answer.value())
                            : lost(((Reply.Lost<ApiResponse>) reply).reason()));
        }

        private static ApiRequest request(Call call) {
            return switch (call.what) {
                case GET -> new ApiRequest.Get(CONFIG_MAPS, "default", call.key);
                case CREATE -> ApiRequest.Create.of(CONFIG_MAPS, object(call, 0));
                case UPDATE -> new ApiRequest.Update(CONFIG_MAPS, "", object(call, call.seen));
                case PATCH ->
                    new ApiRequest.Patch(CONFIG_MAPS, "default", call.key, "", new ApiRequest.Change.Merge(data(call)));
                case DELETE, DELETE_SEEN ->
                    new ApiRequest.Delete(
                            CONFIG_MAPS,
                            "default",
                            call.key,
                            new ApiRequest.DeleteOptions(
                                    null,
                                    null,
                                    null,
                                    call.what == Operation.What.DELETE ? null : ResourceVersion.of(call.seen)));
            };
        }

        private static Map<String, Object> data(Call call) {
            Map<String, Object> tree = new LinkedHashMap<>();
            tree.put("data", Collections.singletonMap("value", call.value));
            return tree;
        }

        private static KubernetesObject object(Call call, long revision) {
            ObjectMeta metadata = ObjectMetaBuilder.builder(ObjectMeta.named("default", call.key))
                    .resourceVersion(revision == 0 ? null : ResourceVersion.of(revision))
                    .build();
            return new ConfigMap(metadata, Collections.singletonMap("value", call.value), null);
        }

        private static Outcome outcome(ApiResponse response) {
            if (response instanceof ApiResponse.Failed failed) {
                return Outcome.ofFailure(
                        failed.code(), String.valueOf(failed.status().reason()));
            }
            if (response instanceof ApiResponse.One one) {
                return new Outcome(Outcome.Kind.DONE, one.object().metadata().revision(), valueOf(one.object()));
            }
            return Outcome.of(Outcome.Kind.DONE);
        }
    }

    /** The value that an object holds. */
    static String valueOf(KubernetesObject object) {
        return ((ConfigMap) object).data().getOrDefault("value", "");
    }
}
