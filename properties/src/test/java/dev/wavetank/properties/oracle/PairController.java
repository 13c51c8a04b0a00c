package dev.wavetank.properties.oracle;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.api.core.ConfigMap;
import dev.wavetank.model.api.core.ConfigMapBuilder;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.client.workqueue.WorkQueue;
import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.controller.ControllerEnvironment;
import dev.wavetank.sim.Completion;

/** A user's controller: makes two halves, as ConfigMaps, for every ConfigMap with the label {@code pair}. */
final class PairController implements Controller {

    static final String NAME = "pair-controller";

    private final ApiClient client;
    private final Informer<ConfigMap> maps;
    private final WorkQueue<ObjectKey> queue;
    private final boolean forgetful;

    private PairController(ControllerEnvironment environment, boolean forgetful) {
        this.client = environment.client(NAME);
        this.maps = environment.informer(Resources.CONFIG_MAPS, ConfigMap.class);
        this.queue = environment.queue(1, WorkQueue.UNLIMITED, this::reconcile);
        this.forgetful = forgetful;
    }

    /** Makes whichever half is missing. */
    static Controller careful(ControllerEnvironment environment) {
        return new PairController(environment, false);
    }

    /** Takes a pair for complete whose left half is there. */
    static Controller forgetful(ControllerEnvironment environment) {
        return new PairController(environment, true);
    }

    @Override
    public void start() {
        maps.addHandler(new Informer.Handler<>() {
            @Override
            public void added(ConfigMap map) {
                if (map.metadata().labels().containsKey("pair")) {
                    queue.add(map.key());
                }
            }

            @Override
            public void updated(ConfigMap before, ConfigMap after) {
                // Nothing of it is read but its name.
            }

            @Override
            public void deleted(ConfigMap last) {
                // The halves are left.
            }
        });
    }

    private Completion<SyncResult> reconcile(ObjectKey pair) {
        if (forgetful && maps.cached(half(pair, "left")) != null) {
            return Completion.of(SyncResult.DONE);
        }
        return make(half(pair, "left")).then(made -> made.andThen(() -> make(half(pair, "right"))));
    }

    private Completion<SyncResult> make(ObjectKey key) {
        if (maps.cached(key) != null) {
            return Completion.of(SyncResult.DONE);
        }
        ConfigMap map = ConfigMapBuilder.builder()
                .metadata(ObjectMeta.named(key.namespace(), key.name()))
                .build();
        return client.send(ApiRequest.Create.of(Resources.CONFIG_MAPS, map))
                .map(response ->
                        response.failedWith(StatusReason.ALREADY_EXISTS) ? SyncResult.DONE : SyncResult.of(response));
    }

    private static ObjectKey half(ObjectKey pair, String side) {
        return new ObjectKey(pair.namespace(), pair.name() + "-" + side);
    }
}
