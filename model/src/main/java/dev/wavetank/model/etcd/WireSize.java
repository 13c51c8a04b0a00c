package dev.wavetank.model.etcd;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Estimates how many bytes a value takes in etcd, from its record: as protocol buffers would, a byte of tag and a
 * length before everything that has one, two bytes for a number. Exact to about ten percent for objects whose
 * model knows all fields.
 */
public final class WireSize {

    /**
     * Envelope that the API server puts around an object: magic bytes, API version, kind ({@code
     * runtime.Unknown}).
     */
    private static final int ENVELOPE = 32;

    private static final int NUMBER = 3;

    private final Map<Class<?>, Method[]> accessors = new LinkedHashMap<>();

    /** An estimator; it remembers the shape of the records that it has seen. */
    public WireSize() {}

    /** Bytes of an object as it is stored. */
    public int ofObject(Object object) {
        return ENVELOPE + of(object);
    }

    private int of(Object value) {
        if (value == null) {
            return 0;
        }
        if (value instanceof CharSequence text) {
            return delimited(utf8(text));
        }
        if (value instanceof Number || value instanceof Boolean || value instanceof Enum) {
            return NUMBER;
        }
        if (value instanceof Collection<?> list) {
            int sum = 0;
            for (Object element : list) {
                sum += of(element);
            }
            return sum;
        }
        if (value instanceof Map<?, ?> map) {
            int sum = 0;
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                sum += delimited(of(entry.getKey()) + of(entry.getValue()));
            }
            return sum;
        }
        return value instanceof Record record ? delimited(ofRecord(record)) : delimited(utf8(value.toString()));
    }

    private int ofRecord(Record record) {
        int sum = 0;
        try {
            for (Method accessor : accessors.computeIfAbsent(record.getClass(), WireSize::accessors)) {
                sum += of(accessor.invoke(record));
            }
        } catch (IllegalAccessException | InvocationTargetException wrong) {
            throw new AssertionError("cannot read " + record.getClass(), wrong);
        }
        return sum;
    }

    private static Method[] accessors(Class<?> type) {
        Method[] found = Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getAccessor)
                .toArray(Method[]::new);
        for (Method accessor : found) {
            accessor.setAccessible(true);
        }
        return found;
    }

    private static int delimited(int bytes) {
        return bytes == 0 ? 0 : 1 + (bytes < 128 ? 1 : bytes < 16_384 ? 2 : 3) + bytes;
    }

    private static int utf8(CharSequence text) {
        int bytes = text.length();
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            if (unit >= 0x80) {
                // A pair of surrogates becomes four bytes, two for each.
                bytes += unit < 0x800 || Character.isSurrogate(unit) ? 1 : 2;
            }
        }
        return bytes;
    }
}
