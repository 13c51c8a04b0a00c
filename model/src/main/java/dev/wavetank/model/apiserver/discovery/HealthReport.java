package dev.wavetank.model.apiserver.discovery;

import java.util.ArrayList;
import java.util.List;

/**
 * The text of a health endpoint. A server that answers at all is well: one that has not started, or has crashed, does
 * not answer.
 */
public final class HealthReport {

    private HealthReport() {}

    /**
     * The text.
     *
     * @param endpoint {@code healthz}, {@code livez} or {@code readyz}
     * @param checks the names of its checks
     * @param excluded names that the client does not want to be looked at
     * @param verbose whether every check is told
     */
    public static String of(String endpoint, List<String> checks, List<String> excluded, boolean verbose) {
        StringBuilder lines = new StringBuilder();
        for (String check : checks) {
            lines.append("[+]").append(check).append(excluded.contains(check) ? " excluded: ok\n" : " ok\n");
        }
        List<String> unknown = new ArrayList<>(excluded);
        unknown.removeAll(checks);
        if (!unknown.isEmpty()) {
            lines.append("warn: some health checks cannot be excluded: no matches for ")
                    .append(quoted(unknown))
                    .append('\n');
        }
        return verbose ? lines.append(endpoint).append(" check passed\n").toString() : "ok";
    }

    private static String quoted(List<String> names) {
        return "\"" + String.join("\",\"", names) + "\"";
    }
}
