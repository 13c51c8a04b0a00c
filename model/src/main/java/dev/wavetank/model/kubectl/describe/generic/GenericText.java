package dev.wavetank.model.kubectl.describe.generic;

import dev.wavetank.model.gotext.GoText;
import dev.wavetank.model.kubectl.describe.page.Page;
import dev.wavetank.model.kubectl.describe.subject.Subject;
import dev.wavetank.model.version.Feature;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Describes an object of any kind by its fields (kubectl, pkg/describe/describe.go, genericDescriber, v1.32). */
public final class GenericText {

    private static final List<String> IN_HEAD =
            List.of(".metadata.name", ".metadata.namespace", ".metadata.labels", ".metadata.annotations");
    private static final String MANAGED_FIELDS = ".metadata.managedFields";

    private GenericText() {}

    /** Writes an object. */
    public static void write(Subject object) {
        object.head();
        object.labels();
        struct(object, 0, object.fields().tree(), "");
    }

    private static void struct(Subject object, int level, Map<?, ?> fields, String path) {
        Page page = object.page();
        new TreeMap<Object, Object>(fields).forEach((name, value) -> {
            String below = path + "." + name;
            String title = label(object, String.valueOf(name)) + ":";
            if (isLeftOut(object, below)) {
                return;
            }
            if (value instanceof Map<?, ?> map) {
                page.line(level, title);
                struct(object, level + 1, map, below);
            } else if (value instanceof List<?> list) {
                page.line(level, title);
                list.forEach(item -> item(object, level + 1, item, below));
            } else {
                page.line(level, title, GoText.plain(value));
            }
        });
    }

    private static void item(Subject object, int level, Object item, String path) {
        if (item instanceof Map<?, ?> map) {
            struct(object, level, map, path);
        } else {
            object.page().line(level, GoText.plain(item));
        }
    }

    private static boolean isLeftOut(Subject object, String path) {
        return IN_HEAD.contains(path)
                || path.equals(MANAGED_FIELDS) && object.has(Feature.KUBECTL_DESCRIBE_BINARY_DATA);
    }

    private static String label(Subject object, String field) {
        boolean isPlain = field.codePoints().allMatch(point -> Character.isLetter(point) || point == '-');
        return isPlain || !object.has(Feature.KUBECTL_DESCRIBE_LEASES) ? Words.title(field) : field;
    }
}
