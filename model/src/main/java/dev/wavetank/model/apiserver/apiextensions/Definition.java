package dev.wavetank.model.apiserver.apiextensions;

import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.apiserver.apiextensions.schema.Tree;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** A CustomResourceDefinition ({@code apiextensions.k8s.io/v1}), read. Immutable. */
public final class Definition {

    /** The resource of definitions themselves. */
    public static final ResourceType RESOURCE = Resources.CUSTOM_RESOURCE_DEFINITIONS;

    /** Keeps a definition until its objects are gone. */
    public static final String CLEANUP = "customresourcecleanup.apiextensions.k8s.io";

    static final String ESTABLISHED = "Established";
    static final String NAMES_ACCEPTED = "NamesAccepted";
    static final String TERMINATING = "Terminating";
    static final String TRUE = "True";
    static final String FALSE = "False";
    static final String SPEC = "spec";
    static final String STATUS = "status";
    static final String NAMES = "names";
    static final String CONDITIONS = "conditions";

    private final GenericObject object;
    private final List<DefinedVersion> versions = new ArrayList<>();

    private Definition(GenericObject object) {
        this.object = object;
        Tree.maps(spec(), "versions").forEach(version -> versions.add(DefinedVersion.of(version)));
        versions.sort(DefinedVersion.BY_PRIORITY);
    }

    /** Reads a definition, which may be wrong in any way. */
    public static Definition of(GenericObject object) {
        return new Definition(object);
    }

    GenericObject object() {
        return object;
    }

    ObjectMeta metadata() {
        return object.metadata();
    }

    /** The name: {@code <plural>.<group>}. */
    public String name() {
        return object.metadata().name();
    }

    Map<String, Object> spec() {
        return Tree.map(object.other(), SPEC);
    }

    Map<String, Object> status() {
        return Tree.map(object.other(), STATUS);
    }

    Map<String, Object> names() {
        return Tree.map(spec(), NAMES);
    }

    /** The API group of the resource. */
    public String group() {
        return Tree.text(spec(), "group");
    }

    /** The plural name in paths, as asked for. */
    public String plural() {
        return Tree.text(names(), "plural");
    }

    /** The kind of the objects. */
    public String kind() {
        return Tree.text(names(), "kind");
    }

    /** The names that were found free, once they were. */
    public Map<String, Object> acceptedNames() {
        return Tree.map(status(), "acceptedNames");
    }

    /** Groups of resources that people ask for together, such as {@code all}. */
    public List<String> categories() {
        return Tree.texts(acceptedNames(), "categories");
    }

    /** Whether the objects live in namespaces. */
    public boolean isNamespaced() {
        return "Namespaced".equals(spec().get("scope"));
    }

    /** All versions, the preferred one first: stable before beta before alpha, later before earlier. */
    public List<DefinedVersion> versions() {
        return Collections.unmodifiableList(versions);
    }

    /** The version in which objects are stored. */
    public DefinedVersion storageVersion() {
        return versions.stream().filter(DefinedVersion::isStorage).findFirst().orElse(versions.get(0));
    }

    /** The resource in one of its versions. */
    public ResourceType type(DefinedVersion version) {
        return new ResourceType(group(), version.name(), kind(), plural(), isNamespaced());
    }

    /** A condition; empty when nothing is known about it. */
    Map<String, Object> condition(String type) {
        for (Map<String, Object> condition : Tree.maps(status(), CONDITIONS)) {
            if (type.equals(condition.get("type"))) {
                return condition;
            }
        }
        return Collections.emptyMap();
    }

    /** Whether a condition holds. */
    boolean is(String condition) {
        return TRUE.equals(condition(condition).get(STATUS));
    }

    /** Whether requests for the resource are answered. */
    public boolean isServed() {
        return is(NAMES_ACCEPTED) || is(ESTABLISHED);
    }

    /** Whether the resource is told of in discovery. */
    public boolean isEstablished() {
        return is(ESTABLISHED);
    }

    /** Whether objects are being deleted because the definition is, so that no new ones are taken. */
    public boolean isTerminating() {
        return is(TERMINATING);
    }
}
