package dev.wavetank.model.kubectl.session;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.codec.CustomKinds;
import dev.wavetank.model.codec.Manifest;
import dev.wavetank.model.codec.ManifestReader;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.model.kubectl.syntax.VerbSyntax;
import dev.wavetank.model.yaml.ManifestException;
import java.util.ArrayList;
import java.util.List;

/** Reads the files of a command line. */
final class ManifestFiles {

    private static final List<VerbSyntax> SELECTING = List.of(VerbSyntax.APPLY, VerbSyntax.CREATE, VerbSyntax.DIFF);

    private final Session session;
    private final CustomKinds kinds;

    ManifestFiles(Session session, CustomKinds kinds) {
        this.session = session;
        this.kinds = kinds;
    }

    /** The objects of all files, each in its namespace. */
    List<Manifest> read() {
        Session.Tools tools = session.tools();
        ManifestReader reader = new ManifestReader(
                tools.schema(),
                tools.codec(),
                kinds,
                (manifest, tree, problems) -> session.validation().take(inNamespace(manifest), tree, problems));
        List<Manifest> manifests = new ArrayList<>();
        List<String> names = session.line().list(Flag.FILENAME).stream()
                .flatMap(name -> session.files(name).stream())
                .toList();
        for (String file : names) {
            String text = session.file(file);
            try {
                reader.read(file, text).forEach(manifest -> manifests.add(inNamespace(manifest)));
            } catch (ManifestException mistake) {
                throw new UsageException(String.valueOf(mistake.getMessage()));
            }
        }
        manifests.removeIf(manifest -> !isSelected(manifest));
        if (manifests.isEmpty()) {
            throw new UsageException(
                    "no objects passed to " + session.line().verb().words());
        }
        return manifests;
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
        KubernetesObject object = manifest.object();
        if (!manifest.resource().namespaced()) {
            return manifest;
        }
        String own = object.key().namespace();
        boolean named = session.line().value(Flag.NAMESPACE).isPresent();
        if (!own.isEmpty() && named && !own.equals(session.namespace())) {
            throw new UsageException("the namespace from the provided object \"" + own
                    + "\" does not match the namespace \"" + session.namespace()
                    + "\". You must pass '--namespace=" + own + "' to perform this operation.");
        }
        KubernetesObject placed =
                own.isEmpty() ? object.withMetadata(object.metadata().withNamespace(session.namespace())) : object;
        return new Manifest(manifest.source(), manifest.position(), manifest.resource(), placed);
    }
}
