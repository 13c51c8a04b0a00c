package dev.wavetank.cli;

import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.yaml.ManifestException;
import dev.wavetank.model.yaml.YamlWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The fields of a kind of fault: found by leaving them out of an example, and adding those that examples leave out. */
final class DocumentedFaults {

    /** What every kind has. */
    private static final List<String> COMMON = List.of("kind", "at", "after");

    /** Fields that are not written when they have their default, with it and another value. */
    private static final Map<String, List<String>> UNWRITTEN = Map.of(
            "direction", List.of("both", "forward"), "jitter", List.of("0s", "1ms"), "offset", List.of("0s", "1s"));

    private DocumentedFaults() {}

    /** The fields of the kind that this clause in YAML's flow style is of, each with its default if it has one. */
    static String fields(String example) {
        Map<String, Object> clause = clause("faults: [" + example + "]\n");
        UNWRITTEN.forEach((field, values) -> {
            Map<String, Object> more = new LinkedHashMap<>(clause);
            more.putIfAbsent(field, values.get(1));
            if (isUnderstood(more)) {
                clause.putIfAbsent(field, values.get(1));
            }
        });
        List<String> fields = new ArrayList<>();
        for (String field : clause.keySet()) {
            if (!COMMON.contains(field) && !field.equals("for")) {
                fields.add("`" + written(clause, field) + "`");
            }
        }
        if (isUnderstood(without(clause, "for"))) {
            fields.add("`for` may be left out");
        }
        return String.join(", ", fields);
    }

    /** The field, with its default if it has one. */
    private static String written(Map<String, Object> clause, String field) {
        Map<String, Object> without = without(clause, field);
        if (!isUnderstood(without)) {
            return field;
        }
        Object standard = again(without).get(field);
        if (standard == null) {
            standard = unwritten(without, field);
        }
        boolean quoted = standard.equals("") || standard.equals("*");
        return field + ": " + (quoted ? "\"" + standard + "\"" : standard);
    }

    /** The default of a field that is not written when it has its default. */
    private static Object unwritten(Map<String, Object> without, String field) {
        String standard = UNWRITTEN.get(field).get(0);
        Map<String, Object> with = new LinkedHashMap<>(without);
        with.put(field, standard);
        if (!again(with).equals(again(without))) {
            throw new AssertionError(field + " of " + without + " has another default than " + standard);
        }
        return standard;
    }

    private static Map<String, Object> without(Map<String, Object> clause, String field) {
        Map<String, Object> without = new LinkedHashMap<>(clause);
        without.remove(field);
        return without;
    }

    private static boolean isUnderstood(Map<String, Object> clause) {
        try {
            again(clause);
            return true;
        } catch (ManifestException refused) {
            return false;
        }
    }

    /** The clause written and read. */
    private static Map<String, Object> again(Map<String, Object> clause) {
        return clause(YamlWriter.write(Map.of("faults", List.of(clause))));
    }

    private static Map<String, Object> clause(String faults) {
        String scenario = "cluster: {settings: {etcd.members: \"3\"}}\n"
                + "timeline: [{at: 0s, kubectl: create deployment web --image=nginx}]\n" + faults;
        List<?> clauses = (List<?>)
                ScenarioCodec.tree(ScenarioCodec.read("example", scenario)).get("faults");
        Map<String, Object> fields = new LinkedHashMap<>();
        ((Map<?, ?>) clauses.get(0)).forEach((name, value) -> fields.put(String.valueOf(name), value));
        return fields;
    }
}
