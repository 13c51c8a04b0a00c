package dev.wavetank.model.apiserver;

import dev.wavetank.model.api.ApiCall;
import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.apiserver.admission.AdmissionChain;
import dev.wavetank.model.apiserver.admission.NamedPlugin;
import dev.wavetank.model.apiserver.aggregator.AggregatedResources;
import dev.wavetank.model.apiserver.aggregator.Aggregator;
import dev.wavetank.model.apiserver.allocation.ServiceAllocator;
import dev.wavetank.model.apiserver.apiextensions.CustomResourceHandler;
import dev.wavetank.model.apiserver.apiextensions.CustomResources;
import dev.wavetank.model.apiserver.apiextensions.CustomWatches;
import dev.wavetank.model.apiserver.apiextensions.Definition;
import dev.wavetank.model.apiserver.apiextensions.DefinitionControllers;
import dev.wavetank.model.apiserver.audit.AuditLog;
import dev.wavetank.model.apiserver.chain.AuditLink;
import dev.wavetank.model.apiserver.chain.RequestChain;
import dev.wavetank.model.apiserver.chain.RequestInFlight;
import dev.wavetank.model.apiserver.handlers.EventLeases;
import dev.wavetank.model.apiserver.handlers.FieldManagers;
import dev.wavetank.model.apiserver.handlers.Journey;
import dev.wavetank.model.apiserver.handlers.Reads;
import dev.wavetank.model.apiserver.handlers.RequestPath;
import dev.wavetank.model.apiserver.handlers.Storage;
import dev.wavetank.model.apiserver.http.Backend;
import dev.wavetank.model.apiserver.http.HttpFront;
import dev.wavetank.model.apiserver.http.KubeletClient;
import dev.wavetank.model.apiserver.http.SelfChecks;
import dev.wavetank.model.apiserver.inprocess.TypedDiscovery;
import dev.wavetank.model.apiserver.inprocess.TypedRequest;
import dev.wavetank.model.apiserver.inprocess.TypedWatch;
import dev.wavetank.model.apiserver.inprocess.WatchService;
import dev.wavetank.model.apiserver.registry.Registry;
import dev.wavetank.model.apiserver.request.Handler;
import dev.wavetank.model.apiserver.request.Recovery;
import dev.wavetank.model.apiserver.request.RequestContext;
import dev.wavetank.model.apiserver.resource.ResourceTable;
import dev.wavetank.model.apiserver.review.AccessReviews;
import dev.wavetank.model.apiserver.review.IdentityReviews;
import dev.wavetank.model.apiserver.review.Reviews;
import dev.wavetank.model.apiserver.review.TokenRequests;
import dev.wavetank.model.apiserver.watchcache.WatchCacheSettings;
import dev.wavetank.model.apiserver.watchcache.WatchCaches;
import dev.wavetank.model.etcd.EtcdClient;
import dev.wavetank.model.etcd.EtcdRequest;
import dev.wavetank.model.etcd.EtcdResponse;
import dev.wavetank.model.http.HttpChunk;
import dev.wavetank.model.http.HttpRequest;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.trace.ReadTrace;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Component;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.component.Timer;
import dev.wavetank.sim.network.CallHandler.Responder;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.StreamSender;
import java.util.ArrayList;
import java.util.List;

/**
 * The API server: see the package for what it does, {@link RequestChain} for the way of a request to its
 * execution, and {@link RequestPath} for the execution.
 *
 * <p>Emits a {@link RequestTrace} for every answered request that may change something and for every failed read,
 * and the milestones of an object's journey that it sees.
 */
public final class ApiServer implements Component {

    /** How often the history of etcd is compacted ({@code --etcd-compaction-interval}). */
    private static final long COMPACTION_INTERVAL = 5 * VirtualTime.MINUTE;

    /** How long etcd may take to say that it is well ({@code --etcd-healthcheck-timeout}). */
    private static final long ETCD_HEALTH_TIMEOUT = 2 * VirtualTime.SECOND;

    private final Context context;
    private final Endpoint endpoint;
    private final ApiServerConfig config;
    private final EtcdClient etcd;
    private final Recovery recovery;
    private final WatchCaches caches;
    private final AuthenticationMethods authenticator;
    private final AuthorizationModes authorizer;
    private final WatchService watches;
    private final Journey journey;
    private final RequestChain chain;
    private final Handler traced;
    private final HttpFront front;
    private final ResourceTable table;
    private final CustomResources resources;
    private long revisionAtLastCompaction;
    /** Executes the server's own requests. */
    private Handler loopback;

    /** A server that has not started and speaks as the latest release does. */
    public ApiServer(Context context, Endpoint endpoint, ApiServerConfig config) {
        this(context, endpoint, config, KubernetesVersion.DEFAULT, ApiServerParts.NONE);
    }

    /** A server that has not started. */
    public ApiServer(Context context, Endpoint endpoint, ApiServerConfig config, KubernetesVersion version) {
        this(context, endpoint, config, version, ApiServerParts.NONE);
    }

    /** A server that has not started, with parts that users have written. */
    public ApiServer(
            Context context,
            Endpoint endpoint,
            ApiServerConfig config,
            KubernetesVersion version,
            ApiServerParts parts) {
        this.context = context;
        this.endpoint = endpoint;
        this.config = config;
        this.recovery = new Recovery(context);
        this.etcd = new EtcdClient(endpoint, config.etcd(), recovery::carried);
        this.caches =
                new WatchCaches(context, etcd, WatchCacheSettings.of(version).withLag(config.watchCacheLag()));
        this.authenticator = new AuthenticationMethods(
                context, config.authentication(), ApiServerParts.made(parts.authenticators(), context, endpoint));
        this.authorizer = new AuthorizationModes(
                context, endpoint, config.authorization(), ApiServerParts.made(parts.authorizers(), context, endpoint));
        this.journey = new Journey(context);
        this.table = ResourceTable.of(version);
        this.resources = new CustomResources(context, table, Registry.builtIn(version), version);
        this.watches = new WatchService(
                context,
                new CustomWatches(
                        resources,
                        caches::of,
                        (resource, selector, options, sender) ->
                                caches.of(resource).serve(selector, options, sender)),
                version);
        Handler routing = new CustomResourceHandler(resources, routing(version));
        Handler execution = config.tracksComponents() ? FieldManagers.tracking(version, routing) : routing;
        this.traced = traced(execution);
        new DefinitionControllers(context, resources, execution);
        this.chain = RequestChain.of(
                context,
                recovery,
                new RequestChain.Parts(
                        authenticator,
                        authorizer,
                        audit(context, parts.audit(), version),
                        version.has(Feature.REFUSALS_NAME_GROUPS),
                        ApiServerParts.made(parts.links(), context, endpoint)),
                config.flow());
        this.front = new HttpFront(
                context,
                chain,
                new Backend(
                        traced,
                        watches,
                        new AggregatedResources(resources, config.aggregated()),
                        resources,
                        resources,
                        new Aggregator(endpoint, config.aggregated()),
                        new KubeletClient(endpoint),
                        selfChecks()),
                version);
    }

    private SelfChecks selfChecks() {
        return new SelfChecks() {
            @Override
            public String issuer() {
                var issuer = config.authentication().serviceAccounts();
                return issuer == null ? "" : issuer.name();
            }

            @Override
            public Completion<Boolean> etcdAnswers() {
                Completion<Boolean> answers = new Completion<>();
                Timer late = context.after(ETCD_HEALTH_TIMEOUT, () -> answers.complete(false));
                etcd.send(new EtcdRequest.Get("health")).whenDone(response -> {
                    if (late.cancel()) {
                        answers.complete(!(response instanceof EtcdResponse.Failure));
                    }
                });
                return answers;
            }
        };
    }

    private static AuditLink audit(Context context, ApiServerParts.Audit audit, KubernetesVersion version) {
        return audit.backend() == null
                ? AuditLink.NONE
                : new AuditLog(context, audit.policy(), audit.backend(), version);
    }

    private Handler routing(KubernetesVersion version) {
        Storage storage = new Storage(etcd, resources, new EventLeases(context, etcd, config.eventTtl()), caches);
        ServerView.Server server = new ServerView.Server(context, endpoint, recovery, caches, version);
        ServerView view = new ServerView(server, storage, authorizer, request -> loopback.handle(request));
        List<NamedPlugin> plugins = new ArrayList<>(AdmissionPlugins.build(config.admission(), view));
        authorizer
                .escalation()
                .ifPresent(rule -> plugins.add(new NamedPlugin("RBAC", new EscalationCheck(rule, view))));
        AdmissionChain admission = new AdmissionChain(context, plugins, view);
        Reads reads = new Reads(storage, etcd, caches, version);
        Handler byVerb = RequestPath.routing(
                new RequestPath.Parts(
                        context,
                        recovery,
                        storage,
                        admission,
                        journey,
                        new ServiceAllocator(context, etcd, config.services(), version),
                        version),
                reads);
        loopback = RequestPath.reviews(reviews(reads, version), admission, request -> {
            // Its cache knows from now on what happens to the resource, for the watches that will follow.
            caches.of(request.request().resource());
            return byVerb.handle(request);
        });
        return loopback;
    }

    private Reviews reviews(Reads reads, KubernetesVersion version) {
        return new Reviews(
                new AccessReviews(authorizer, authorizer, version),
                new IdentityReviews(authenticator),
                new TokenRequests(config.authentication().serviceAccounts(), reads::get, context::clock, version));
    }

    @Override
    public void start() {
        caches.start();
        caches.of(Definition.RESOURCE).listen(resources);
        authenticator.start(caches);
        authorizer.start(caches);
        endpoint.serve(ApiCall.requests(context.name()), this::handle);
        endpoint.serve(
                ApiCall.discovery(context.name()),
                (client, request, responder) -> chain.handle(
                                new RequestInFlight(new TypedDiscovery(request, resources), context.now()))
                        .whenDone(responder::respond));
        endpoint.serve(HttpRequest.requests(context.name()), this::handleHttp);
        endpoint.serveStream(HttpRequest.streams(context.name()), this::streamHttp);
        endpoint.serveStream(
                ApiCall.watches(context.name()),
                (client, request, sender) -> watch(new TypedWatch(request, table, sender, watches)));
        context.daemonAfter(COMPACTION_INTERVAL, this::compact);
    }

    private void handle(String client, ApiCall call, Responder<ApiResponse> responder) {
        if (call.request() instanceof ApiRequest.Create create && RequestContext.isFromUser(call)) {
            journey.received(create);
        }
        RequestInFlight passage = new RequestInFlight(new TypedRequest(call, table, traced, resources), context.now());
        chain.handle(passage).whenDone(response -> {
            if (!passage.isExecuted()) {
                trace(passage.userName(), call, response, passage.received(), false);
            }
            responder.respond(response);
        });
    }

    private void handleHttp(String client, HttpRequest request, Responder<HttpResponse> responder) {
        front.handle(request).then(HttpResponse::whole).whenDone(responder::respond);
    }

    private void streamHttp(String client, HttpRequest request, StreamSender<HttpChunk> sender) {
        front.handle(request).whenDone(response -> response.streamTo(sender));
    }

    private void watch(TypedWatch watch) {
        chain.handle(new RequestInFlight(watch, context.now())).whenDone(response -> {
            if (response instanceof ApiResponse.Failed failed) {
                watch.sender().send(WatchEvent.error(failed.status()));
                watch.sender().close();
            }
        });
    }

    /**
     * Traces requests when they have been executed, before their consequences can be observed. What a link refuses
     * before is traced if it is typed; what comes over the wire has not been decoded by then.
     */
    private Handler traced(Handler execution) {
        return request -> execution.handle(request).map(response -> {
            trace(
                    request.user().name(),
                    request.call(),
                    response,
                    request.received(),
                    request.options().dryRun());
            return response;
        });
    }

    private void trace(String user, ApiCall call, ApiResponse response, long received, boolean dryRun) {
        if (call.request().verb().isMutating() || !response.isSuccess()) {
            context.trace(new RequestTrace(user, call, response, received, dryRun));
        } else {
            ReadTrace.of(context, call, received);
        }
    }

    /** The name of its component. */
    public String name() {
        return context.name();
    }

    /** What it keeps in memory of each resource. */
    public WatchCaches watchCaches() {
        return caches;
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
