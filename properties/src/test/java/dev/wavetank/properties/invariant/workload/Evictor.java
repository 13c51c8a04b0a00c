package dev.wavetank.properties.invariant.workload;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.controller.ControllerEnvironment;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import java.util.List;
import java.util.Map;

/** Somebody who wants pods with a label gone: asks for the eviction of one after the other, again and again. */
final class Evictor implements Controller {

    private static final long PERIOD = 3 * VirtualTime.SECOND;

    private final Context context;
    private final ApiClient client;
    private final Informer<Pod> pods;
    private final String app;
    private final long until;

    Evictor(ControllerEnvironment environment, String app, long until) {
        this.context = environment.context();
        this.client = environment.client("evictor");
        this.pods = environment.informer(Resources.PODS, Pod.class);
        this.app = app;
        this.until = until;
    }

    @Override
    public void start() {
        context.after(PERIOD, this::evict);
    }

    private void evict() {
        if (context.now() > until) {
            return;
        }
        List<Pod> all = pods.all().stream()
                .filter(pod -> app.equals(pod.metadata().labels().get("app")) && pod.isActive())
                .toList();
        for (Pod pod : all) {
            GenericObject eviction = new GenericObject(
                    "policy/v1",
                    "Eviction",
                    ObjectMeta.named(pod.key().namespace(), pod.key().name()),
                    Map.of());
            client.send(new ApiRequest.Create(
                    Resources.PODS, pod.key().namespace(), pod.key().name(), "eviction", eviction));
        }
        context.after(PERIOD, this::evict);
    }
}
