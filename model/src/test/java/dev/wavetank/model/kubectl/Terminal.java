package dev.wavetank.model.kubectl;

import dev.wavetank.model.api.ApiCall;
import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.apiserver.registry.defaulting.ApiSchema;
import dev.wavetank.model.kubectl.wire.KubectlResult;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Components;
import dev.wavetank.sim.network.Network;
import dev.wavetank.sim.network.NetworkSettings;
import dev.wavetank.sim.random.Distribution;
import dev.wavetank.sim.trace.Trace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A simulation of kubectl and a fake API server, and somebody who types. */
final class Terminal {

    final FakeApiServer.World world = new FakeApiServer.World();
    private final Simulation simulation = new Simulation(7, OrderPolicy.FIFO, new Trace());
    private final Components components = new Components(simulation);
    private final Map<String, String> files = new LinkedHashMap<>();
    private Kubectl kubectl;

    Terminal() {
        this(KubernetesVersion.V1_32);
    }

    Terminal(KubernetesVersion version) {
        Distribution latency = new Distribution.Constant(VirtualTime.MILLISECOND);
        Network network =
                new Network(simulation, new NetworkSettings(latency, 30 * VirtualTime.SECOND, 30 * VirtualTime.SECOND));
        Kubectl.Settings settings =
                new Kubectl.Settings(List.of(FakeApiServer.NAME), "token", version, ApiSchema.of(version), world.codec);
        components.add(FakeApiServer.NAME, context -> new FakeApiServer(context, network.connect(context), world));
        components.add(Kubectl.NAME, context -> {
            kubectl = new Kubectl(context, network.connect(context), settings);
            return kubectl;
        });
        components.startAll();
    }

    /** Puts a file where commands find it. */
    void file(String name, String text) {
        files.put(name, text);
    }

    void stopServer() {
        components.crash(FakeApiServer.NAME);
    }

    /** Has the server refuse everything from now on. */
    void refuseWith(Status refusal) {
        world.refusal = refusal;
    }

    /** Types a command, words separated by single spaces, and waits for its end. */
    KubectlResult type(String line) {
        return type(List.of(line.split(" ")));
    }

    KubectlResult type(List<String> words) {
        List<KubectlResult> results = new ArrayList<>();
        kubectl.run(words, files).whenDone(results::add);
        simulation.run(RunLimits.UNTIL_QUIESCENT);
        if (results.size() != 1) {
            throw new AssertionError("kubectl " + words + " did not end");
        }
        return results.get(0);
    }

    /** The stored object, as JSON. */
    String stored(String key) {
        KubernetesObject object = world.objects.get(key);
        return object == null ? "nothing" : world.codec.json(object);
    }

    /** The requests so far: verb, resource and subresource, name. */
    List<String> requests() {
        return world.calls.stream()
                .map(ApiCall::request)
                .map(request -> request.verb() + " " + request.resource().qualified()
                        + (request.subresource().isEmpty() ? "" : "/" + request.subresource()) + " " + request.key())
                .toList();
    }

    ApiRequest lastRequest() {
        return lastCall().request();
    }

    ApiCall lastCall() {
        return world.calls.get(world.calls.size() - 1);
    }
}
