package dev.wavetank.model.apiserver.allocation;

import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.ObjectMetaBuilder;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.etcd.EtcdClient;
import dev.wavetank.model.etcd.EtcdEntry;
import dev.wavetank.model.etcd.EtcdRequest;
import dev.wavetank.model.etcd.EtcdResponse;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.random.RandomStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A range whose taken places stand in etcd. The real server stores a bitmap; here it is a list of the places that are
 * taken, so that a large range with few services is small.
 */
final class StoredRange {

    private static final ResourceType RANGES = new ResourceType("", "v1", "RangeAllocation", "ranges", false);

    private final EtcdClient etcd;
    private final Shape shape;
    private final RandomStream random;

    /**
     * What a range is.
     *
     * @param name of its object
     * @param range as its flag says it
     * @param size how many places it has
     * @param reserved how many of the first places are given only to those who ask for them, while others are free
     * @param owned how many of the first places are taken from the beginning
     */
    record Shape(String name, String range, int size, int reserved, int owned) {}

    StoredRange(EtcdClient etcd, Shape shape, RandomStream random) {
        this.etcd = etcd;
        this.shape = shape;
        this.random = random;
    }

    /**
     * Changes the range, or only reads it when the change leaves it as it is.
     *
     * @param change what to do with the latest state; called again after a conflict
     * @param failed what to say when etcd does not answer
     */
    <T> Completion<T> change(Function<Draft, T> change, Function<Status, T> failed) {
        return etcd.send(new EtcdRequest.Get(key())).then(response -> attempt(response, change, failed));
    }

    private <T> Completion<T> attempt(EtcdResponse response, Function<Draft, T> change, Function<Status, T> failed) {
        if (response instanceof EtcdResponse.Failure failure) {
            return Completion.of(failed.apply(Status.internal(failure.message())));
        }
        EtcdEntry entry = response instanceof EtcdResponse.Found found
                ? found.entry()
                : ((EtcdResponse.Mismatch) response).current();
        Draft draft = new Draft(taken(entry), shape.size(), shape.reserved(), random);
        T result = change.apply(draft);
        if (!draft.isChanged()) {
            return Completion.of(result);
        }
        long expected = entry == null ? 0 : entry.modRevision();
        return etcd.send(new EtcdRequest.Put(key(), RANGES, object(draft), expected))
                .then(written -> written instanceof EtcdResponse.Committed
                        ? Completion.of(result)
                        : attempt(written, change, failed));
    }

    private String key() {
        return RANGES.storagePrefix("") + shape.name();
    }

    private List<Long> taken(EtcdEntry entry) {
        List<Long> places = new ArrayList<>();
        if (entry == null) {
            for (long place = 0; place < shape.owned(); place++) {
                places.add(place);
            }
        } else if (((GenericObject) entry.value()).other().get("data") instanceof List<?> stored) {
            stored.forEach(place -> places.add(((Number) place).longValue()));
        }
        return places;
    }

    private GenericObject object(Draft draft) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("range", shape.range());
        fields.put("data", draft.places());
        return new GenericObject(
                "v1",
                RANGES.kind(),
                ObjectMetaBuilder.builder().name(shape.name()).build(),
                fields);
    }
}
