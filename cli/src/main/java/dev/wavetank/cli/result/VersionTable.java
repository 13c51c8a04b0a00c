package dev.wavetank.cli.result;

import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.model.version.VersionRange;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The behaviours that differ between versions of Kubernetes, as text and for programs.
 *
 * @param profile only what this version has; null for everything
 */
public record VersionTable(KubernetesVersion profile) {

    private static final int INDENT = 19;

    /** For people. */
    public String text() {
        StringBuilder text = new StringBuilder(profile == null ? range() : profile + " has these behaviours.");
        text.append(" Tests hold ").append(tested()).append(" against sources.\n");
        String area = "";
        for (Feature feature : features()) {
            if (!feature.area().equals(area)) {
                area = feature.area();
                text.append('\n').append(area).append('\n');
            }
            text.append(line(feature.versions().toString(), feature)).append('\n');
        }
        return text.substring(0, text.length() - 1);
    }

    private static String range() {
        return "Wavetank simulates Kubernetes " + KubernetesVersion.OLDEST + " to " + KubernetesVersion.NEWEST + ", "
                + KubernetesVersion.DEFAULT + " by default.";
    }

    private static String tested() {
        List<KubernetesVersion> tested = KubernetesVersion.tested();
        String all = tested.stream().map(KubernetesVersion::toString).collect(Collectors.joining(", "));
        int last = all.lastIndexOf(", ");
        return all.substring(0, last) + " and " + all.substring(last + 2);
    }

    /** A feature in two lines: when and its name, then what changes and where that is written. */
    static String line(String when, Feature feature) {
        String gate = feature.gate().isEmpty() ? "" : " (gate " + feature.gate() + ")";
        String pad = " ".repeat(Math.max(1, INDENT - 2 - when.length()));
        return "  " + when + pad + feature + gate + '\n' + " ".repeat(INDENT) + feature.change() + " ["
                + feature.source() + "]";
    }

    /** For programs. */
    public Map<String, Object> tree() {
        Map<String, Object> tree = JsonResult.document("versions");
        tree.put("oldest", KubernetesVersion.OLDEST.toString());
        tree.put("newest", KubernetesVersion.NEWEST.toString());
        tree.put("default", KubernetesVersion.DEFAULT.toString());
        tree.put(
                "tested",
                KubernetesVersion.tested().stream()
                        .map(KubernetesVersion::toString)
                        .toList());
        if (profile != null) {
            tree.put("profile", profile.toString());
        }
        tree.put("features", features().stream().map(VersionTable::tree).toList());
        return tree;
    }

    static Map<String, Object> tree(Feature feature) {
        VersionRange versions = feature.versions();
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("name", feature.name());
        tree.put("area", feature.area());
        tree.put("since", versions.since().toString());
        if (versions.until() != null) {
            tree.put("until", versions.until().toString());
        }
        if (!feature.gate().isEmpty()) {
            tree.put("gate", feature.gate());
        }
        tree.put("change", feature.change());
        tree.put("source", feature.source());
        return tree;
    }

    private List<Feature> features() {
        return new ArrayList<>(profile == null ? List.of(Feature.values()) : profile.features());
    }
}
