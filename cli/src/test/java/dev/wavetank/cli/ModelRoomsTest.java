package dev.wavetank.cli;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The walls inside {@code model}: the table "Rooms of the model" in ARCHITECTURE.md says which room may see which,
 * and this test reads it there.
 *
 * <p>A room is a package with all packages below it, except those that are rooms of their own. A room sees itself and
 * the rooms in its row, and nothing else of {@code model}; the kernel is visible everywhere. A row {@code
 * controller.*} stands for every package directly below {@code controller} that has no row of its own: each is a room
 * alone.
 */
class ModelRoomsTest {

    private static final String MODEL = "dev.wavetank.model.";
    private static final Pattern ROW = Pattern.compile("\\| `([a-z0-9.*]+)` \\| ([^|]*) \\|.*");
    private static final Pattern NAME = Pattern.compile("`([a-z0-9.*]+)`");

    private static final JavaClasses CLASSES = MainClasses.ALL.that(resideInAPackage("dev.wavetank.model.."));

    private final Map<String, Set<String>> rooms = table();

    @Test
    void every_package_is_in_a_room() {
        Set<String> homeless = new TreeSet<>();
        for (JavaClass type : CLASSES) {
            String name = type.getPackageName();
            if (name.startsWith(MODEL) && room(name) == null) {
                homeless.add(name);
            }
        }
        assertThat(homeless).isEmpty();
    }

    @Test
    void a_room_sees_only_the_rooms_in_its_row() {
        List<String> forbidden = new ArrayList<>();
        crossings().forEach((crossing, example) -> {
            Set<String> seen = rooms.get(row(crossing.from()));
            if (!seen.contains(crossing.to()) && !seen.contains(row(crossing.to()))) {
                forbidden.add(crossing.from() + " sees " + crossing.to() + ": " + example.getDescription());
            }
        });
        assertThat(forbidden).isEmpty();
    }

    @Test
    void no_row_permits_what_no_class_needs() {
        Set<String> needed = new TreeSet<>();
        crossings().keySet().forEach(crossing -> {
            needed.add(row(crossing.from()) + " sees " + crossing.to());
            needed.add(row(crossing.from()) + " sees " + row(crossing.to()));
        });
        Set<String> permitted = new TreeSet<>();
        rooms.forEach((room, seen) -> seen.forEach(other -> permitted.add(room + " sees " + other)));
        permitted.removeAll(needed);
        assertThat(permitted).isEmpty();
    }

    private Map<Crossing, Dependency> crossings() {
        Map<Crossing, Dependency> crossings = new LinkedHashMap<>();
        for (JavaClass type : CLASSES) {
            String from = room(type.getPackageName());
            for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                String to =
                        room(dependency.getTargetClass().getBaseComponentType().getPackageName());
                if (from != null && to != null && !from.equals(to)) {
                    crossings.putIfAbsent(new Crossing(from, to), dependency);
                }
            }
        }
        return crossings;
    }

    /** The room of a package: the longest that it is in; null when it is in none. */
    private String room(String packageName) {
        if (!packageName.startsWith(MODEL)) {
            return null;
        }
        String name = packageName.substring(MODEL.length());
        String best = null;
        for (String row : rooms.keySet()) {
            String room = row.endsWith(".*") ? firstBelow(row, name) : row;
            boolean isInside = (name + ".").startsWith(room + ".");
            if (isInside && (best == null || room.length() > best.length())) {
                best = room;
            }
        }
        return best;
    }

    private static String firstBelow(String row, String name) {
        String parent = row.substring(0, row.length() - 1);
        int end = name.startsWith(parent) ? name.indexOf('.', parent.length()) : -1;
        return !name.startsWith(parent) ? row : end < 0 ? name : name.substring(0, end);
    }

    /** The row of a room: its own, or the one with the star. */
    private String row(String room) {
        return rooms.containsKey(room) ? room : room.substring(0, room.lastIndexOf('.')) + ".*";
    }

    private static Map<String, Set<String>> table() {
        Map<String, Set<String>> rooms = new LinkedHashMap<>();
        boolean inside = false;
        for (String line : lines()) {
            inside = line.startsWith("#") ? line.endsWith("Rooms of the model") : inside;
            Matcher row = ROW.matcher(line);
            if (inside && row.matches()) {
                Set<String> seen = new TreeSet<>();
                NAME.matcher(row.group(2)).results().forEach(name -> seen.add(name.group(1)));
                rooms.put(row.group(1), seen);
            }
        }
        return rooms;
    }

    private static List<String> lines() {
        try {
            return Files.readAllLines(Path.of("..", "ARCHITECTURE.md"));
        } catch (IOException e) {
            throw new AssertionError("ARCHITECTURE.md lies in the directory above the module", e);
        }
    }

    private record Crossing(String from, String to) {}
}
