package dev.wavetank.model.kubectl.describe;

import dev.wavetank.model.apiserver.registry.defaulting.ApiSchema;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.http.HttpRequest;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.kubectl.Kubectl;
import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.kubectl.wire.KubectlResult;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Component;
import dev.wavetank.sim.component.Components;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.Network;
import dev.wavetank.sim.network.NetworkSettings;
import dev.wavetank.sim.random.Distribution;
import dev.wavetank.sim.trace.Trace;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A server that has an answer for each recorded request and no other, and a kubectl beside it. */
final class RecordedServer {

    private static final String SERVER = "apiserver";

    private final ObjectCodec codec = new ObjectCodec();
    private final Map<String, Object> answers;
    private final List<String> requests = new ArrayList<>();
    private boolean crashed;

    /** A server with the answers of a JSON document: by path and query. */
    RecordedServer(String answers) {
        this.answers = codec.tree(answers);
    }

    /** Has the server crash at the first request that is not about discovery. */
    RecordedServer crash() {
        crashed = true;
        return this;
    }

    /** The requests of the last command. */
    List<String> requests() {
        return requests;
    }

    /** Types a command at an instant. */
    KubectlResult type(KubernetesVersion version, Instant now, List<String> words, Map<String, String> files) {
        requests.clear();
        Simulation simulation = new Simulation(7, OrderPolicy.FIFO, new Trace());
        Components components = new Components(simulation);
        Network network = new Network(
                simulation,
                new NetworkSettings(new Distribution.Constant(0), 30 * VirtualTime.SECOND, 30 * VirtualTime.SECOND));
        Kubectl.Settings settings =
                new Kubectl.Settings(List.of(SERVER), "token", version, ApiSchema.of(version), codec);
        List<KubectlResult> results = new ArrayList<>();
        components.add(SERVER, context -> new Server(network.connect(context), context, components));
        components.add(Kubectl.NAME, context -> {
            Kubectl kubectl = new Kubectl(context, network.connect(context), settings);
            long wait = Duration.between(VirtualTime.EPOCH, now).toNanos();
            context.after(wait, () -> kubectl.run(words, files).whenDone(results::add));
            return kubectl;
        });
        components.startAll();
        simulation.run(RunLimits.UNTIL_QUIESCENT);
        if (results.size() != 1) {
            throw new AssertionError("kubectl " + words + " did not end");
        }
        return results.get(0);
    }

    private final class Server implements Component {
        private final Endpoint endpoint;
        private final Context context;
        private final Components components;

        Server(Endpoint endpoint, Context context, Components components) {
            this.endpoint = endpoint;
            this.context = context;
            this.components = components;
        }

        @Override
        public void start() {
            endpoint.serve(HttpRequest.requests(context.name()), (caller, request, responder) -> {
                String target = request.path() + (request.query().isEmpty() ? "" : "?" + request.query());
                if (request.query().equals("timeout=32s")) {
                    responder.respond(new HttpResponse(200, Collections.emptyMap(), codec.json(discovery())));
                    return;
                }
                requests.add(target);
                if (crashed) {
                    components.crash(SERVER);
                    return;
                }
                responder.respond(answer(target));
            });
        }
    }

    private HttpResponse answer(String target) {
        Object answer = answers.get(target);
        Map<String, Object> body = fields(answer);
        if (body.isEmpty()) {
            body.put("kind", "Status");
            body.put("reason", "NotFound");
            body.put("message", "nothing is recorded for " + target);
            body.put("code", 404);
        }
        int code = body.get("code") instanceof Number number ? number.intValue() : 200;
        return new HttpResponse(code, Collections.emptyMap(), codec.json(body));
    }

    /** What discovery says about the recorded definition of a custom kind, if there is one. */
    private Map<String, Object> discovery() {
        ObjectFields definition = new ObjectFields(fields(answers.get("definitions")));
        List<Object> groups = new ArrayList<>();
        if (!definition.tree().isEmpty()) {
            Map<String, Object> resource = new LinkedHashMap<>();
            resource.put("resource", definition.text("spec.names.plural"));
            resource.put("responseKind", Collections.singletonMap("kind", definition.text("spec.names.kind")));
            resource.put("scope", definition.text("spec.scope"));
            resource.put("shortNames", definition.value("spec.names.shortNames"));
            resource.put("singularResource", definition.text("spec.names.singular"));
            Map<String, Object> version = new LinkedHashMap<>();
            version.put("version", definition.list("spec.versions").get(0).text("name"));
            version.put("resources", List.of(resource));
            Map<String, Object> group = new LinkedHashMap<>();
            group.put("metadata", Collections.singletonMap("name", definition.text("spec.group")));
            group.put("versions", List.of(version));
            groups.add(group);
        }
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("kind", "APIGroupDiscoveryList");
        document.put("items", groups);
        return document;
    }

    private static Map<String, Object> fields(Object tree) {
        Map<String, Object> fields = new LinkedHashMap<>();
        if (tree instanceof Map<?, ?> map) {
            map.forEach((name, value) -> fields.put((String) name, value));
        }
        return fields;
    }
}
