package dev.wavetank.model.apiserver.registry.core;

import dev.wavetank.model.api.core.LimitRange;
import dev.wavetank.model.apiserver.registry.strategy.Strategy;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Limit ranges. */
public final class LimitRangeStrategy implements Strategy<LimitRange> {

    @Override
    public Class<LimitRange> kind() {
        return LimitRange.class;
    }

    @Override
    public LimitRange withDefaults(LimitRange range) {
        List<LimitRange.Item> items = new ArrayList<>();
        if (range.spec() != null) {
            range.spec().limits().forEach(item -> items.add(withDefaults(item)));
        }
        return range.withSpec(new LimitRange.Spec(items));
    }

    /** A container's limit is the greatest one by default, and its request is its limit or else the least one. */
    private static LimitRange.Item withDefaults(LimitRange.Item item) {
        if (!"Container".equals(item.type())) {
            return item;
        }
        Map<String, String> limits = new TreeMap<>(item.default_());
        item.max().forEach(limits::putIfAbsent);
        Map<String, String> requests = new TreeMap<>(item.defaultRequest());
        limits.forEach(requests::putIfAbsent);
        item.min().forEach(requests::putIfAbsent);
        return new LimitRange.Item(item.type(), item.max(), item.min(), limits, requests, item.maxLimitRequestRatio());
    }

    @Override
    public LimitRange prepareForCreate(LimitRange range) {
        return range;
    }

    @Override
    public void validate(LimitRange range, FieldErrors errors) {
        LimitRangeBounds.validate(range.spec().limits(), errors);
    }

    @Override
    public LimitRange prepareForUpdate(LimitRange changed, LimitRange before) {
        return changed;
    }

    @Override
    public LimitRange prepareForStatusUpdate(LimitRange changed, LimitRange before) {
        return before;
    }

    @Override
    public void validateUpdate(LimitRange changed, LimitRange before, FieldErrors errors) {
        validate(changed, errors);
    }
}
