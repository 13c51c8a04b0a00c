package dev.wavetank.model.kubectl.get;

import dev.wavetank.model.kubectl.print.JsonPath;
import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.kubectl.print.ObjectFormat;
import dev.wavetank.model.kubectl.print.TabWriter;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.model.version.Feature;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The form in which {@code get} prints.
 *
 * @param name such as {@code yaml}; empty for a table
 * @param argument what follows the equals sign, or the columns of the file that is named there
 * @param form null for tables and columns
 */
record OutputFormat(String name, String argument, @Nullable ObjectFormat form) {

    private static final List<String> NAMES = Stream.concat(
                    ObjectFormat.NAMES.stream(), Stream.of("custom-columns", "custom-columns-file", "wide"))
            .sorted()
            .toList();

    static OutputFormat of(Session session) {
        boolean templateOnly = session.format().isEmpty()
                && session.line().value(Flag.TEMPLATE).isPresent();
        String text = templateOnly ? "go-template" : session.format();
        int equals = text.indexOf('=');
        String name = equals < 0 ? text : text.substring(0, equals);
        String argument = equals < 0 ? "" : text.substring(equals + 1);
        if (name.isEmpty() || name.equals("wide") && equals < 0) {
            return new OutputFormat(name, "", null);
        }
        if (!NAMES.contains(name)) {
            throw new UsageException("unable to match a printer suitable for the output format \"" + text
                    + "\", allowed formats are: " + String.join(",", NAMES));
        }
        if (!name.startsWith("custom-columns")) {
            try {
                ObjectFormat form = ObjectFormat.of(name, argument, session.line(), session::file);
                return new OutputFormat(name, argument, form);
            } catch (UsageException mistake) {
                throw UsageException.afterDiscovery(String.valueOf(mistake.getMessage()));
            }
        }
        if (argument.isEmpty()) {
            throw new UsageException("custom-columns format specified but no custom columns given");
        }
        String columns = name.equals("custom-columns") ? argument : columnsOf(session.file(argument));
        for (String column : columns.split(",")) {
            if (column.indexOf(':') < 0) {
                throw UsageException.afterDiscovery(
                        "unexpected custom-columns spec: " + column + ", expected <header>:<json-path-expr>");
            }
        }
        return new OutputFormat(name, columns, null);
    }

    /** The columns that a file names: headers in its first line, paths below. */
    private static String columnsOf(String text) {
        List<String> lines = text.lines().toList();
        if (lines.size() < 2) {
            throw new UsageException("invalid template, missing paths for columns");
        }
        String[] headers = lines.get(0).strip().split("\\s+");
        String[] paths = lines.get(1).strip().split("\\s+");
        if (headers.length != paths.length) {
            throw new UsageException("number of headers (" + headers.length + ") and field specifications ("
                    + paths.length + ") don't match");
        }
        List<String> columns = new ArrayList<>();
        for (int i = 0; i < headers.length; i++) {
            columns.add(headers[i] + ":" + paths[i]);
        }
        return String.join(",", columns);
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
        if (name.equals("name")) {
            objects.forEach(object -> session.print(fullName(object)));
        } else if (form != null) {
            session.printed(form.print(whole(objects, single)));
        } else {
            TabWriter.printed(columns(objects, !session.line().isOn(Flag.NO_HEADERS)), session.version())
                    .forEach(session::print);
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

    private List<List<String>> columns(List<ObjectFields> objects, boolean headers) {
        List<String> header = new ArrayList<>();
        List<JsonPath> paths = new ArrayList<>();
        for (String column : argument.split(",")) {
            int colon = column.indexOf(':');
            header.add(column.substring(0, colon));
            String path = column.substring(colon + 1);
            paths.add(
                    JsonPath.parse(path.startsWith("{") ? path : "{" + (path.startsWith(".") ? "" : ".") + path + "}"));
        }
        List<List<String>> rows = new ArrayList<>();
        if (headers) {
            rows.add(header);
        }
        objects.forEach(object -> rows.add(paths.stream()
                .map(path -> path.evaluate(object.tree()))
                .map(text -> text.isEmpty() ? "<none>" : text.replace(' ', ','))
                .toList()));
        return rows;
    }
}
