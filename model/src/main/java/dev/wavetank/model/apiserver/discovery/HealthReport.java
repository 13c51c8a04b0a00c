package dev.wavetank.model.apiserver.discovery;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * The text of a health endpoint. What a server needs to answer at all is well whenever it answers; what it asks others
 * for may fail.
 *
 * @param endpoint {@code healthz}, {@code livez} or {@code readyz}
 * @param checks the names of its checks
 * @param failing the names of checks that fail
 */
public record HealthReport(String endpoint, List<String> checks, List<String> failing) {

    /** Whether the endpoint answers 500, when the client does not want some checks to be made. */
    public boolean fails(List<String> excluded) {
        return checks.stream().anyMatch(check -> failing.contains(check) && !excluded.contains(check));
    }

    /** The report for a client that asks for details when all checks pass. */
    public String success(List<String> excluded) {
        return lines(excluded) + endpoint + " check passed\n";
    }

    /** The report of a failed check. It omits the reason, because every client may read it. */
    public String failure(List<String> excluded) {
        return lines(excluded) + endpoint + " check failed\n";
    }

    private String lines(List<String> excluded) {
        StringBuilder lines = new StringBuilder();
        for (String check : checks) {
            boolean left = excluded.contains(check);
            boolean failed = !left && failing.contains(check);
            lines.append(failed ? "[-]" : "[+]").append(check);
            lines.append(left ? " excluded: ok\n" : failed ? " failed: reason withheld\n" : " ok\n");
        }
        List<String> unknown = new ArrayList<>(new TreeSet<>(excluded));
        unknown.removeAll(checks);
        if (!unknown.isEmpty()) {
            lines.append("warn: some health checks cannot be excluded: no matches for \"")
                    .append(String.join("\",\"", unknown))
                    .append("\"\n");
        }
        return lines.toString();
    }
}
