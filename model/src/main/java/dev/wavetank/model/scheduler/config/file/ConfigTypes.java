package dev.wavetank.model.scheduler.config.file;

import dev.wavetank.model.schema.Schema;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.model.version.Since;
import java.util.Arrays;
import java.util.List;

/** {@code types.txt}, whose head describes its notation, as one version of the file has it. */
final class ConfigTypes {

    private static final String RESOURCE = "types.txt";
    private static final String INDENT = "  ";
    private static final String APIS = " apis=";
    private static final String SINCE = " since=";

    private final ConfigApi api;
    private final KubernetesVersion version;

    private ConfigTypes(ConfigApi api, KubernetesVersion version) {
        this.api = api;
        this.version = version;
    }

    /** The types of a file, and those of the API that they hold, as a version of Kubernetes has them. */
    static Schema of(ConfigApi api, KubernetesVersion version) {
        return Schema.load().in(version).with(new ConfigTypes(api, version).notation());
    }

    private String notation() {
        StringBuilder kept = new StringBuilder();
        boolean hasType = false;
        for (String line : Draft.notation(RESOURCE).lines().toList()) {
            boolean isField = line.startsWith(INDENT);
            if (!isField) {
                hasType = isIn(line);
            }
            if (hasType && (!isField || isIn(line))) {
                kept.append(withoutMarks(line)).append('\n');
            }
        }
        return kept.toString().replace("V.", api.label() + ".");
    }

    private boolean isIn(String line) {
        String apis = word(line, APIS);
        String since = word(line, SINCE);
        List<String> labels = Arrays.asList(apis.split(","));
        return (apis.isEmpty() || labels.contains(api.label()))
                && (since.isEmpty() || Since.parse(since).isIn(version));
    }

    private static String word(String line, String start) {
        int at = line.indexOf(start);
        if (line.startsWith("#") || at < 0) {
            return "";
        }
        int end = line.indexOf(' ', at + 1);
        return line.substring(at + start.length(), end < 0 ? line.length() : end);
    }

    private static String withoutMarks(String line) {
        int at = line.indexOf(APIS);
        return line.startsWith("#") || at < 0 ? line : line.substring(0, at);
    }
}
