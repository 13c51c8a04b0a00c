package dev.wavetank.properties.explore;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Compares what two invariants keep in their fields, and in those of what they refer to. */
final class Memory {

    private static final List<String> OURS = List.of("dev.wavetank.properties.", "dev.wavetank.sim.liveness.");

    private final Set<String> ignored;
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final List<String> differences = new ArrayList<>();

    private Memory(Set<String> ignored) {
        this.ignored = ignored;
    }

    /**
     * Where two objects of a class differ, in words.
     *
     * @param ignored names of fields
     */
    static List<String> differences(Object first, Object second, Set<String> ignored) {
        Memory memory = new Memory(ignored);
        memory.compare(first.getClass().getSimpleName(), first, second);
        return memory.differences;
    }

    private void compare(String path, Object first, Object second) {
        if (first == second) {
            return;
        }
        if (first instanceof Map<?, ?> map && second instanceof Map<?, ?> other) {
            compare(path, new ArrayList<>(map.keySet()), new ArrayList<>(other.keySet()));
            compare(path, new ArrayList<>(map.values()), new ArrayList<>(other.values()));
        } else if (first instanceof Collection<?> all && second instanceof Collection<?> others) {
            compare(path, all.toArray(), others.toArray());
        } else if (first instanceof Object[] all && second instanceof Object[] others) {
            if (all.length != others.length) {
                differences.add(path + ": " + Arrays.toString(all) + " and " + Arrays.toString(others));
                return;
            }
            for (int i = 0; i < all.length; i++) {
                compare(path + "[]", all[i], others[i]);
            }
        } else if (first == null || second == null || !isOurs(first)) {
            if (!Objects.equals(first, second)) {
                differences.add(path + ": " + first + " and " + second);
            }
        } else if (first.getClass() != second.getClass()) {
            differences.add(path + ": " + first + " and " + second);
        } else if (!first.getClass().isHidden() && seen.add(first)) {
            compareFields(path, first, second);
        }
    }

    /** A lambda, which is hidden, refers only to what other fields hold too. */
    private static boolean isOurs(Object object) {
        String name = object.getClass().getName();
        return OURS.stream().anyMatch(name::startsWith) && !(object instanceof Enum);
    }

    private void compareFields(String path, Object first, Object second) {
        for (Field field : first.getClass().getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers()) && !ignored.contains(field.getName())) {
                field.setAccessible(true);
                try {
                    compare(path + "." + field.getName(), field.get(first), field.get(second));
                } catch (IllegalAccessException impossible) {
                    throw new AssertionError(impossible);
                }
            }
        }
    }
}
