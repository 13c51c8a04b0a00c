package dev.wavetank.model.apiserver.http.options;

import dev.wavetank.model.http.Query;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the options of connections, such as {@code PodExecOptions}, which stand in the query. */
public final class ConnectOptions {

    private static final List<String> TEXTS = List.of("container", "path");
    private static final List<String> SWITCHES = List.of("stdin", "stdout", "stderr", "tty");

    private ConnectOptions() {}

    /** The fields that are given; those of other names are left out. */
    public static Map<String, Object> of(Query query) {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (String name : TEXTS) {
            if (!query.first(name).isEmpty()) {
                fields.put(name, query.first(name));
            }
        }
        for (String name : SWITCHES) {
            if (query.isOn(name)) {
                fields.put(name, true);
            }
        }
        if (!query.all("command").isEmpty()) {
            fields.put("command", query.all("command"));
        }
        return fields;
    }
}
