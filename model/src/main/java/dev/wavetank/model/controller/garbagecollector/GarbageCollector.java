package dev.wavetank.model.controller.garbagecollector;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMetaBuilder;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.record.EventRecorder;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.client.workqueue.WorkQueue;
import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.controller.ControllerEnvironment;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.component.Timer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Deletes objects without existing owners, completes foreground deletions, and orphans the dependents of objects that
 * are deleted with the policy {@code Orphan}, for all kinds that the API server serves.
 */
public final class GarbageCollector implements Controller {

    /** User agent. */
    public static final String NAME = KubernetesController.GARBAGE_COLLECTOR.userAgent();

    /** Source of its Events. */
    private static final String EVENT_SOURCE = "garbage-collector-controller";

    /** How often it discovers new kinds. */
    private static final long DISCOVERY_PERIOD = 30 * VirtualTime.SECOND;

    /** How long it waits for the first lists of all kinds: {@code initialSyncTimeout}, v1.32. */
    private static final long SYNC_TIMEOUT = 30 * VirtualTime.SECOND;

    private final ControllerEnvironment environment;
    private final Context context;
    private final ApiClient client;
    private final KnownKinds kinds = new KnownKinds();
    private final RestMapper mapper;
    private final LiveObjects live;
    private final OwnerGraph graph;
    private final EventRecorder events;
    private final DeletionAttempts attempts;
    private final WorkQueue<Identity> attemptToDelete;
    private final WorkQueue<Identity> attemptToOrphan;
    private final Set<ResourceType> monitored = new LinkedHashSet<>();
    /** Done when the objects of all kinds have been listed, or the wait for them is over; the workers wait for it. */
    private Completion<Boolean> synced = new Completion<>();

    private boolean willDiscover;

    /** A controller. */
    public GarbageCollector(ControllerEnvironment environment) {
        this(environment, UnaryOperator.identity());
    }

    /**
     * A controller with a part of the user's.
     *
     * @param suspicions what stands between the graph of owners and the queues
     */
    public GarbageCollector(ControllerEnvironment environment, UnaryOperator<Suspicion> suspicions) {
        this.environment = environment;
        this.context = environment.context();
        boolean isFast = environment.version().has(Feature.GC_DOUBLE_LIMIT);
        this.client = environment.client(NAME, isFast ? 2 : 1, 1);
        this.mapper = new RestMapper(environment, kinds);
        boolean hasCoordinates = environment.version().has(Feature.GC_OWNER_COORDINATES);
        AbsentOwners absent = new AbsentOwners(hasCoordinates);
        this.live = new LiveObjects(context, client);
        this.events = new EventRecorder(context, client, EVENT_SOURCE);
        this.graph = new OwnerGraph(
                absent,
                suspicions.apply(new Queues()),
                new DeletionMarks(environment.version().has(Feature.GC_NOTICES_LATE_FINALIZERS)),
                hasCoordinates);
        this.attempts = new DeletionAttempts(mapper, live, graph, absent, this::queue);
        int workers = environment.workers(KubernetesController.GARBAGE_COLLECTOR);
        this.attemptToDelete = environment.queue(workers, WorkQueue.UNLIMITED, this::attemptToDelete);
        this.attemptToOrphan = environment.queue(workers, WorkQueue.UNLIMITED, this::attemptToOrphan);
    }

    /** Discovers the kinds; the work begins when all their objects have been listed. */
    @Override
    public void start() {
        environment
                .informer(Resources.CUSTOM_RESOURCE_DEFINITIONS, KubernetesObject.class)
                .addHandler(new DefinitionEvents());
        discover();
    }

    private void discover() {
        client.discover().whenDone(response -> {
            if (response instanceof ApiResponse.Discovered discovered) {
                kinds.learn(discovered.resources());
                monitor(kinds.deletable());
            } else {
                discoverLater();
            }
        });
    }

    /** Uses the shared informers of other controllers, or starts those that only this controller needs. */
    private void monitor(List<ResourceType> types) {
        List<Completion<Boolean>> listed = new ArrayList<>();
        for (ResourceType type : types) {
            if (monitored.add(type)) {
                Informer<KubernetesObject> informer = environment.informer(type, KubernetesObject.class);
                GraphEvents events = new GraphEvents();
                informer.addHandler(events);
                informer.all().forEach(events::added);
                listed.add(informer.synced());
            }
        }
        if (listed.isEmpty()) {
            return;
        }
        Completion<Boolean> all = Completion.all(listed).map(each -> true);
        boolean waits = !environment.version().has(Feature.GC_WORKS_UNSYNCED);
        if (!synced.isDone()) {
            Optional<Timer> patience =
                    waits ? Optional.empty() : Optional.of(context.daemonAfter(SYNC_TIMEOUT, this::begin));
            all.whenDone(each -> {
                patience.ifPresent(Timer::cancel);
                begin();
            });
        } else if (waits) {
            synced = all;
        }
    }

    private void begin() {
        if (!synced.isDone()) {
            synced.complete(true);
        }
    }

    /** The real collector runs discovery every 30 s; this one only when there may be new kinds. */
    private void discoverLater() {
        if (!willDiscover) {
            willDiscover = true;
            long untilNext = DISCOVERY_PERIOD - context.now() % DISCOVERY_PERIOD;
            context.after(untilNext, () -> {
                willDiscover = false;
                discover();
            });
        }
    }

    private void queue(Node node) {
        attemptToDelete.add(node.identity());
    }

    private Completion<SyncResult> attemptToDelete(Identity object) {
        return synced.then(ready -> attempts.attempt(object));
    }

    private Completion<SyncResult> attemptToOrphan(Identity owner) {
        return synced.then(ready -> mapper.ready()).then(known -> known.andThen(() -> orphanDependents(owner)));
    }

    /** Removes the owner from all its dependents at the same time, and then its finalizer. */
    private Completion<SyncResult> orphanDependents(Identity owner) {
        List<Node> dependents = graph.node(owner.uid()).map(Node::dependents).orElse(List.of());
        List<Completion<SyncResult>> released = new ArrayList<>();
        for (Node dependent : dependents) {
            released.add(release(dependent.identity(), owner));
        }
        return SyncResult.all(released)
                .then(result -> result.andThen(() -> {
                    Optional<ResourceType> type = mapper.find(owner.apiVersion(), owner.kind());
                    return type.isEmpty()
                            ? Completion.of(DeletionAttempts.unknown(owner.apiVersion(), owner.kind()))
                            : live.removeFinalizer(type.get(), owner, DeletionMarks.ORPHAN);
                }));
    }

    private Completion<SyncResult> release(Identity dependent, Identity owner) {
        Optional<ResourceType> type = mapper.find(dependent.apiVersion(), dependent.kind());
        return type.isEmpty()
                ? Completion.of(DeletionAttempts.unknown(dependent.apiVersion(), dependent.kind()))
                : live.removeOwners(type.get(), dependent, List.of(owner.uid())).map(SyncResult::orGone);
    }

    /** Adds the graph's events to the queues. */
    private final class Queues implements Suspicion {

        @Override
        public void mayBeDeleted(Node node) {
            queue(node);
        }

        @Override
        public void mayBeDeletedLater(Node node) {
            attemptToDelete.addRateLimited(node.identity());
        }

        @Override
        public void isToBeOrphaned(Node node) {
            attemptToOrphan.add(node.identity());
        }

        @Override
        public void hasInvalidNamespace(Node dependent, OwnerReference owner) {
            Identity about = dependent.identity();
            events.warning(
                    new GenericObject(
                            about.apiVersion(),
                            about.kind(),
                            ObjectMetaBuilder.builder()
                                    .namespace(about.namespace())
                                    .name(about.name())
                                    .uid(about.uid())
                                    .build(),
                            new LinkedHashMap<>()),
                    "OwnerRefInvalidNamespace",
                    "ownerRef " + Identity.of(owner, about.namespace()) + " does not exist in namespace \""
                            + about.namespace() + "\"");
        }
    }

    /** Keeps the graph up to date. */
    private final class GraphEvents implements Informer.Handler<KubernetesObject> {

        @Override
        public void added(KubernetesObject object) {
            graph.observe(null, object);
        }

        @Override
        public void updated(KubernetesObject before, KubernetesObject after) {
            if (!before.uid().equals(after.uid())) {
                graph.deleted(before);
                graph.observe(null, after);
            } else {
                graph.observe(before, after);
            }
        }

        @Override
        public void deleted(KubernetesObject last) {
            graph.deleted(last);
        }
    }

    /** Discovers new kinds when there are new definitions. */
    private final class DefinitionEvents implements Informer.Handler<KubernetesObject> {

        @Override
        public void added(KubernetesObject definition) {
            discoverLater();
        }

        @Override
        public void updated(KubernetesObject before, KubernetesObject after) {
            discoverLater();
        }

        @Override
        public void deleted(KubernetesObject last) {
            discoverLater();
        }
    }
}
