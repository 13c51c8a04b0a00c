package dev.wavetank.model.apiserver.http;

import dev.wavetank.model.apiserver.authn.User;
import dev.wavetank.model.apiserver.registry.strategy.Strategies;
import dev.wavetank.model.apiserver.request.Release;
import dev.wavetank.model.apiserver.resource.ServedResource;
import dev.wavetank.model.apiserver.resource.ServedResources;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.component.Context;

/** Takes HTTP requests: the way of each is authentication, authorization, routing, decoding, execution. */
public final class HttpFront {

    private final Access access;
    private final ServedResources table;
    private final Strategies strategies;
    private final Routing routing;
    private final Answers answers;
    private final PathHandler paths;
    private final ResourceHandler resources;

    /**
     * A front of a server.
     *
     * @param access who may do what
     * @param backend what it hands requests on to
     * @param version how it speaks
     */
    public HttpFront(Context context, Access access, Backend backend, Release version) {
        ObjectCodec codec = new ObjectCodec();
        this.access = access;
        this.table = backend.resources();
        this.strategies = backend.strategies();
        this.answers = new Answers(codec);
        this.routing = new Routing(table);
        this.paths = new PathHandler(table, answers);
        this.resources = new ResourceHandler(
                context,
                backend,
                new ListHandler(context, backend.watches(), answers, codec),
                new BodyReader(codec, backend, version),
                answers,
                version);
    }

    /** The answer, now or later. */
    public Completion<HttpResponse> handle(HttpRequest request) {
        RequestInfo info = RequestInfo.of(request);
        return access.admit(request, info)
                .then(result -> result.refusal() == null
                        ? routed(request, info, result.user())
                        : Completion.of(answers.status(result.refusal())));
    }

    private Completion<HttpResponse> routed(HttpRequest request, RequestInfo info, User user) {
        try {
            if (!info.isResource()) {
                return Completion.of(paths.answer(info));
            }
            if (!table.hasGroup(info.group())) {
                return Completion.of(PathHandler.noSuchGroup());
            }
            ServedResource served = routing.route(info);
            String warning = strategies.of(served.type()).warning();
            Completion<HttpResponse> answer = resources.handle(new Exchange(request, info, served, user));
            return warning.isEmpty() ? answer : answer.map(response -> Answers.warning(response, warning));
        } catch (Refusal refusal) {
            return Completion.of(answers.status(refusal.status()));
        }
    }
}
