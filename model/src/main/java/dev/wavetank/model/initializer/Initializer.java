package dev.wavetank.model.initializer;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Reflector;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.patch.JsonTree;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Component;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.random.Distribution;
import dev.wavetank.sim.random.RandomStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A controller that watches objects, also uninitialized ones, and acts on those that wait for it: those whose list of
 * pending initializers it leads (k8s.io/api, {@code Initializers} in {@code meta/v1/types.go}, v1.8). It changes the
 * object and takes its own name off the list in one update, or refuses the object.
 */
public final class Initializer implements Component {

    private static final String FIELD = "initializers";
    private static final String PENDING = "pending";
    private static final String RESULT = "result";
    private static final long RETRY = VirtualTime.SECOND;

    private final Context context;
    private final ApiClient client;
    private final Settings settings;
    private final ObjectCodec codec = new ObjectCodec();
    private final RandomStream latencies;
    /** The newest known state of the objects that wait for it. */
    private final Map<ObjectKey, KubernetesObject> waiting = new TreeMap<>();

    private final Set<ObjectKey> working = new TreeSet<>();

    /**
     * What an initializer is for.
     *
     * @param name as it stands in the lists of objects
     * @param targets what it looks at
     * @param action what it does to an object
     * @param latency how long one action takes, without the network
     */
    public record Settings(String name, List<Target> targets, Action action, Distribution latency) {}

    /** A controller that has not started. */
    public Initializer(Context context, ApiClient client, Settings settings) {
        this.context = context;
        this.client = client;
        this.settings = settings;
        this.latencies = context.random("latency");
    }

    @Override
    public void start() {
        for (Target target : settings.targets()) {
            ApiRequest.Selection all = ApiRequest.Selection.ALL.withUninitialized();
            new Reflector(context, client, target.resource(), all, new Waiting(target)).start();
        }
    }

    private final class Waiting implements Reflector.Target {

        private final Target target;

        private Waiting(Target target) {
            this.target = target;
        }

        @Override
        public void replace(List<KubernetesObject> objects) {
            objects.forEach(this::put);
        }

        @Override
        public void put(KubernetesObject object) {
            if (waitsForUs(object)) {
                waiting.put(object.key(), object);
                begin(target, object.key());
            } else {
                waiting.remove(object.key());
            }
        }

        @Override
        public void remove(KubernetesObject last) {
            waiting.remove(last.key());
        }
    }

    private boolean waitsForUs(KubernetesObject object) {
        Map<String, Object> tree = JsonTree.mapOrEmpty(object.metadata().other().get(FIELD));
        List<Object> pending = JsonTree.listOrEmpty(tree.get(PENDING));
        return tree.get(RESULT) == null
                && !pending.isEmpty()
                && settings.name().equals(JsonTree.mapOrEmpty(pending.get(0)).get("name"));
    }

    private void begin(Target target, ObjectKey key) {
        if (working.add(key)) {
            context.after(settings.latency().sample(latencies), () -> act(target, key));
        }
    }

    private void act(Target target, ObjectKey key) {
        KubernetesObject object = waiting.get(key);
        if (object == null) {
            working.remove(key);
            return;
        }
        client.send(new ApiRequest.Update(target.resource(), "", finished(target, object)))
                .whenDone(response -> {
                    working.remove(key);
                    if (response.isSuccess()) {
                        waiting.remove(key, object);
                    } else if (waiting.get(key) == object && isWorthARetry(response)) {
                        context.after(RETRY, () -> begin(target, key));
                    } else if (waiting.containsKey(key) && waiting.get(key) != object) {
                        begin(target, key);
                    }
                });
    }

    /** What the server will never take is not sent again. */
    private static boolean isWorthARetry(ApiResponse response) {
        return !response.failedWith(StatusReason.INVALID) && !response.failedWith(StatusReason.FORBIDDEN);
    }

    private KubernetesObject finished(Target target, KubernetesObject object) {
        Map<String, Object> tree = JsonTree.copy(codec.encode(object));
        String refusal = settings.action().refusal(tree);
        Map<String, Object> changed = refusal.isEmpty() ? settings.action().changed(target.type(), tree) : tree;
        Map<String, Object> metadata = JsonTree.map(changed.get("metadata"));
        Map<String, Object> initializers = JsonTree.map(metadata.get(FIELD));
        if (refusal.isEmpty()) {
            List<Object> rest = new ArrayList<>(JsonTree.list(initializers.get(PENDING)));
            rest.remove(0);
            initializers.put(PENDING, rest);
        } else {
            Map<String, Object> result = new LinkedHashMap<>();
            result.put("status", "Failure");
            result.put("message", refusal);
            result.put("reason", StatusReason.FORBIDDEN.text());
            result.put("code", 403L);
            initializers.put(RESULT, result);
        }
        return codec.decode(changed);
    }
}
