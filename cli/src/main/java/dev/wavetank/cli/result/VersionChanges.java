package dev.wavetank.cli.result;

import dev.wavetank.model.apiserver.resource.ResourceTable;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What changes from an older version of Kubernetes to a newer one: behaviours, and the resources that are served. */
public final class VersionChanges {

    private static final String DOTS = "..";

    private final List<KubernetesVersion> versions;

    private VersionChanges(List<KubernetesVersion> versions) {
        this.versions = versions;
    }

    /**
     * Reads two versions.
     *
     * @param range such as {@code v1.20..v1.32}
     * @throws IllegalArgumentException when one is no version, or the first is not older
     */
    public static VersionChanges parse(String range) {
        int dots = range.indexOf(DOTS);
        if (dots < 0) {
            throw new IllegalArgumentException("name two versions, such as v1.20..v1.32, was '" + range + "'");
        }
        List<KubernetesVersion> all = KubernetesVersion.all();
        int from = all.indexOf(KubernetesVersion.parse(range.substring(0, dots)));
        int to = all.indexOf(KubernetesVersion.parse(range.substring(dots + DOTS.length())));
        if (from >= to) {
            throw new IllegalArgumentException(
                    "the first version must be older than the second, such as v1.20..v1.32, was '" + range + "'");
        }
        return new VersionChanges(all.subList(from, to + 1));
    }

    /** For people: a plus for what comes, a minus for what goes. */
    public String text() {
        List<String> lines = new ArrayList<>();
        lines.add("From " + first() + " to " + last() + ": behaviours");
        behaviours()
                .forEach(step -> lines.add(VersionTable.line(
                        (step.comes() ? "+ " : "- ") + step.version(), Feature.valueOf(step.what()))));
        lines.add("");
        lines.add("From " + first() + " to " + last() + ": resources that are served");
        served().forEach(step -> lines.add("  " + (step.comes() ? "+ " : "- ") + step.version() + "  " + step.what()));
        return String.join("\n", lines);
    }

    /** For programs. */
    public Map<String, Object> tree() {
        Map<String, Object> tree = JsonResult.document("versions");
        tree.put("from", first().toString());
        tree.put("to", last().toString());
        List<Object> features = new ArrayList<>();
        behaviours().forEach(step -> {
            Map<String, Object> line = step.tree();
            line.putAll(VersionTable.tree(Feature.valueOf(step.what())));
            features.add(line);
        });
        tree.put("features", features);
        List<Object> resources = new ArrayList<>();
        served().forEach(step -> {
            Map<String, Object> line = step.tree();
            line.put("resource", step.what());
            resources.add(line);
        });
        tree.put("resources", resources);
        return tree;
    }

    private KubernetesVersion first() {
        return versions.get(0);
    }

    private KubernetesVersion last() {
        return versions.get(versions.size() - 1);
    }

    /** Something comes with a version, or is gone in it. */
    private record Step(KubernetesVersion version, boolean comes, String what) {

        Map<String, Object> tree() {
            Map<String, Object> tree = new LinkedHashMap<>();
            tree.put("version", version.toString());
            tree.put("step", comes ? "added" : "removed");
            return tree;
        }
    }

    private List<Step> behaviours() {
        Map<KubernetesVersion, Set<String>> names = new TreeMap<>();
        for (KubernetesVersion version : versions) {
            Set<String> features = new LinkedHashSet<>();
            version.features().forEach(feature -> features.add(feature.name()));
            names.put(version, features);
        }
        return steps(names);
    }

    private List<Step> served() {
        Map<KubernetesVersion, Set<String>> names = new TreeMap<>();
        for (KubernetesVersion version : versions) {
            Set<String> resources = new LinkedHashSet<>();
            ResourceTable.of(version).all().stream()
                    .filter(served -> served.subresource().isEmpty())
                    .forEach(served -> resources.add(
                            served.type().apiVersion() + " " + served.type().plural()));
            names.put(version, resources);
        }
        return steps(names);
    }

    private List<Step> steps(Map<KubernetesVersion, Set<String>> names) {
        List<Step> steps = new ArrayList<>();
        Set<String> before = names.get(first());
        for (KubernetesVersion version : versions) {
            Set<String> after = names.get(version);
            for (String name : before) {
                if (!after.contains(name)) {
                    steps.add(new Step(version, false, name));
                }
            }
            for (String name : after) {
                if (!before.contains(name)) {
                    steps.add(new Step(version, true, name));
                }
            }
            before = after;
        }
        return steps;
    }
}
