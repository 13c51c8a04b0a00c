package dev.wavetank.model.apiserver.invariants;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.apiserver.ApiServerConfig;
import dev.wavetank.model.gotext.GoJsonReader;
import dev.wavetank.model.http.HttpRequest;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.patch.JsonTree;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.Reply;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** Somebody who sends one HTTP request after the other, without faults, and waits for each answer. */
final class Wire {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    final InvariantWorld world;
    private Endpoint endpoint;

    Wire(ApiServerConfig config, List<KubernetesObject> initial) {
        world = new InvariantWorld(1, 1, 1, config, initial);
        world.add("client", (context, connected) -> () -> endpoint = connected);
        world.start(FaultPlan.NONE);
        world.run(VirtualTime.SECOND);
    }

    HttpResponse send(HttpRequest request) {
        HttpResponse[] answer = new HttpResponse[1];
        endpoint.call(HttpRequest.requests(InvariantWorld.serverName(1)), request, Door.DEADLINE)
                .whenDone(reply -> answer[0] = ((Reply.Answer<HttpResponse>) reply).value());
        while (answer[0] == null) {
            world.run(10 * VirtualTime.MILLISECOND);
        }
        return answer[0];
    }

    /** The object in the answer to a request that must succeed. */
    Map<String, Object> done(String method, String target, String type, Object body) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("User-Agent", "invariant");
        headers.put("Content-Type", type);
        String text = JSON.writeValueAsString(body);
        HttpResponse response = send(HttpRequest.of(method, target, headers, text));
        if (response.code() >= 300) {
            throw new AssertionError(method + " " + target + " " + text + ": " + response);
        }
        return JsonTree.map(GoJsonReader.parse(response.body()));
    }
}
