package dev.wavetank.properties.invariant.server;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.LimitRange;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.quantity.Quantity;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A container of a new pod has the requests and limits that the limit range of its namespace gives, and is within its
 * bounds; a pod that is within them is not refused.
 *
 * <p>The rules of {@code plugin/pkg/admission/limitranger/admission.go} (v1.32). Judged are namespaces with one limit
 * range that has stood for a while: servers know it from their caches. What a container has of its own stays.
 */
public final class LimitRangesKept implements Invariant {

    /** For how long an old server uses what it read from etcd. */
    private static final long REMEMBERED = 30 * VirtualTime.SECOND;

    private static final String REFUSAL = " per Container is ";
    private static final String TYPE = "Container";

    private final CacheLag lag;
    /** By namespace and name. */
    private final Map<String, Map<String, LimitRange>> ranges = new LinkedHashMap<>();
    /** When a limit range changed last. */
    private long changedAt = Long.MIN_VALUE / 2;

    private boolean hasHooks;

    /** With the age of what servers act on. */
    public LimitRangesKept(CacheLag lag) {
        this.lag = lag;
    }

    @Override
    public String name() {
        return "LimitRangesKept";
    }

    @Override
    public String reason() {
        return "A team relies on its limit range so that no container takes all of a node, and so that pods without"
                + " requests are admitted by a quota. Judged are namespaces with one limit range that has stood for"
                + " a while, in clusters without webhooks and initializers that change pods.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Kubernetes documentation v1.32, Limit Ranges",
                "plugin/pkg/admission/limitranger/admission.go (v1.32), mergePodResourceRequirements and"
                        + " PodValidateLimitFunc");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.API_SERVER, Tag.QUOTAS, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "A container of a new pod has what its limit range gives, within the bounds of it.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(LimitRange.class, GenericObject.class, ApiRequest.Create.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof StoreTrace change) {
            if (change.object() instanceof LimitRange range) {
                observe(range, change, entry.time());
            } else {
                hasHooks |= AdmissionHooks.changesPods(change.object());
            }
        } else if (!hasHooks
                && !ranges.isEmpty()
                && entry.record() instanceof RequestTrace request
                && request.call().request() instanceof ApiRequest.Create create
                && create.resource().equals(Resources.PODS)
                && create.subresource().isEmpty()
                && create.body() instanceof Pod asked
                && asked.spec() != null) {
            LimitRange range = only(create.namespace());
            if (range != null && !lag.mayHide(changedAt, request.received() - REMEMBERED)) {
                new Judgement(limits(range), asked.spec(), create, outcomes).of(request.response());
            }
        }
    }

    private void observe(LimitRange range, StoreTrace change, long now) {
        String namespace = range.key().namespace();
        changedAt = now;
        if (change.change() != WatchEvent.Type.DELETED) {
            ranges.computeIfAbsent(namespace, first -> new LinkedHashMap<>())
                    .put(range.key().name(), range);
            return;
        }
        Map<String, LimitRange> present = ranges.get(namespace);
        if (present != null && present.remove(range.key().name()) != null && present.isEmpty()) {
            ranges.remove(namespace);
        }
    }

    private @Nullable LimitRange only(String namespace) {
        Map<String, LimitRange> present = ranges.get(namespace);
        return present == null || present.size() != 1
                ? null
                : present.values().iterator().next();
    }

    /** What the range says about containers; empty when it says that several times. */
    private static LimitRange.Item limits(LimitRange range) {
        LimitRange.Item found = null;
        for (LimitRange.Item item : range.spec().limits()) {
            if (TYPE.equals(item.type())) {
                if (found != null) {
                    return new LimitRange.Item(TYPE, null, null, null, null, null);
                }
                found = item;
            }
        }
        return found == null ? new LimitRange.Item(TYPE, null, null, null, null, null) : found;
    }

    /** Of one new pod. */
    private final class Judgement {

        private final LimitRange.Item item;
        private final PodSpec asked;
        private final ApiRequest.Create create;
        private final Outcomes outcomes;

        private Judgement(LimitRange.Item item, PodSpec asked, ApiRequest.Create create, Outcomes outcomes) {
            this.item = item;
            this.asked = asked;
            this.create = create;
            this.outcomes = outcomes;
        }

        private void of(ApiResponse response) {
            if (response instanceof ApiResponse.One one && one.object() instanceof Pod stored) {
                compare(asked.containers(), stored.spec().containers(), stored);
                compare(asked.initContainers(), stored.spec().initContainers(), stored);
            } else if (response instanceof ApiResponse.Failed failed
                    && String.valueOf(failed.status().message()).contains(REFUSAL)
                    && asked.initContainers().isEmpty()
                    && asked.containers().stream().allMatch(container -> obstacle(expected(container)) == null)) {
                ObjectMeta metadata = create.body().metadata();
                outcomes.broken(
                        LimitRangesKept.this,
                        "pod/" + create.namespace() + "/"
                                + Objects.requireNonNullElse(metadata.name(), metadata.generateName()),
                        "is refused (" + failed.status().message() + "), expected it to be within " + item);
            }
        }

        private void compare(List<Container> given, List<Container> found, Pod stored) {
            for (int i = 0; i < given.size(); i++) {
                compare(given.get(i), found.get(i), stored);
            }
        }

        private void compare(Container given, Container found, Pod stored) {
            Container.Resources expected = expected(given);
            Container.Resources actual = found.resources();
            String obstacle = obstacle(actual);
            if (obstacle != null) {
                outcomes.broken(
                        LimitRangesKept.this,
                        ObjectNames.of(stored),
                        "is admitted with container " + found.name() + " whose " + obstacle);
            } else if (!actual.requests().equals(expected.requests())
                    || !actual.limits().equals(expected.limits())) {
                outcomes.broken(
                        LimitRangesKept.this,
                        ObjectNames.of(stored),
                        "has requests " + actual.requests() + " and limits " + actual.limits() + ", expected "
                                + expected.requests() + " and " + expected.limits());
            }
        }

        /** A request that is left out is the container's own limit, before the limit range has its say. */
        private Container.Resources expected(Container given) {
            Map<String, String> requests = new TreeMap<>();
            Map<String, String> limits = new TreeMap<>();
            if (given.resources() != null) {
                requests.putAll(given.resources().requests());
                limits.putAll(given.resources().limits());
            }
            limits.forEach(requests::putIfAbsent);
            item.defaultRequest().forEach(requests::putIfAbsent);
            item.default_().forEach(limits::putIfAbsent);
            return new Container.Resources(limits, requests, null);
        }

        /** Which bound is not kept, or null. */
        private @Nullable String obstacle(Container.Resources resources) {
            for (Map.Entry<String, String> bound : item.max().entrySet()) {
                String limit = resources.limits().get(bound.getKey());
                if (limit == null || isLess(bound.getValue(), limit)) {
                    return "limit of " + bound.getKey() + " is " + limit + ", more than " + bound.getValue();
                }
            }
            for (Map.Entry<String, String> bound : item.min().entrySet()) {
                String request = resources.requests().get(bound.getKey());
                if (request == null || isLess(request, bound.getValue())) {
                    return "request of " + bound.getKey() + " is " + request + ", less than " + bound.getValue();
                }
            }
            for (Map.Entry<String, String> bound : item.maxLimitRequestRatio().entrySet()) {
                String request = resources.requests().get(bound.getKey());
                String limit = resources.limits().get(bound.getKey());
                if (request == null || limit == null || exceeds(limit, request, bound.getValue())) {
                    return "limit of " + bound.getKey() + " is " + limit + " with the request " + request
                            + ", more than " + bound.getValue() + " times as much";
                }
            }
            return null;
        }

        private static boolean isLess(String left, String right) {
            return Quantity.parse(left).compareTo(Quantity.parse(right)) < 0;
        }

        private static boolean exceeds(String limit, String request, String ratio) {
            return Quantity.parse(limit)
                            .amount()
                            .compareTo(Quantity.parse(request)
                                    .amount()
                                    .multiply(Quantity.parse(ratio).amount()))
                    > 0;
        }
    }
}
