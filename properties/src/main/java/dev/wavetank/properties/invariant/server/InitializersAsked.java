package dev.wavetank.properties.invariant.server;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.KnownBehaviour;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A new object waits for the initializers that are configured for it (v1.8 to v1.13), unless the client that creates
 * it gives a list of its own. The server asks an initializer only where all of its rules match, which is reported as
 * known.
 */
public final class InitializersAsked implements Invariant {

    private static final String FIELD = "initializers";
    private static final String CONFIGURATION = "InitializerConfiguration";
    private static final String MIRROR = "kubernetes.io/config.mirror";

    private final CacheLag lag;
    private final boolean hasInitializers;
    private final Map<String, GenericObject> configurations = new TreeMap<>();
    private long configured;
    /** Uids of new objects that wait for no initializer and whose creation is not answered yet. */
    private final Set<String> created = new LinkedHashSet<>();

    /** In a cluster of that version, with the age of what controllers act on. */
    public InitializersAsked(CacheLag lag, KubernetesVersion version) {
        this.lag = lag;
        this.hasInitializers = version.has(Feature.INITIALIZERS);
    }

    @Override
    public String name() {
        return "InitializersAsked";
    }

    @Override
    public String reason() {
        return "An initializer is a promise that no object of some kind is seen without it: a sidecar, a policy,"
                + " a quota. By the documentation of the field it cares for what matches any of its rules.";
    }

    @Override
    public List<String> sources() {
        return List.of("API reference v1.9, Initializer: rules", "kubernetes#46672, matchRule");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.API_SERVER, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "A new object waits for the initializers that are configured for it.";
    }

    @Override
    public List<Class<?>> records() {
        return hasInitializers ? List.of(StoreTrace.class, ApiRequest.Create.class) : List.of();
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof StoreTrace change) {
            observe(change, entry.time());
        } else if (!created.isEmpty()
                && entry.record() instanceof RequestTrace request
                && request.call().request() instanceof ApiRequest.Create create
                && request.response() instanceof ApiResponse.One one
                && created.remove(one.object().uid())
                && saysNothing(create.body())
                && !lag.mayHide(configured, request.received())) {
            judge(create.resource(), one.object(), outcomes);
        }
    }

    private static boolean saysNothing(KubernetesObject sent) {
        return !sent.metadata().other().containsKey(FIELD)
                && !sent.metadata().annotations().containsKey(MIRROR);
    }

    private void observe(StoreTrace change, long now) {
        if (change.object().kind().equals(CONFIGURATION) && change.object() instanceof GenericObject configuration) {
            configured = now;
            if (change.change() == WatchEvent.Type.DELETED) {
                configurations.remove(configuration.metadata().name());
            } else {
                configurations.put(configuration.metadata().name(), configuration);
            }
        } else if (change.change() == WatchEvent.Type.ADDED
                && !configurations.isEmpty()
                && !change.object().metadata().other().containsKey(FIELD)) {
            created.add(change.object().uid());
        } else if (change.change() == WatchEvent.Type.DELETED) {
            created.remove(change.object().uid());
        }
    }

    private void judge(ResourceType resource, KubernetesObject object, Outcomes outcomes) {
        for (GenericObject configuration : configurations.values()) {
            for (Object item : list(configuration.other().get(FIELD))) {
                Map<?, ?> initializer = map(item);
                List<?> rules = list(initializer.get("rules"));
                long matching = rules.stream()
                        .filter(rule -> matches(map(rule), resource))
                        .count();
                if (matching == 0) {
                    continue;
                }
                String detail = "does not wait for the initializer " + initializer.get("name") + ", of whose "
                        + rules.size() + " rules " + matching + " match it";
                if (matching < rules.size()) {
                    outcomes.known(KnownBehaviour.ALL_RULES_OF_INITIALIZERS, this, ObjectNames.of(object), detail);
                } else {
                    outcomes.broken(this, ObjectNames.of(object), detail);
                }
            }
        }
    }

    private static boolean matches(Map<?, ?> rule, ResourceType resource) {
        return has(rule, "apiGroups", resource.group())
                && has(rule, "apiVersions", resource.version())
                && has(rule, "resources", resource.plural());
    }

    private static boolean has(Map<?, ?> rule, String field, String word) {
        return list(rule.get(field)).contains("*") || list(rule.get(field)).contains(word);
    }

    private static List<?> list(@Nullable Object tree) {
        return tree instanceof List<?> list ? list : List.of();
    }

    private static Map<?, ?> map(@Nullable Object tree) {
        return tree instanceof Map<?, ?> map ? map : Collections.emptyMap();
    }
}
