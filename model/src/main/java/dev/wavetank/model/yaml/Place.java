package dev.wavetank.model.yaml;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Where a value stands, and where the values below it stand. Shaped like the tree it belongs to. */
record Place(Position position, Map<String, Place> fields, List<Place> items) {
    static Place leaf(Position position) {
        return new Place(position, new LinkedHashMap<>(), List.of());
    }

    Place movedTo(Position key) {
        return new Place(key, fields, items);
    }
}
