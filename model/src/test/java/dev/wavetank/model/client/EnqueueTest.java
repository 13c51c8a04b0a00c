package dev.wavetank.model.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.client.cache.Enqueue;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.client.workqueue.WorkQueue;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.component.Components;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.trace.Trace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EnqueueTest {

    private static final ResourceType BOATS = new ResourceType("harbour.example", "v1", "Boat", "boats", true);

    private final Simulation simulation = new Simulation(1, OrderPolicy.FIFO, new Trace());
    private final List<ObjectKey> reconciled = new ArrayList<>();
    private Context context;
    private WorkQueue<ObjectKey> queue;

    @BeforeEach
    void start() {
        Components components = new Components(simulation);
        components.add("controller", given -> {
            context = given;
            return () -> {};
        });
        components.startAll();
        queue = new WorkQueue<>(context, "queue", 1, WorkQueue.UNLIMITED, key -> {
            reconciled.add(key);
            return Completion.of(SyncResult.DONE);
        });
        queue.start();
    }

    private static GenericObject object(String kind, String name) {
        return new GenericObject(
                "harbour.example/v1",
                kind,
                ObjectMeta.named("default", name).withUid(kind + name),
                new LinkedHashMap<>());
    }

    private void settle() {
        simulation.run(RunLimits.UNTIL_QUIESCENT);
    }

    @Test
    void every_change_of_an_object_queues_it_once() {
        Informer.Handler<GenericObject> handler = Enqueue.object(queue);
        context.after(0, () -> {
            handler.added(object("Boat", "ann"));
            handler.updated(object("Boat", "bea"), object("Boat", "bea"));
            handler.deleted(object("Boat", "cat"));
        });
        settle();
        assertThat(reconciled).extracting(ObjectKey::name).containsExactly("ann", "bea", "cat");
    }

    @Test
    void an_owned_object_queues_its_controller_of_that_kind_before_and_after() {
        Informer.Handler<GenericObject> handler = Enqueue.controllerOf(BOATS, queue);
        context.after(0, () -> {
            handler.updated(
                    OwnerReference.setController(object("Boat", "ann"), object("Sail", "s")),
                    OwnerReference.setController(object("Boat", "bea"), object("Sail", "s")));
            handler.added(OwnerReference.setController(object("Fish", "cod"), object("Sail", "t")));
            handler.added(object("Sail", "free"));
        });
        settle();
        assertThat(reconciled).containsExactly(new ObjectKey("default", "ann"), new ObjectKey("default", "bea"));
    }
}
