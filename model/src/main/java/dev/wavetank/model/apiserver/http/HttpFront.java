package dev.wavetank.model.apiserver.http;

import dev.wavetank.model.apiserver.authn.User;
import dev.wavetank.model.apiserver.request.Handler;
import dev.wavetank.model.apiserver.request.Release;
import dev.wavetank.model.apiserver.resource.ResourceTable;
import dev.wavetank.model.apiserver.resource.ServedResources;
import dev.wavetank.model.apiserver.table.TableColumns;
import dev.wavetank.model.apiserver.table.Tables;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.component.Context;

/** Takes HTTP requests: the way of each is authentication, authorization, routing, decoding, execution. */
public final class HttpFront {

    private final Access access;
    private final ServedResources table;
    private final Routing routing;
    private final Answers answers;
    private final PathHandler paths;
    private final ResourceHandler resources;

    /**
     * A front of a server.
     *
     * @param access who may do what
     * @param handler executes typed requests of users who may
     * @param watches serves watches
     * @param version how it speaks
     */
    public HttpFront(Context context, Access access, Handler handler, Watches watches, Release version) {
        ObjectCodec codec = new ObjectCodec();
        this.access = access;
        this.table = ResourceTable.of(version);
        this.answers = new Answers(codec, new Forms(codec, new Tables(version, TableColumns.NONE), context::now));
        this.routing = new Routing(table);
        this.paths = new PathHandler(table, answers, version);
        this.resources = new ResourceHandler(
                context,
                handler,
                new ListHandler(context, watches, answers, codec),
                new BodyReader(codec, table, version),
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
                return Completion.of(paths.answer(request));
            }
            if (!table.hasGroup(info.group())) {
                return Completion.of(PathHandler.noSuchGroup());
            }
            return resources.handle(new Exchange(request, info, routing.route(info), user));
        } catch (Refusal refusal) {
            return Completion.of(answers.status(refusal.status()));
        }
    }
}
