package dev.wavetank.model.apiserver.lists;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.ObjectMetaBuilder;
import dev.wavetank.model.api.core.ConfigMap;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Component;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.random.RandomStream;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Creates, relabels and deletes a few objects, whatever comes of it. */
final class StormWriter implements Component {

    private static final List<String> NAMES = List.of("a", "b", "c", "d", "e", "f");
    private static final List<String> LABELS = List.of("x", "y", "z");
    private static final List<String> NAMESPACES = List.of("default", "kube-system");

    private final Context context;
    private final ApiClient client;
    private final RandomStream random;

    StormWriter(Context context, ApiClient client) {
        this.context = context;
        this.client = client;
        this.random = context.random("writer");
    }

    @Override
    public void start() {
        write();
    }

    private void write() {
        if (context.now() < WatchStorm.STORM) {
            client.send(request()).whenDone(response -> {});
            context.after(random.between(1, 80) * VirtualTime.MILLISECOND, this::write);
        }
    }

    private ApiRequest request() {
        String namespace = random.pick(NAMESPACES);
        String name = random.pick(NAMES);
        Map<String, String> labels = new TreeMap<>();
        labels.put("app", random.pick(LABELS));
        return switch (random.nextInt(5)) {
            case 0 ->
                new ApiRequest.Delete(StormHistory.CONFIG_MAPS, namespace, name, ApiRequest.DeleteOptions.DEFAULT);
            case 1, 2 ->
                ApiRequest.Create.of(
                        StormHistory.CONFIG_MAPS, new ConfigMap(metadata(namespace, name, labels), null, null));
            default ->
                new ApiRequest.Patch(
                        StormHistory.CONFIG_MAPS,
                        namespace,
                        name,
                        "",
                        new ApiRequest.Change.Merge(
                                Collections.singletonMap("metadata", Collections.singletonMap("labels", labels))));
        };
    }

    private static ObjectMeta metadata(String namespace, String name, Map<String, String> labels) {
        return ObjectMetaBuilder.builder()
                .namespace(namespace)
                .name(name)
                .labels(labels)
                .build();
    }
}
