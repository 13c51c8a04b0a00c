package dev.wavetank.model.apiserver.http.options;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.apiserver.http.message.Refusal;
import dev.wavetank.model.http.Query;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the selectors of lists and watches. */
public final class Selectors {

    private Selectors() {}

    /** What is selected; only versions with {@link Feature#INITIALIZERS} have objects that wait for initializers. */
    public static ApiRequest.Selection of(Query query, KubernetesVersion version) {
        ApiRequest.Selection selection = of(query);
        return version.has(Feature.INITIALIZERS) && query.isOn("includeUninitialized")
                ? selection.withUninitialized()
                : selection;
    }

    /** What is selected of initialized objects. */
    public static ApiRequest.Selection of(Query query) {
        String fieldText = query.first("fieldSelector");
        String labels = query.first("labelSelector");
        if (fieldText.isEmpty() && labels.isEmpty()) {
            return ApiRequest.Selection.ALL;
        }
        Map<String, String> fields = new LinkedHashMap<>();
        Map<String, List<String>> others = new LinkedHashMap<>();
        readFields(fieldText, fields, others);
        return new ApiRequest.Selection(LabelText.parse(labels), fields).without(others);
    }

    /** Requirements are {@code =}, {@code ==} and {@code !=}. */
    private static void readFields(String text, Map<String, String> fields, Map<String, List<String>> others) {
        for (String requirement : text.split(",")) {
            if (requirement.isEmpty()) {
                continue;
            }
            String[] sides = requirement.split("!=|==?", 2);
            if (sides.length < 2) {
                throw new Refusal(
                        Status.badRequest("invalid selector: '" + text + "'; can't understand '" + requirement + "'"));
            }
            if (requirement.startsWith("!=", sides[0].length())) {
                others.computeIfAbsent(sides[0], field -> new ArrayList<>(1)).add(sides[1]);
            } else {
                String before = fields.putIfAbsent(sides[0], sides[1]);
                if (before != null && !before.equals(sides[1])) {
                    // Nothing has two values: what is one of them must then not be so, and nothing is left.
                    others.computeIfAbsent(sides[0], field -> new ArrayList<>(1))
                            .add(before);
                }
            }
        }
    }
}
