package dev.wavetank.model.kubectl.describe;

import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.codec.Manifest;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.Invocation;
import dev.wavetank.model.kubectl.syntax.ResourceArguments;
import dev.wavetank.model.kubectl.syntax.UsageException;
import java.util.ArrayList;
import java.util.List;

/**
 * One thing that the command line asks for.
 *
 * @param resource of the objects
 * @param namespace empty for all namespaces, and for resources without
 * @param name of the only object; empty for all that match
 * @param labels a label selector; may be empty
 * @param isRead whether it must be looked for; what files name is believed to be there
 */
record Selection(ResourceType resource, String namespace, String name, String labels, boolean isRead) {

    /** Checks the command line. */
    static List<Selection> of(Session session) {
        Invocation line = session.line();
        List<String> words = line.arguments();
        boolean files = !line.list(Flag.FILENAME).isEmpty();
        if (words.isEmpty() && !files) {
            throw new UsageException("You must specify the type of resource to describe. Use \"kubectl api-resources\""
                    + " for a complete list of supported resources.");
        }
        if (files && !words.isEmpty()) {
            throw new UsageException(
                    "when paths, URLs, or stdin is provided as input, you may not specify resource arguments as well");
        }
        if (files) {
            return session.manifests().stream().map(Selection::of).toList();
        }
        String labels = line.value(Flag.SELECTOR).orElse("");
        boolean everywhere = line.isOn(Flag.ALL_NAMESPACES);
        boolean combined = words.get(0).contains("/");
        if (!combined && words.size() == 1) {
            return all(session, words.get(0), labels, everywhere);
        }
        if (!labels.isEmpty()) {
            throw new UsageException(
                    combined
                            ? "selectors and the all flag cannot be used when passing resource/name arguments"
                            : "name cannot be provided when a selector is specified");
        }
        if (everywhere) {
            throw new UsageException("a resource cannot be retrieved by name across all namespaces");
        }
        List<Selection> named = new ArrayList<>();
        for (ResourceArguments.Target target : session.targets(words)) {
            String namespace = session.namespaceFor(target.resource());
            named.add(new Selection(target.resource(), namespace, target.name(), "", true));
        }
        return named;
    }

    /** All objects of the types in a list. */
    static List<Selection> all(Session session, String types, String labels, boolean everywhere) {
        return session.resources().types(types).stream()
                .map(resource ->
                        new Selection(resource, everywhere ? "" : session.namespaceFor(resource), "", labels, true))
                .toList();
    }

    private static Selection of(Manifest manifest) {
        String name = manifest.object().metadata().name();
        if (name == null) {
            throw new UsageException(
                    manifest.source() + ":" + manifest.position() + ": resource name may not be empty");
        }
        return new Selection(manifest.resource(), manifest.object().key().namespace(), name, "", false);
    }

    /** The same for one object. */
    Selection named(String itsNamespace, String itsName) {
        return new Selection(resource, itsNamespace, itsName, "", false);
    }
}
