package dev.wavetank.model.gotext;

import dev.wavetank.model.api.LabelSelector;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Values in the syntax of Go ({@code %#v}), as errors of validation show them. */
public final class GoSyntax {

    private static final Pattern QUANTITY = Pattern.compile("([0-9]+)(?:\\.([0-9]+))?(|[KMGTPE]i|[numkMGTPE])");

    private GoSyntax() {}

    /** A JSON tree without types. */
    public static String tree(@Nullable Object value) {
        if (value == null) {
            return "interface {}(nil)";
        }
        if (value instanceof String text) {
            return of(text);
        }
        if (value instanceof Map<?, ?> map) {
            List<String> fields = new ArrayList<>(map.size());
            new TreeMap<Object, Object>(map).forEach((name, inner) -> fields.add(tree(name) + ":" + tree(inner)));
            return "map[string]interface {}{" + String.join(", ", fields) + "}";
        }
        if (value instanceof List<?> list) {
            return "[]interface {}{"
                    + String.join(", ", list.stream().map(GoSyntax::tree).toList()) + "}";
        }
        return number(value);
    }

    /** A number; anything else as Java prints it. */
    public static String number(Object value) {
        return value instanceof Number number ? GoJson.number(number) : String.valueOf(value);
    }

    /** A quoted string. */
    public static String of(String text) {
        return GoText.quoted(text == null ? "" : text);
    }

    /** An instant, as Go prints it. */
    public static String of(Instant instant) {
        return instant.toString().replace('T', ' ').replace("Z", " +0000 UTC");
    }

    /** A {@code map[string]string}. */
    public static String of(Map<String, String> map) {
        if (map.isEmpty()) {
            return "map[string]string(nil)";
        }
        List<String> pairs = new ArrayList<>(map.size());
        new TreeMap<>(map).forEach((key, value) -> pairs.add(of(key) + ":" + of(value)));
        return "map[string]string{" + String.join(", ", pairs) + "}";
    }

    /** A {@code v1.LabelSelector}. */
    public static String of(LabelSelector selector) {
        List<String> requirements = new ArrayList<>(selector.matchExpressions().size());
        for (LabelSelector.Requirement requirement : selector.matchExpressions()) {
            requirements.add("v1.LabelSelectorRequirement{Key:" + of(requirement.key()) + ", Operator:"
                    + of(requirement.operator()) + ", Values:" + strings(requirement.values()) + "}");
        }
        String expressions = requirements.isEmpty() ? "(nil)" : "{" + String.join(", ", requirements) + "}";
        return "v1.LabelSelector{MatchLabels:" + of(selector.matchLabels())
                + ", MatchExpressions:[]v1.LabelSelectorRequirement" + expressions + "}";
    }

    /** An {@code intstr.IntOrString}. */
    public static String intOrString(Object value) {
        if (value instanceof Number number) {
            return "intstr.IntOrString{Type:0, IntVal:" + number + ", StrVal:\"\"}";
        }
        return "intstr.IntOrString{Type:1, IntVal:0, StrVal:" + of(value.toString()) + "}";
    }

    /** Numbers of more digits are kept in another form, whose text says little. */
    private static final int EXACT_DIGITS = 18;

    /** A {@code resource.Quantity}: its digits, how far they are shifted, and its text. */
    public static String quantity(String text) {
        Matcher parts = QUANTITY.matcher(text);
        if (!parts.matches()) {
            return of(text);
        }
        String fraction = parts.group(2) == null ? "" : parts.group(2);
        String suffix = parts.group(3);
        boolean binary = suffix.endsWith("i");
        if (parts.group(1).length() + fraction.length() > EXACT_DIGITS) {
            return of(text);
        }
        long value = Long.parseLong(parts.group(1) + fraction);
        int scale = -fraction.length();
        if (binary) {
            value <<= 10 * ("KMGTPE".indexOf(suffix.charAt(0)) + 1);
        } else if (!suffix.isEmpty()) {
            scale += 3 * ("num kMGTPE".indexOf(suffix.charAt(0)) - 3);
        }
        return "resource.Quantity{i:resource.int64Amount{value:" + value + ", scale:" + scale
                + "}, d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:" + of(text) + ", Format:"
                + of(binary ? "BinarySI" : "DecimalSI") + "}";
    }

    /** A {@code []string}. */
    public static String strings(List<String> values) {
        return values.isEmpty() ? "[]string(nil)" : "[]string{\"" + String.join("\", \"", values) + "\"}";
    }
}
