package dev.wavetank.model.apiserver.printers;

import dev.wavetank.model.apiserver.resource.Conversion;
import dev.wavetank.model.apiserver.resource.ServedResource;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Makes tables ({@code meta.k8s.io/v1 Table}) and metadata-only objects of objects. */
public final class Tables {

    private static final String METADATA = "metadata";
    private static final String META_GROUP = "meta.k8s.io/";

    private final BuiltInColumns builtIn;
    private final TableColumns others;
    private final boolean keepsOwners;

    /**
     * Tables as a release makes them.
     *
     * @param others columns of resources that do not come with the release
     */
    public Tables(KubernetesVersion kubernetes, TableColumns others) {
        this.builtIn = BuiltInColumns.of(kubernetes);
        this.others = others;
        this.keepsOwners = kubernetes.has(Feature.TABLE_MANAGED_FIELDS);
    }

    /** What a row tells of its object beside the cells. */
    public enum Include {
        /** Nothing. */
        NONE,
        /** Its metadata. */
        METADATA,
        /** All of it. */
        OBJECT
    }

    /**
     * How a client wants a table.
     *
     * @param version of {@code meta.k8s.io}
     * @param include what rows tell of their objects
     * @param definitions whether columns are defined; a watch defines them with its first event only
     */
    public record Wish(String version, Include include, boolean definitions) {}

    /**
     * A table.
     *
     * @param objects as the store knows them
     * @param metadata of the list, or of the only object: revision and where to go on
     * @param now what the wall clock of the server shows
     */
    public Map<String, Object> table(
            ServedResource served,
            List<Map<String, Object>> objects,
            Map<String, Object> metadata,
            Wish wish,
            Instant now) {
        List<TableColumn> columns = others.of(served)
                .map(builtIn::named)
                .or(() -> builtIn.of(served))
                .orElseGet(builtIn::standard);
        List<Object> definitions = new ArrayList<>();
        columns.forEach(column -> definitions.add(column.definition()));
        List<Object> rows = new ArrayList<>(objects.size());
        objects.forEach(object -> rows.add(row(served, columns, object, wish, now)));
        Map<String, Object> table = new LinkedHashMap<>();
        table.put("kind", "Table");
        table.put("apiVersion", META_GROUP + wish.version());
        table.put(METADATA, metadata);
        table.put("columnDefinitions", wish.definitions() ? definitions : null);
        table.put("rows", rows);
        return table;
    }

    private Map<String, Object> row(
            ServedResource served, List<TableColumn> columns, Map<String, Object> object, Wish wish, Instant now) {
        Fields fields = new Fields(object);
        List<Object> cells = new ArrayList<>(columns.size());
        columns.forEach(column -> cells.add(column.cell().of(fields, now)));
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("cells", cells);
        if (served.canonical().qualified().equals("pods")) {
            addConditions(row, fields.text("status.phase"));
        }
        row.put(
                "object",
                switch (wish.include()) {
                    case NONE -> null;
                    case METADATA -> partial(served, object, wish.version());
                    case OBJECT -> Conversion.outward(served, object);
                });
        return row;
    }

    /** Rows of pods that are through say so, that clients may hide them. */
    private static void addConditions(Map<String, Object> row, String phase) {
        if (phase.equals("Succeeded") || phase.equals("Failed")) {
            Map<String, Object> condition = new LinkedHashMap<>();
            condition.put("type", "Completed");
            condition.put("status", "True");
            condition.put("reason", phase);
            condition.put(
                    "message", phase.equals("Failed") ? "The pod failed." : "The pod has completed successfully.");
            row.put("conditions", List.of(condition));
        }
    }

    /** The object as {@code PartialObjectMetadata}: its metadata and nothing else. */
    public Map<String, Object> partial(ServedResource served, Map<String, Object> object, String version) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("kind", "PartialObjectMetadata");
        tree.put("apiVersion", META_GROUP + version);
        Map<String, Object> metadata = new LinkedHashMap<>();
        Object all = Conversion.outward(served, object).get(METADATA);
        if (all instanceof Map<?, ?> map) {
            map.forEach((name, value) -> {
                if (keepsOwners || !Objects.equals(name, "managedFields")) {
                    metadata.put((String) name, value);
                }
            });
        }
        tree.put(METADATA, metadata);
        return tree;
    }
}
