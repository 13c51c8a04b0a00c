package dev.wavetank.reports.measure.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * In what two clusters differ, for people: with two clusters that are described as {@code v1.36, 3 nodes, default
 * settings} and {@code v1.36, 3 nodes, kubelet.registry-qps=50}, it is {@code registry-qps by default} and
 * {@code registry-qps=50}.
 *
 * @param one what only the first has; empty when they do not differ, or in too much for a name
 * @param other what only the second has, about the same things
 */
record ClusterDifference(String one, String other) {

    /** More than this is no name. */
    private static final int PARTS_MAX = 3;

    private static final ClusterDifference NONE = new ClusterDifference("", "");
    private static final String DEFAULTS = "default settings";

    /** What differs between the texts in which results describe their clusters. */
    static ClusterDifference of(String one, String other) {
        Map<String, String> ofOne = parts(one);
        Map<String, String> ofOther = parts(other);
        List<String> names = new ArrayList<>(ofOne.keySet());
        ofOther.keySet().stream().filter(name -> !ofOne.containsKey(name)).forEach(names::add);
        names.removeIf(name -> ofOne.getOrDefault(name, "").equals(ofOther.getOrDefault(name, "")));
        if (names.isEmpty() || names.size() > PARTS_MAX) {
            return NONE;
        }
        return new ClusterDifference(named(names, ofOne), named(names, ofOther));
    }

    /** By what they are about: the setting, or the unit of a number; what is neither stands for itself. */
    private static Map<String, String> parts(String cluster) {
        Map<String, String> parts = new LinkedHashMap<>();
        for (String part : cluster.split(", ")) {
            int equals = part.indexOf('=');
            String about = part.endsWith(" nodes") || part.endsWith(" node")
                    ? "nodes"
                    : parts.isEmpty() ? "version" : equals < 0 ? part : part.substring(0, equals);
            if (!part.equals(DEFAULTS)) {
                parts.put(about, part);
            }
        }
        return parts;
    }

    private static String named(List<String> names, Map<String, String> parts) {
        List<String> words = new ArrayList<>();
        for (String name : names) {
            String part = parts.get(name);
            boolean isSetting = part == null ? !name.contains(" ") : part.startsWith(name + "=");
            if (part == null) {
                words.add(
                        isSetting
                                ? shortened(name, names) + " by default"
                                : "without " + name.replaceFirst("^with ", ""));
            } else {
                words.add(isSetting ? shortened(name, names) + part.substring(name.length()) : part);
            }
        }
        return String.join(", ", words);
    }

    /** Without its component, unless two settings would have the same name. */
    private static String shortened(String name, List<String> names) {
        String last = name.substring(name.lastIndexOf('.') + 1);
        long alike = names.stream()
                .filter(other -> other.endsWith("." + last) || other.equals(last))
                .count();
        return alike > 1 ? name : last;
    }
}
