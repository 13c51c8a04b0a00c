package dev.wavetank.model.kubectl.create.generator;

import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.UsageException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Trees of generated objects. */
public final class Trees {

    private Trees() {}

    /** A map of these names and values, in their order. */
    public static Map<String, Object> of(Object... namesAndValues) {
        Map<String, Object> tree = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            tree.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return tree;
    }

    /** Labels as a flag has them: {@code app=web,tier=front}. */
    public static Map<String, Object> labels(String text) {
        Map<String, Object> labels = new LinkedHashMap<>();
        for (String label : text.split(",")) {
            String[] parts = label.split("=", -1);
            if (parts.length != 2 || parts[0].isEmpty()) {
                throw new UsageException("unexpected label spec: " + label);
            }
            labels.put(parts[0], parts[1]);
        }
        return labels;
    }

    /** The only name on the command line. */
    public static String name(Session session) {
        List<String> words = session.line().arguments();
        if (words.size() != 1) {
            throw UsageException.withManual(session.line().verb(), "exactly one NAME is required, got " + words.size());
        }
        return words.get(0);
    }

    /** An object of this name in the user's namespace. */
    public static Map<String, Object> namespaced(Session session, String apiVersion, String kind) {
        Map<String, Object> metadata = of("name", name(session), "namespace", session.namespace());
        return of("apiVersion", apiVersion, "kind", kind, "metadata", metadata);
    }

    /** An object of this name that is in no namespace. */
    public static Map<String, Object> clusterWide(Session session, String apiVersion, String kind) {
        return of("apiVersion", apiVersion, "kind", kind, "metadata", of("name", name(session)));
    }

    /** The metadata of an object that was made here. */
    @SuppressWarnings("unchecked") // it was put there as a tree
    public static Map<String, Object> metadata(Map<String, Object> object) {
        return (Map<String, Object>) Objects.requireNonNull(object.get("metadata"));
    }

    /** Text that is a number if it can be: what Go calls IntOrString. */
    public static Object intOrText(String text) {
        return text.matches("[-+]?[0-9]{1,9}") ? (Object) Long.valueOf(text) : text;
    }

    /** Adds a field whose text is not empty. */
    public static void putText(Map<String, Object> tree, String field, String text) {
        if (!text.isEmpty()) {
            tree.put(field, text);
        }
    }
}
