package dev.wavetank.model.client;

import dev.wavetank.model.api.ApiCall;
import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.WatchRequest;
import dev.wavetank.model.client.flowcontrol.RateLimit;
import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Components;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.Network;
import dev.wavetank.sim.network.NetworkSettings;
import dev.wavetank.sim.network.StreamSender;
import dev.wavetank.sim.random.Distribution;
import dev.wavetank.sim.trace.Trace;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** An API server that answers requests as a test says, and one client of it. */
public final class FakeServer {

    private static final String SERVER = "apiserver";

    private final List<ApiRequest> requests = new ArrayList<>();
    private final List<ApiCall.Origin> origins = new ArrayList<>();
    private final List<TraceRecord> records = new ArrayList<>();
    private final List<WatchRequest> watches = new ArrayList<>();
    private final Simulation simulation;
    private final Components components;
    private final Network network;
    private Context context;
    private ApiClient client;
    private StreamSender<WatchEvent> watch;

    /** A server that gives these answers. */
    public FakeServer(Function<ApiRequest, ApiResponse> answer) {
        Trace trace = new Trace();
        trace.addSink(entry -> records.add(entry.record()));
        simulation = new Simulation(1, OrderPolicy.FIFO, trace);
        network = new Network(
                simulation,
                new NetworkSettings(
                        new Distribution.Constant(VirtualTime.MILLISECOND), VirtualTime.SECOND, VirtualTime.MINUTE));
        components = new Components(simulation);
        components.add(SERVER, given -> {
            Endpoint endpoint = network.connect(given);
            return () -> {
                endpoint.serve(ApiCall.requests(SERVER), (caller, call, responder) -> {
                    requests.add(call.request());
                    origins.add(call.origin());
                    responder.respond(answer.apply(call.request()));
                });
                endpoint.serveStream(ApiCall.watches(SERVER), (caller, request, sender) -> {
                    watches.add(request);
                    watch = sender;
                });
            };
        });
        components.add("client", given -> {
            context = given;
            ApiClient.Credentials credentials = new ApiClient.Credentials(List.of(SERVER), "", "test");
            client = new ApiClient(given, network.connect(given), credentials, RateLimit.NONE);
            return () -> {};
        });
        components.startAll();
    }

    /** The client. */
    public ApiClient client() {
        return client;
    }

    /** The network between the two. */
    public Network network() {
        return network;
    }

    /** The context of the client. */
    public Context context() {
        return context;
    }

    /** What was asked so far. */
    public List<ApiRequest> requests() {
        return requests;
    }

    /** Where what was asked came from, and when it was sent. */
    public List<ApiCall.Origin> origins() {
        return origins;
    }

    /** The watches that were asked for so far. */
    public List<WatchRequest> watches() {
        return watches;
    }

    /** The latest of them, as the server holds it. */
    public StreamSender<WatchEvent> watch() {
        return watch;
    }

    /** What was traced so far. */
    public List<TraceRecord> records() {
        return records;
    }

    /** Runs until nothing happens any more. */
    public void run() {
        simulation.run(RunLimits.UNTIL_QUIESCENT);
    }

    /** Goes on for so many nanoseconds. */
    public void runFor(long nanos) {
        simulation.run(RunLimits.until(simulation.now() + nanos));
    }

    /** Goes on for so many nanoseconds while the client is paused; then it continues. */
    public void runWithClientPausedFor(long nanos) {
        components.pause("client");
        runFor(nanos);
        components.resume("client");
    }
}
