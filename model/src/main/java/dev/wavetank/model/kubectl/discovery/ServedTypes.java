package dev.wavetank.model.kubectl.discovery;

import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.codec.CustomKinds;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.kubectl.print.ObjectFields;
import java.util.List;

/**
 * What the documents of discovery say about kinds that are not built in. They are read only when a command needs such
 * a kind.
 *
 * @param documents as the server sent them, in JSON
 */
record ServedTypes(List<String> documents) {

    /** Tells the custom kinds among them. */
    void teach(CustomKinds kinds, ObjectCodec codec) {
        for (String document : documents) {
            ObjectFields fields = new ObjectFields(codec.tree(document));
            if (fields.text("kind").equals("APIResourceList")) {
                String groupVersion = fields.text("groupVersion");
                fields.list("resources").forEach(resource -> teachListed(kinds, groupVersion, resource));
            } else {
                for (ObjectFields group : fields.list("items")) {
                    for (ObjectFields version : group.list("versions")) {
                        String groupVersion = group.text("metadata.name") + "/" + version.text("version");
                        version.list("resources").forEach(resource -> teachAggregated(kinds, groupVersion, resource));
                    }
                }
            }
        }
    }

    /** An entry of the document of one group and version. */
    private static void teachListed(CustomKinds kinds, String groupVersion, ObjectFields entry) {
        boolean namespaced = Boolean.TRUE.equals(entry.value("namespaced"));
        teach(kinds, groupVersion, entry.text("kind"), entry.text("name"), namespaced, entry);
    }

    /** An entry of the document of all groups ({@code apidiscovery.k8s.io}). */
    private static void teachAggregated(CustomKinds kinds, String groupVersion, ObjectFields entry) {
        boolean namespaced = entry.text("scope").equals("Namespaced");
        teach(kinds, groupVersion, entry.text("responseKind.kind"), entry.text("resource"), namespaced, entry);
    }

    private static void teach(
            CustomKinds kinds,
            String groupVersion,
            String kind,
            String plural,
            boolean namespaced,
            ObjectFields entry) {
        int slash = groupVersion.indexOf('/');
        String group = slash < 0 ? "" : groupVersion.substring(0, slash);
        if (!ResourceType.isCustom(group) || plural.contains("/")) {
            return;
        }
        String singular =
                entry.text("singularName").isEmpty() ? entry.text("singularResource") : entry.text("singularName");
        List<String> shortNames = entry.value("shortNames") instanceof List<?> names
                ? names.stream().map(String::valueOf).toList()
                : List.of();
        kinds.learn(
                new ResourceType(group, groupVersion.substring(slash + 1), kind, plural, namespaced),
                singular,
                shortNames);
    }
}
