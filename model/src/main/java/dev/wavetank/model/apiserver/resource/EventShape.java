package dev.wavetank.model.apiserver.resource;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Events of {@code events.k8s.io}: other names for the fields of events of the core group. */
final class EventShape implements Conversion.Shape {

    /** Name in {@code events.k8s.io}, name in the core group. */
    private static final List<List<String>> NAMES = List.of(
            List.of("regarding", "involvedObject"),
            List.of("note", "message"),
            List.of("reportingController", "reportingComponent"),
            List.of("deprecatedSource", "source"),
            List.of("deprecatedFirstTimestamp", "firstTimestamp"),
            List.of("deprecatedLastTimestamp", "lastTimestamp"),
            List.of("deprecatedCount", "count"));

    private static final List<String> OMITTED_WHEN_EMPTY = List.of("reportingController", "reportingInstance");

    @Override
    public Map<String, Object> inward(Map<String, Object> tree) {
        Map<String, Object> event = new LinkedHashMap<>(tree);
        NAMES.forEach(pair -> Conversion.rename(event, pair.get(0), pair.get(1)));
        return event;
    }

    @Override
    public Map<String, Object> outward(Map<String, Object> tree) {
        Map<String, Object> event = new LinkedHashMap<>(tree);
        NAMES.forEach(pair -> Conversion.rename(event, pair.get(1), pair.get(0)));
        // The core group writes these even when they are not set.
        OMITTED_WHEN_EMPTY.forEach(field -> event.remove(field, ""));
        return event;
    }
}
