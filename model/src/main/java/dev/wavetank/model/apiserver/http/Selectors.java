package dev.wavetank.model.apiserver.http;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.apiserver.request.Release;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads the selectors of lists and watches. */
final class Selectors {

    private Selectors() {}

    /** What is selected; only {@link Release#V1_8} knows objects that initializers have not finished. */
    static ApiRequest.Selection of(Query query, Release release) {
        ApiRequest.Selection selection = of(query);
        return release == Release.V1_8 && query.isOn("includeUninitialized")
                ? selection.withUninitialized()
                : selection;
    }

    private static ApiRequest.Selection of(Query query) {
        Map<String, String> fields = fields(query.first("fieldSelector"));
        String labels = query.first("labelSelector");
        return fields.isEmpty() && labels.isEmpty()
                ? ApiRequest.Selection.ALL
                : new ApiRequest.Selection(LabelText.parse(labels), fields);
    }

    private static Map<String, String> fields(String text) {
        Map<String, String> fields = new LinkedHashMap<>();
        for (String requirement : text.split(",")) {
            if (requirement.isEmpty()) {
                continue;
            }
            String[] sides = requirement.split("==?", 2);
            if (sides.length < 2 || sides[0].endsWith("!")) {
                throw new Refusal(
                        Status.badRequest("invalid selector: '" + text + "'; can't understand '" + requirement + "'"));
            }
            fields.put(sides[0], sides[1]);
        }
        return fields;
    }
}
