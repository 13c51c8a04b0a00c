package dev.wavetank.model.apiserver.http.options;

import dev.wavetank.model.http.HttpResponse;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reports problems of requests that are executed all the same, in the header {@code Warning}. */
public final class Warnings {

    private static final int TOTAL_MAX = 4 * 1024;
    private static final int ITEM_MAX = 256;

    private Warnings() {}

    /**
     * The response with warnings. All stand in one header, where the real server sends one for each: the protocol does
     * not distinguish these. Many are shortened, and the last left out.
     */
    public static HttpResponse on(HttpResponse response, Collection<String> warnings) {
        Set<String> different = new LinkedHashSet<>(warnings);
        different.remove("");
        if (different.isEmpty()) {
            return response;
        }
        Map<String, String> headers = new LinkedHashMap<>(response.headers());
        headers.put("Warning", String.join(", ", shortened(different)));
        return new HttpResponse(response.code(), headers, response.body(), response.rest());
    }

    private static List<String> shortened(Set<String> texts) {
        boolean fit = texts.stream().mapToInt(String::length).sum() <= TOTAL_MAX;
        List<String> values = new ArrayList<>();
        int total = 0;
        for (String text : texts) {
            String shown = fit || text.length() <= ITEM_MAX ? text : text.substring(0, ITEM_MAX);
            total += shown.length();
            if (total > TOTAL_MAX) {
                break;
            }
            values.add("299 - \"" + shown.replace("\\", "\\\\").replace("\"", "\\\"") + '"');
        }
        return values;
    }
}
