package dev.wavetank.properties.shrink;

import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.yaml.ManifestException;
import dev.wavetank.model.yaml.YamlDocument;
import dev.wavetank.model.yaml.YamlReader;
import dev.wavetank.model.yaml.YamlWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The files of a scenario that are manifests, as trees. A file keeps its text as long as none of its documents is
 * changed; a changed one is written anew.
 */
public final class Manifests {

    /** What is given back for a place that is left out. */
    private static final Object NOTHING = new Object();

    private final Scenario scenario;
    private final Map<String, List<Object>> documents = new TreeMap<>();

    private Manifests(Scenario scenario) {
        this.scenario = scenario;
    }

    /** The manifests among the files of a scenario. */
    public static Manifests of(Scenario scenario) {
        Manifests manifests = new Manifests(scenario);
        scenario.files().forEach(manifests::read);
        return manifests;
    }

    /** A file that is no manifest, such as one with tokens, has no documents. */
    private void read(String file, String text) {
        try {
            List<Object> roots = YamlReader.read(file, text).stream()
                    .<Object>map(YamlDocument::root)
                    .toList();
            if (roots.stream().allMatch(root -> ((Map<?, ?>) root).get("kind") instanceof String)) {
                documents.put(file, roots);
            }
        } catch (ManifestException otherText) {
            documents.remove(file);
        }
    }

    /** How many lines the manifests have. */
    public long lines() {
        return documents.keySet().stream()
                .mapToLong(file -> Objects.requireNonNull(scenario.files().get(file))
                        .lines()
                        .count())
                .sum();
    }

    /** The documents of all files. */
    public List<Place> documents() {
        List<Place> places = new ArrayList<>();
        forEach((place, node) -> {
            if (place.depth() == 0) {
                places.add(place);
            }
        });
        return places;
    }

    /**
     * The fields and items so deep inside of their documents, without those that identify an object.
     *
     * @param depth 1 for the fields of a document itself
     */
    public List<Place> fields(int depth) {
        List<Place> places = new ArrayList<>();
        forEach((place, node) -> {
            if (place.depth() == depth && !isIdentity(place)) {
                places.add(place);
            }
        });
        return places;
    }

    /** How deep the deepest field is. */
    public int depth() {
        int[] deepest = {0};
        forEach((place, node) -> deepest[0] = Math.max(deepest[0], place.depth()));
        return deepest[0];
    }

    private static boolean isIdentity(Place place) {
        List<Object> path = place.path().subList(1, place.path().size());
        return switch (path.size()) {
            case 1 -> List.of("apiVersion", "kind", "metadata").contains(path.get(0));
            case 2 ->
                path.get(0).equals("metadata") && List.of("name", "namespace").contains(path.get(1));
            default -> false;
        };
    }

    /** Everything in the manifests, each with its place, parents first. */
    void forEach(BiConsumer<Place, Object> visitor) {
        documents.forEach((file, roots) -> {
            for (int i = 0; i < roots.size(); i++) {
                visit(roots.get(i), new Place(file, List.of(i)), visitor);
            }
        });
    }

    private static void visit(Object node, Place place, BiConsumer<Place, Object> visitor) {
        visitor.accept(place, node);
        if (node instanceof Map<?, ?> map) {
            map.forEach((field, value) -> visit(orEmpty(value), place.child(field), visitor));
        } else if (node instanceof List<?> list) {
            for (int i = 0; i < list.size(); i++) {
                visit(orEmpty(list.get(i)), place.child(i), visitor);
            }
        }
    }

    /** A field without a value is nothing that a visitor looks into. */
    private static Object orEmpty(@Nullable Object value) {
        return value == null ? "" : value;
    }

    /** The scenario without these places. */
    public Scenario without(Collection<Place> places) {
        return changed(place -> places.contains(place) ? NOTHING : null);
    }

    /** The scenario with other values at these places. */
    Scenario with(Map<Place, Long> values) {
        return changed(values::get);
    }

    /** @param change the value at a place; null to leave it as it is */
    private Scenario changed(Function<Place, @Nullable Object> change) {
        Map<String, String> files = new TreeMap<>(scenario.files());
        documents.forEach((file, roots) -> {
            List<Object> rest = items(roots, step -> new Place(file, List.of(step)), change);
            if (!rest.equals(roots)) {
                files.put(file, text(rest));
            }
        });
        return files.equals(scenario.files()) ? scenario : scenario.withFiles(files);
    }

    private static List<Object> items(
            List<?> items, Function<Integer, Place> placeOf, Function<Place, @Nullable Object> change) {
        List<Object> rest = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            Object item = copy(items.get(i), placeOf.apply(i), change);
            if (item != NOTHING) {
                rest.add(item);
            }
        }
        return rest;
    }

    private static @Nullable Object copy(@Nullable Object node, Place place, Function<Place, @Nullable Object> change) {
        Object other = change.apply(place);
        if (other != null) {
            return other;
        }
        if (node instanceof List<?> list) {
            return items(list, place::child, change);
        }
        if (node instanceof Map<?, ?> map) {
            Map<String, Object> rest = new LinkedHashMap<>();
            map.forEach((field, value) -> {
                Object kept = copy(value, place.child(field), change);
                if (kept != NOTHING) {
                    rest.put((String) field, kept);
                }
            });
            return rest;
        }
        return node;
    }

    @SuppressWarnings("unchecked") // every root is a mapping with fields as keys, as the reader makes it
    private static String text(List<Object> roots) {
        return roots.stream()
                .map(root -> YamlWriter.compact((Map<String, Object>) root))
                .collect(Collectors.joining("---\n"));
    }
}
