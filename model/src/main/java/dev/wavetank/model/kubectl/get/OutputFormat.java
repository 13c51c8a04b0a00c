package dev.wavetank.model.kubectl.get;

import dev.wavetank.model.kubectl.session.ObjectFields;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.session.TabWriter;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.yaml.GoYamlWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The form in which {@code get} prints.
 *
 * @param name such as {@code yaml}; empty for a table
 * @param argument what follows the equals sign
 */
record OutputFormat(String name, String argument) {

    private static final List<String> SIMPLE = List.of("", "wide", "json", "yaml", "name");
    private static final List<String> WITH_ARGUMENT = List.of("jsonpath", "custom-columns");

    static OutputFormat of(Session session) {
        String text = session.format();
        int equals = text.indexOf('=');
        OutputFormat format = equals < 0
                ? new OutputFormat(text, "")
                : new OutputFormat(text.substring(0, equals), text.substring(equals + 1));
        if (SIMPLE.contains(format.name) && equals < 0) {
            return format;
        }
        if (!WITH_ARGUMENT.contains(format.name)) {
            throw new UsageException("unable to match a printer suitable for the output format \"" + text
                    + "\", allowed formats are: custom-columns,json,jsonpath,name,wide,yaml");
        }
        if (format.argument.isEmpty()) {
            throw new UsageException(
                    format.name.equals("jsonpath")
                            ? "template format specified but no template given"
                            : "custom-columns format specified but no custom columns given");
        }
        if (format.name.equals("jsonpath")) {
            JsonPath.parse(format.argument);
        }
        return format;
    }

    /** Whether the server makes a table. */
    boolean isTable() {
        return name.isEmpty() || name.equals("wide");
    }

    /** How a table looks. */
    TableText.Style style(Session session, boolean headers, String prefix) {
        return new TableText.Style(
                name.equals("wide"),
                session.line().isOn(Flag.ALL_NAMESPACES),
                session.line().isOn(Flag.SHOW_LABELS),
                session.line().list(Flag.LABEL_COLUMNS),
                headers,
                prefix);
    }

    /**
     * Prints objects.
     *
     * @param single whether the user has named one object, so that it is no list
     */
    void print(Session session, List<ObjectFields> objects, boolean single) {
        if (!session.line().isOn(Flag.SHOW_MANAGED_FIELDS) && session.has(Feature.KUBECTL_HIDES_MANAGED_FIELDS)) {
            objects.forEach(object -> object.map("metadata").remove("managedFields"));
        }
        switch (name) {
            case "name" -> objects.forEach(object -> session.print(fullName(object)));
            case "yaml" ->
                session.printText(GoYamlWriter.write(
                        session.tools().codec().tree(session.tools().codec().sortedJson(whole(objects, single)))));
            case "json" -> session.print(session.tools().codec().prettyJson(whole(objects, single)));
            case "jsonpath" -> session.printText(JsonPath.parse(argument).evaluate(whole(objects, single)));
            default -> columns(objects).forEach(session::print);
        }
    }

    private static String fullName(ObjectFields object) {
        String version = object.text("apiVersion");
        String kind = object.text("kind").toLowerCase(Locale.ROOT);
        String group = version.contains("/") ? "." + version.substring(0, version.indexOf('/')) : "";
        return kind + group + "/" + object.text("metadata.name");
    }

    private static Map<String, Object> whole(List<ObjectFields> objects, boolean single) {
        if (single) {
            return objects.get(0).tree();
        }
        Map<String, Object> list = new LinkedHashMap<>();
        list.put("apiVersion", "v1");
        list.put(
                "items",
                new ArrayList<Object>(objects.stream().map(ObjectFields::tree).toList()));
        list.put("kind", "List");
        Map<String, Object> metadata = new LinkedHashMap<>();
        metadata.put("resourceVersion", "");
        list.put("metadata", metadata);
        return list;
    }

    private List<String> columns(List<ObjectFields> objects) {
        List<String> header = new ArrayList<>();
        List<JsonPath> paths = new ArrayList<>();
        for (String column : argument.split(",")) {
            int colon = column.indexOf(':');
            if (colon < 0) {
                throw new UsageException(
                        "unexpected custom-columns spec: " + column + ", expected <header>:<json-path-expr>");
            }
            header.add(column.substring(0, colon));
            String path = column.substring(colon + 1);
            paths.add(
                    JsonPath.parse(path.startsWith("{") ? path : "{" + (path.startsWith(".") ? "" : ".") + path + "}"));
        }
        List<List<String>> rows = new ArrayList<>();
        rows.add(header);
        objects.forEach(object -> rows.add(paths.stream()
                .map(path -> path.evaluate(object.tree()))
                .map(text -> text.isEmpty() ? "<none>" : text.replace(' ', ','))
                .toList()));
        return TabWriter.printed(rows);
    }
}
