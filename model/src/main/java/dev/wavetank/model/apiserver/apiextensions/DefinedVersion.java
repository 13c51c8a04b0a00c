package dev.wavetank.model.apiserver.apiextensions;

import dev.wavetank.model.apiserver.apiextensions.schema.StructuralSchema;
import dev.wavetank.model.apiserver.apiextensions.schema.Tree;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One version of a custom resource. Immutable. */
public final class DefinedVersion {

    private static final Pattern NAME = Pattern.compile("v([0-9]+)(?:(alpha|beta)([0-9]+))?");

    /** Stable before beta before alpha, later before earlier, and names of any other form last, by name. */
    static final Comparator<DefinedVersion> BY_PRIORITY = Comparator.comparing(
                    (DefinedVersion version) -> -version.rank())
            .thenComparing(version -> -version.number(1))
            .thenComparing(version -> -version.number(3))
            .thenComparing(DefinedVersion::name);

    private final Map<String, Object> tree;
    private final StructuralSchema schema;

    private DefinedVersion(Map<String, Object> tree) {
        this.tree = tree;
        this.schema = StructuralSchema.of(Tree.map(Tree.map(tree, "schema"), "openAPIV3Schema"));
    }

    static DefinedVersion of(Map<String, Object> tree) {
        return new DefinedVersion(tree);
    }

    /** Such as {@code v1beta1}. */
    public String name() {
        return Tree.text(tree, "name");
    }

    /** Whether requests in this version are answered. */
    public boolean isServed() {
        return Tree.isTrue(tree, "served");
    }

    /** Whether objects are stored in this version. */
    public boolean isStorage() {
        return Tree.isTrue(tree, "storage");
    }

    /** What the answer to every request in this version warns of; empty when there is nothing to warn of. */
    public String warning(Definition definition) {
        String own = Tree.text(tree, "deprecationWarning");
        if (!Tree.isTrue(tree, "deprecated")) {
            return "";
        }
        return own.isEmpty() ? definition.group() + "/" + name() + " " + definition.kind() + " is deprecated" : own;
    }

    /** What objects look like. */
    public StructuralSchema schema() {
        return schema;
    }

    private Map<String, Object> subresources() {
        return Tree.map(tree, "subresources");
    }

    /** Whether the status is written on its own. */
    public boolean hasStatus() {
        return subresources().get("status") instanceof Map;
    }

    /** Whether there is a view of the number of replicas. */
    public boolean hasScale() {
        return subresources().get("scale") instanceof Map;
    }

    /** Where one of the numbers of that view stands, such as {@code .spec.replicas}; empty when it is nowhere. */
    String scalePath(String field) {
        return Tree.text(Tree.map(subresources(), "scale"), field);
    }

    /** The columns of tables beyond name and age, as they are written. */
    public List<Map<String, Object>> columns() {
        return Tree.maps(tree, "additionalPrinterColumns");
    }

    private int rank() {
        Matcher name = NAME.matcher(name());
        if (!name.matches()) {
            return 0;
        }
        return name.group(2) == null ? 3 : name.group(2).equals("beta") ? 2 : 1;
    }

    private long number(int part) {
        Matcher name = NAME.matcher(name());
        return name.matches() && name.group(part) != null ? Long.parseLong(name.group(part)) : 0;
    }
}
