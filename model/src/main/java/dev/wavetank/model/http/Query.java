package dev.wavetank.model.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The parameters behind the question mark; one may be given several times. */
public final class Query {

    private final Map<String, List<String>> values = new TreeMap<>();

    /** Reads an escaped query. A pair with a broken escape is left out, as Go's parser leaves it out. */
    public Query(String text) {
        for (String pair : text.split("&")) {
            int equals = pair.indexOf('=');
            try {
                String name = decoded(equals < 0 ? pair : pair.substring(0, equals));
                String value = equals < 0 ? "" : decoded(pair.substring(equals + 1));
                values.computeIfAbsent(name, missing -> new ArrayList<>(1)).add(value);
            } catch (IllegalArgumentException broken) {
                continue;
            }
        }
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    /** The first value, or the empty string. */
    public String first(String name) {
        List<String> all = all(name);
        return all.isEmpty() ? "" : all.get(0);
    }

    /** All values in their order. */
    public List<String> all(String name) {
        return values.getOrDefault(name, List.of());
    }

    /** A switch as Kubernetes reads it: given, and neither {@code false} nor {@code 0}. */
    public boolean isOn(String name) {
        List<String> all = all(name);
        return !all.isEmpty()
                && !all.get(0).equalsIgnoreCase("false")
                && !all.get(0).equals("0");
    }
}
