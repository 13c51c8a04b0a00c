package dev.wavetank.model.controller.deployment;

import dev.wavetank.model.api.SafeLetters;
import dev.wavetank.model.api.core.PodTemplateSpec;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;

/**
 * The label {@code pod-template-hash}: FNV-1a over a canonical text of the template, in the alphabet of
 * Kubernetes' random names.
 *
 * <p>Kubernetes hashes the debug print of a Go structure, so the values differ. As in Kubernetes, equal templates
 * have equal hashes, whatever the order of their maps, and a collision count changes the hash.
 */
final class TemplateHash {

    private static final int FNV_OFFSET = 0x811C9DC5;
    private static final int FNV_PRIME = 0x01000193;

    /** The components of a record class by name; Java makes them anew for each caller. */
    private static final ClassValue<RecordComponent[]> COMPONENTS = new ClassValue<>() {
        @Override
        protected RecordComponent[] computeValue(Class<?> type) {
            RecordComponent[] components = type.getRecordComponents();
            Arrays.sort(components, Comparator.comparing(RecordComponent::getName));
            return components;
        }
    };

    private TemplateHash() {}

    /** The hash of a template; {@code collisions} is the collision count in the status of its Deployment. */
    static String of(PodTemplateSpec template, int collisions) {
        StringBuilder text = new StringBuilder(1024);
        append(text, template);
        if (collisions > 0) {
            text.append('#').append(collisions);
        }
        int hash = FNV_OFFSET;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * FNV_PRIME;
        }
        return SafeLetters.ofHash(hash);
    }

    private static void append(StringBuilder text, Object value) {
        if (value instanceof Record record) {
            appendFields(text, record);
        } else if (value instanceof Map<?, ?> map) {
            text.append('{');
            for (Map.Entry<?, ?> entry : new TreeMap<>(map).entrySet()) {
                append(text, entry.getKey());
                append(text.append(':'), entry.getValue());
                text.append(',');
            }
            text.append('}');
        } else if (value instanceof Collection<?> list) {
            text.append('[');
            for (Object element : list) {
                append(text, element);
                text.append(',');
            }
            text.append(']');
        } else {
            text.append('"').append(value).append('"');
        }
    }

    /** The components of a record that are not empty, by name, in the form of a map. */
    private static void appendFields(StringBuilder text, Record record) {
        text.append('{');
        for (RecordComponent component : COMPONENTS.get(record.getClass())) {
            Object value = value(record, component);
            if (!isEmpty(value)) {
                append(text, component.getName());
                append(text.append(':'), value);
                text.append(',');
            }
        }
        text.append('}');
    }

    private static Object value(Record record, RecordComponent component) {
        try {
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException impossible) {
            throw new AssertionError("API objects are public records", impossible);
        }
    }

    private static boolean isEmpty(Object value) {
        return value == null
                || value instanceof Map<?, ?> map && map.isEmpty()
                || value instanceof Collection<?> list && list.isEmpty();
    }
}
