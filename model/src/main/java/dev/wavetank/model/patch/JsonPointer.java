package dev.wavetank.model.patch;

import dev.wavetank.model.gotext.GoText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A place in a JSON tree (RFC 6901).
 *
 * @param tokens the keys and indexes from the root on; empty for the root
 */
record JsonPointer(List<String> tokens) {

    /** Reads {@code /spec/containers/0/image}; {@code ~1} stands for a slash and {@code ~0} for a tilde in a key. */
    static JsonPointer of(String text) {
        List<String> tokens = new ArrayList<>();
        if (!text.isEmpty() && text.charAt(0) != '/') {
            throw PatchException.doesNotApply("the path " + GoText.quoted(text) + " does not begin with a slash");
        }
        String[] parts = text.split("/", -1);
        for (int i = 1; i < parts.length; i++) {
            tokens.add(parts[i].replace("~1", "/").replace("~0", "~"));
        }
        return new JsonPointer(Collections.unmodifiableList(tokens));
    }

    /** This place's child. */
    JsonPointer child(String token) {
        List<String> longer = new ArrayList<>(tokens);
        longer.add(token);
        return new JsonPointer(Collections.unmodifiableList(longer));
    }

    boolean isRoot() {
        return tokens.isEmpty();
    }

    JsonPointer parent() {
        return new JsonPointer(tokens.subList(0, tokens.size() - 1));
    }

    String last() {
        return tokens.get(tokens.size() - 1);
    }

    /** Whether the other place is this one or below it. */
    boolean contains(JsonPointer other) {
        return other.tokens.size() >= tokens.size()
                && other.tokens.subList(0, tokens.size()).equals(tokens);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        tokens.forEach(token -> text.append('/').append(token.replace("~", "~0").replace("/", "~1")));
        return text.toString();
    }
}
