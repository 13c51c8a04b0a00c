package dev.wavetank.properties.shrink;

import java.util.ArrayList;
import java.util.List;

/**
 * A place in the manifests of a scenario.
 *
 * @param file name of the file
 * @param path the number of the document, from 0; then names of fields, and numbers of items of lists
 */
public record Place(String file, List<Object> path) {

    /** Keeps a copy. */
    public Place {
        path = List.copyOf(path);
    }

    /** How deep it is: 0 for a document. */
    int depth() {
        return path.size() - 1;
    }

    /** A field or an item of what is here. */
    Place child(Object step) {
        List<Object> longer = new ArrayList<>(path);
        longer.add(step);
        return new Place(file, longer);
    }

    /** The name of the field, or the number of the item or document. */
    Object last() {
        return path.get(path.size() - 1);
    }
}
