package dev.wavetank.model.apiserver;

import dev.wavetank.model.api.ApiCall;
import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.apiserver.admission.AdmissionChain;
import dev.wavetank.model.apiserver.authn.Credentials;
import dev.wavetank.model.apiserver.http.Access;
import dev.wavetank.model.apiserver.http.HttpChunk;
import dev.wavetank.model.apiserver.http.HttpFront;
import dev.wavetank.model.apiserver.http.HttpRequest;
import dev.wavetank.model.apiserver.http.HttpResponse;
import dev.wavetank.model.apiserver.registry.Registry;
import dev.wavetank.model.apiserver.request.Handler;
import dev.wavetank.model.apiserver.request.Release;
import dev.wavetank.model.apiserver.request.RequestContext;
import dev.wavetank.model.apiserver.watchcache.WatchCacheSettings;
import dev.wavetank.model.etcd.EtcdClient;
import dev.wavetank.model.etcd.EtcdRequest;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Component;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.CallHandler.Responder;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.StreamSender;
import dev.wavetank.sim.random.RandomStream;

/**
 * The API server: see the package for what it does, and {@link RequestPath} for the way of a request.
 *
 * <p>Emits a {@link RequestTrace} for every answered request that may change something and for every failed read,
 * and the milestones of an object's journey that it sees.
 */
public final class ApiServer implements Component {

    /** How often the history of etcd is compacted ({@code --etcd-compaction-interval}). */
    private static final long COMPACTION_INTERVAL = 5 * VirtualTime.MINUTE;

    private final Context context;
    private final Endpoint endpoint;
    private final ApiServerConfig config;
    private final EtcdClient etcd;
    private final WatchCaches caches;
    private final AuthenticationMethods authenticator;
    private final AuthorizationModes authorizer;
    private final WatchService watches;
    private final Journey journey;
    private final Handler path;
    private final HttpFront front;
    private final RandomStream serviceTime;
    private long revisionAtLastCompaction;

    /** A server that has not started and speaks as the latest release does. */
    public ApiServer(Context context, Endpoint endpoint, ApiServerConfig config) {
        this(context, endpoint, config, Release.V1_32);
    }

    /** A server that has not started. */
    public ApiServer(Context context, Endpoint endpoint, ApiServerConfig config, Release version) {
        this.context = context;
        this.endpoint = endpoint;
        this.config = config;
        this.etcd = new EtcdClient(endpoint, config.etcd());
        this.caches =
                new WatchCaches(context, etcd, WatchCacheSettings.of(version).withLag(config.watchCacheLag()));
        this.authenticator = new AuthenticationMethods(context, config.authentication());
        this.authorizer = new AuthorizationModes(context, endpoint, config.authorization());
        this.journey = new Journey(context);
        this.watches = new WatchService(context, authenticator, authorizer, caches);
        Handler routing = routing();
        this.path = RequestPath.authentication(authenticator, RequestPath.authorization(authorizer, routing));
        this.front = new HttpFront(
                context,
                new Access(authenticator, authorizer),
                request -> routing.handle(request).map(response -> traced(request, response)),
                watches,
                version);
        this.serviceTime = context.random("serviceTime");
    }

    private Handler routing() {
        Storage storage = new Storage(etcd, Registry.builtIn());
        ServerView view = new ServerView(caches, storage);
        AdmissionChain admission =
                new AdmissionChain(AdmissionPlugins.build(config.enableAdmissionPlugins(), view), view);
        Creations creations = new Creations(context, storage, admission, journey);
        Deletions deletions = new Deletions(context, storage, admission);
        Handler byVerb = RequestPath.routing(
                new Reads(storage, etcd, caches),
                creations,
                new Updates(context, storage, admission, journey, creations),
                deletions,
                new Evictions(storage, deletions));
        return request -> {
            // Its cache knows from now on what happens to the resource, for the watches that will follow.
            caches.of(request.request().resource());
            return byVerb.handle(request);
        };
    }

    @Override
    public void start() {
        caches.start();
        authenticator.start(caches);
        authorizer.start(caches);
        endpoint.serve(ApiCall.requests(context.name()), this::handle);
        endpoint.serve(HttpRequest.requests(context.name()), this::handleHttp);
        endpoint.serveStream(HttpRequest.streams(context.name()), this::streamHttp);
        endpoint.serveStream(ApiCall.watches(context.name()), watches::open);
        context.daemonAfter(COMPACTION_INTERVAL, this::compact);
    }

    private void handle(String client, ApiCall call, Responder<ApiResponse> responder) {
        RequestContext request = new RequestContext(call, null, context.now());
        if (request.isFromUser() && call.request() instanceof ApiRequest.Create create) {
            journey.received(create);
        }
        context.after(
                config.serviceTime().sample(serviceTime),
                () -> path.handle(request).whenDone(response -> answer(request, response, responder)));
    }

    private void handleHttp(String client, HttpRequest request, Responder<HttpResponse> responder) {
        context.after(
                config.serviceTime().sample(serviceTime),
                () -> front.handle(request).then(HttpResponse::whole).whenDone(responder::respond));
    }

    private void streamHttp(String client, HttpRequest request, StreamSender<HttpChunk> sender) {
        context.after(
                config.serviceTime().sample(serviceTime),
                () -> front.handle(request).whenDone(response -> response.streamTo(sender)));
    }

    /** Requests over the wire are traced once they are decoded: earlier refusals have no typed request to show. */
    private ApiResponse traced(RequestContext request, ApiResponse response) {
        if (request.request().verb().isMutating() || !response.isSuccess()) {
            context.trace(new RequestTrace(request.user().name(), request.call(), response, request.received()));
        }
        return response;
    }

    private void answer(RequestContext request, ApiResponse response, Responder<ApiResponse> responder) {
        if (request.request().verb().isMutating() || !response.isSuccess()) {
            context.trace(new RequestTrace(
                    authenticator.userName(Credentials.ofToken(request.call().token())),
                    request.call(),
                    response,
                    request.received()));
        }
        responder.respond(response);
    }

    /** Forgets what is older than one interval, as the compactor of the real server does. */
    private void compact() {
        context.daemonAfter(COMPACTION_INTERVAL, this::compact);
        long forgotten = revisionAtLastCompaction;
        revisionAtLastCompaction = caches.latestRevision();
        if (forgotten > 0) {
            etcd.send(new EtcdRequest.Compact(forgotten));
        }
    }
}
