package dev.wavetank.model.apiserver.http;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.apiserver.aggregator.Aggregator;
import dev.wavetank.model.apiserver.authn.User;
import dev.wavetank.model.apiserver.chain.RequestChain;
import dev.wavetank.model.apiserver.chain.RequestInFlight;
import dev.wavetank.model.apiserver.http.answer.Answers;
import dev.wavetank.model.apiserver.http.answer.Forms;
import dev.wavetank.model.apiserver.http.body.BodyReader;
import dev.wavetank.model.apiserver.http.message.Refusal;
import dev.wavetank.model.apiserver.http.options.Exchange;
import dev.wavetank.model.apiserver.http.options.RequestInfo;
import dev.wavetank.model.apiserver.http.options.Selectors;
import dev.wavetank.model.apiserver.http.options.Warnings;
import dev.wavetank.model.apiserver.printers.Tables;
import dev.wavetank.model.apiserver.registry.strategy.Strategies;
import dev.wavetank.model.apiserver.resource.ServedResource;
import dev.wavetank.model.apiserver.resource.ServedResources;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.http.HttpRequest;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.http.Query;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.component.Context;
import java.util.ArrayList;
import java.util.List;

/** Takes HTTP requests: sends them along the chain, at whose end they are routed, decoded and executed. */
public final class HttpFront {

    private final Context context;
    private final RequestChain chain;
    private final ServedResources table;
    private final Strategies strategies;
    private final Routing routing;
    private final Answers answers;
    private final PathHandler paths;
    private final ResourceHandler resources;
    private final Aggregator aggregator;
    private final KubernetesVersion kubernetes;

    /**
     * A front of a server.
     *
     * @param chain the links that every request passes
     * @param backend what it hands requests on to
     * @param version how it speaks
     */
    public HttpFront(Context context, RequestChain chain, Backend backend, KubernetesVersion version) {
        ObjectCodec codec = new ObjectCodec();
        this.context = context;
        this.kubernetes = version;
        this.chain = chain;
        this.table = backend.resources();
        this.aggregator = backend.aggregator();
        this.strategies = backend.strategies();
        this.answers =
                new Answers(codec, new Forms(codec, new Tables(version, backend.columns()), version, context::clock));
        this.routing = new Routing(table);
        this.paths = new PathHandler(table, backend.checks(), answers, version);
        this.resources = new ResourceHandler(
                context,
                backend,
                new ListHandler(backend.watches(), answers, codec, version),
                new BodyReader(codec, backend.resources(), backend.strategies(), version),
                answers,
                version);
    }

    /** The answer, now or later. */
    public Completion<HttpResponse> handle(HttpRequest request) {
        if (!request.path().startsWith("/")) {
            // Go's HTTP server does not let it through to any handler (net/http, readRequest).
            return Completion.of(Answers.plain(400, "400 Bad Request"));
        }
        WireRequest incoming = new WireRequest(request, RequestInfo.of(request), this, new Completion<>());
        return chain.handle(new RequestInFlight(incoming, context.now())).map(this::decoded);
    }

    /** How it speaks. */
    public KubernetesVersion version() {
        return kubernetes;
    }

    /** The answer of the chain: bytes, or the refusal of a link. */
    private HttpResponse decoded(ApiResponse response) {
        return response instanceof HttpResponse encoded
                ? encoded
                : answers.status(((ApiResponse.Failed) response).status());
    }

    /** The end of the chain: what a user who may gets. */
    public Completion<HttpResponse> routed(HttpRequest request, RequestInfo info, User user) {
        try {
            if (!info.isResource() || request.path().contains("//")) {
                return paths.answer(request);
            }
            if (!table.hasGroup(info.group())) {
                return Completion.of(PathHandler.noSuchGroup());
            }
            ServedResource served = routing.route(info);
            if (aggregator.serves(info.group())) {
                // What cannot be read is refused here, as everywhere.
                Selectors.of(new Query(request.query()));
                return aggregator.answer(request, info.group());
            }
            if (request.method().equals("HEAD")) {
                throw new Refusal(Status.methodNotAllowed());
            }
            List<String> warnings = new ArrayList<>(1);
            warnings.add(strategies.of(served.type()).warning());
            return executed(new Exchange(request, info, served, user, warnings))
                    .map(response -> Warnings.on(response, warnings));
        } catch (Refusal refusal) {
            return Completion.of(answers.status(refusal.status()));
        }
    }

    private Completion<HttpResponse> executed(Exchange exchange) {
        try {
            return resources.handle(exchange);
        } catch (Refusal refusal) {
            return Completion.of(answers.status(refusal.status()));
        }
    }
}
