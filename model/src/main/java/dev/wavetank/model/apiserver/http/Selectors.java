package dev.wavetank.model.apiserver.http;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.Status;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the selectors of lists and watches. */
final class Selectors {

    private static final Pattern SET = Pattern.compile("\\s*([^\\s!=,()]+)\\s+(in|notin)\\s*\\(([^)]*)\\)\\s*");
    private static final Pattern EQUALITY = Pattern.compile("\\s*([^\\s!=,()]+)\\s*(!=|==|=)\\s*([^\\s!=,()]*)\\s*");
    private static final Pattern EXISTENCE = Pattern.compile("\\s*(!?)\\s*([^\\s!=,()]+)\\s*");

    private Selectors() {}

    static ApiRequest.Selection of(Query query) {
        Map<String, String> fields = fields(query.first("fieldSelector"));
        String labels = query.first("labelSelector");
        return fields.isEmpty() && labels.isEmpty()
                ? ApiRequest.Selection.ALL
                : new ApiRequest.Selection(labels(labels), fields);
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

    private static LabelSelector labels(String text) {
        List<LabelSelector.Requirement> requirements = new ArrayList<>();
        for (String part : text.split(",(?![^(]*\\))")) {
            if (!part.isBlank()) {
                requirements.add(requirement(text, part));
            }
        }
        return new LabelSelector(null, requirements);
    }

    private static LabelSelector.Requirement requirement(String text, String part) {
        Matcher set = SET.matcher(part);
        if (set.matches()) {
            List<String> values = new ArrayList<>();
            for (String value : set.group(3).split(",")) {
                values.add(value.strip());
            }
            return new LabelSelector.Requirement(set.group(1), set.group(2).equals("in") ? "In" : "NotIn", values);
        }
        Matcher equality = EQUALITY.matcher(part);
        if (equality.matches()) {
            String operator = equality.group(2).equals("!=") ? "NotIn" : "In";
            return new LabelSelector.Requirement(equality.group(1), operator, List.of(equality.group(3)));
        }
        Matcher existence = EXISTENCE.matcher(part);
        if (existence.matches()) {
            String operator = existence.group(1).isEmpty() ? "Exists" : "DoesNotExist";
            return new LabelSelector.Requirement(existence.group(2), operator, null);
        }
        throw new Refusal(Status.badRequest("unable to parse requirement: found '" + text + "', expected: identifier"));
    }
}
