package dev.wavetank.model.yaml;

import java.util.Optional;

/**
 * Finds the place of a field in the text it was read from.
 *
 * <p>Paths are written as the API server writes them: {@code spec.containers[0].image}. A key with dots may be
 * written plainly ({@code metadata.labels.app.kubernetes.io/name}) or in brackets
 * ({@code metadata.labels[app.kubernetes.io/name]}).
 */
public final class Positions {
    private final Place root;

    Positions(Place root) {
        this.root = root;
    }

    /** Where the document's content begins. */
    public Position start() {
        return root.position();
    }

    /** Where the field's key, or the list item, begins; empty when the document has no such field. */
    public Optional<Position> find(String path) {
        return Optional.ofNullable(exact(root, path)).map(Place::position);
    }

    /** Like {@link #find}, but falls back to the closest enclosing field that does exist. */
    public Position nearest(String path) {
        for (int end = path.length(); end > 0; end--) {
            boolean boundary = end == path.length() || path.charAt(end) == '.' || path.charAt(end) == '[';
            Place place = boundary ? exact(root, path.substring(0, end)) : null;
            if (place != null) {
                return place.position();
            }
        }
        return start();
    }

    private static Place exact(Place place, String rest) {
        if (rest.isEmpty()) {
            return place;
        }
        if (rest.charAt(0) == '[') {
            return inBrackets(place, rest);
        }
        // The longest key first: a key may itself contain dots or brackets.
        for (int end = rest.length(); end > 0; end--) {
            Place next = endsKey(rest, end) ? place.fields().get(rest.substring(0, end)) : null;
            Place found = next == null ? null : exact(next, afterDot(rest.substring(end)));
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private static Place inBrackets(Place place, String rest) {
        int close = rest.indexOf(']');
        if (close < 0) {
            return null;
        }
        String key = rest.substring(1, close);
        Place next = place.fields().get(key);
        if (next == null
                && key.matches("[0-9]{1,9}")
                && Integer.parseInt(key) < place.items().size()) {
            next = place.items().get(Integer.parseInt(key));
        }
        return next == null ? null : exact(next, afterDot(rest.substring(close + 1)));
    }

    private static boolean endsKey(String rest, int end) {
        return end == rest.length() || rest.charAt(end) == '.' || rest.charAt(end) == '[';
    }

    private static String afterDot(String rest) {
        return rest.startsWith(".") ? rest.substring(1) : rest;
    }
}
