package dev.wavetank.model.kubectl.session;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.codec.CustomKinds;
import dev.wavetank.model.codec.Manifest;
import dev.wavetank.model.codec.ManifestReader;
import dev.wavetank.model.codec.UnknownKindException;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.model.kubectl.syntax.VerbSyntax;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.yaml.ManifestException;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the files of a command line. An object that cannot be read does not keep the command from the others
 * (cli-runtime,
 * pkg/resource, Builder.ContinueOnError, v1.32).
 */
final class ManifestFiles {

    private static final List<VerbSyntax> SELECTING = List.of(VerbSyntax.APPLY, VerbSyntax.CREATE, VerbSyntax.DIFF);

    private final Session session;
    private final CustomKinds kinds;
    /** What stands against the objects that cannot be read. */
    private final List<String> mistakes = new ArrayList<>();

    ManifestFiles(Session session, CustomKinds kinds) {
        this.session = session;
        this.kinds = kinds;
    }

    /** The objects of all files that can be read, each in its namespace; tells the session of the others. */
    List<Manifest> read() {
        SessionTools tools = session.tools();
        ManifestReader reader = new ManifestReader(
                tools.schema(),
                tools.codec(),
                kinds,
                (manifest, tree, problems) -> session.validation().take(placed(manifest), tree, problems));
        List<Manifest> manifests = new ArrayList<>();
        List<String> names = session.line().list(Flag.FILENAME).stream()
                .flatMap(name -> session.files(name).stream())
                .toList();
        List<String> texts = names.stream().map(session::file).toList();
        for (int i = 0; i < names.size(); i++) {
            for (Manifest manifest : readable(reader, names.get(i), texts.get(i))) {
                try {
                    manifests.add(inNamespace(manifest));
                } catch (UsageException refusal) {
                    mistakes.add(String.valueOf(refusal.getMessage()));
                }
            }
        }
        manifests.removeIf(manifest -> !isSelected(manifest));
        if (manifests.isEmpty()) {
            throw new UsageException(
                    mistakes.isEmpty()
                            ? "no objects passed to " + session.line().verb().words()
                            : String.join("\n", mistakes));
        }
        mistakes.forEach(tools.output()::refuseAtEnd);
        return manifests;
    }

    /** The objects of one file: where it ceases to be YAML, those before. */
    private List<Manifest> readable(ManifestReader reader, String file, String text) {
        try {
            return reader.read(file, text, mistake -> mistakes.add(words(mistake)));
        } catch (ManifestException mistake) {
            String before = DocumentsBefore.line(text, mistake.position().line());
            List<Manifest> manifests = before.isBlank() ? List.of() : readable(reader, file, before);
            mistakes.add(String.valueOf(mistake.getMessage()));
            return manifests;
        }
    }

    private String words(ManifestException mistake) {
        if (!(mistake instanceof UnknownKindException unknown)) {
            return String.valueOf(mistake.getMessage());
        }
        return session.has(Feature.KUBECTL_RESOURCE_MAPPING)
                ? "resource mapping not found for name: \"" + unknown.name() + "\" namespace: \"" + unknown.namespace()
                        + "\" from \"" + unknown.source() + "\": " + unknown.asked()
                        + "\nensure CRDs are installed first"
                : "unable to recognize \"" + unknown.source() + "\": " + unknown.asked();
    }

    /** Commands that make objects of files leave out those that no selector matches. */
    private boolean isSelected(Manifest manifest) {
        return !SELECTING.contains(session.line().verb())
                || session.line()
                        .value(Flag.SELECTOR)
                        .map(LabelSelector::parse)
                        .map(selector ->
                                selector.matches(manifest.object().metadata().labels()))
                        .orElse(true);
    }

    private Manifest inNamespace(Manifest manifest) {
        String own = manifest.object().key().namespace();
        boolean named = session.line().value(Flag.NAMESPACE).isPresent();
        if (!own.isEmpty() && named && manifest.resource().namespaced() && !own.equals(session.namespace())) {
            throw new UsageException("the namespace from the provided object \"" + own
                    + "\" does not match the namespace \"" + session.namespace()
                    + "\". You must pass '--namespace=" + own + "' to perform this operation.");
        }
        return placed(manifest);
    }

    private Manifest placed(Manifest manifest) {
        if (!manifest.resource().namespaced() || session.isLocal()) {
            return manifest;
        }
        KubernetesObject object = manifest.object();
        String own = object.key().namespace();
        KubernetesObject placed =
                own.isEmpty() ? object.withMetadata(object.metadata().withNamespace(session.namespace())) : object;
        return new Manifest(manifest.source(), manifest.position(), manifest.resource(), placed);
    }
}
