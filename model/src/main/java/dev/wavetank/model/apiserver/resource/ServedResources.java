package dev.wavetank.model.apiserver.resource;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Everything that a server serves at this moment: what routes, discovery and decoding ask for. */
public interface ServedResources {

    /**
     * What is served under a name, if there is such a thing.
     *
     * @param group API group; the empty string stands for core
     * @param version of the group, such as {@code v1}
     * @param name of a resource such as {@code pods}, or of a subresource such as {@code pods/status}
     */
    Optional<ServedResource> find(String group, String version, String name);

    /** All resources and subresources, built-in ones in the order of the table first. */
    List<ServedResource> all();

    /** All groups in the order of {@link #all}, core first. */
    List<String> groups();

    /** Whether some version of the group is served; the empty string stands for core. */
    default boolean hasGroup(String group) {
        return groups().contains(group);
    }

    /** Whether objects of that kind, or lists of them, are known. */
    default boolean hasKind(String apiVersion, String kind) {
        return all().stream()
                .anyMatch(served -> served.bodyVersion().equals(apiVersion)
                        && (served.bodyKind().equals(kind) || (served.bodyKind() + "List").equals(kind)));
    }

    /** What a definition says of the objects of a custom kind ({@code openAPIV3Schema}); empty for all others. */
    default Optional<Map<String, Object>> definedSchema(ServedResource served) {
        return Optional.empty();
    }
}
