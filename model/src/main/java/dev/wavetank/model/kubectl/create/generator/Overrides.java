package dev.wavetank.model.kubectl.create.generator;

import dev.wavetank.model.codec.Manifest;
import dev.wavetank.model.gotext.GoJsonReader;
import dev.wavetank.model.kubectl.apply.LastApplied;
import dev.wavetank.model.kubectl.session.LocalPatch;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.model.patch.PatchException;
import dev.wavetank.model.version.Feature;
import java.util.Map;

/** The flags {@code --overrides} and {@code --save-config} of commands that generate objects. */
public final class Overrides {

    private Overrides() {}

    /** The object with the user's changes, and the annotation that keeps it if the user wants that. */
    public static Manifest applied(Session session, Manifest made) {
        String text = session.line().value(Flag.OVERRIDES).orElse("");
        Manifest changed = text.isEmpty() ? made : changed(session, made, text);
        return session.line().isOn(Flag.SAVE_CONFIG) ? LastApplied.annotated(session, changed) : changed;
    }

    private static Manifest changed(Session session, Manifest made, String text) {
        try {
            Object patch = GoJsonReader.parse(text);
            Map<String, Object> tree = LocalPatch.apply(session, mediaType(session), patch, made.object());
            return session.generated(tree);
        } catch (GoJsonReader.SyntaxMistake mistake) {
            throw new UsageException(
                    session.has(Feature.KUBECTL_OVERRIDE_TYPE)
                            ? "Invalid JSON Patch"
                            : String.valueOf(mistake.getMessage()));
        } catch (PatchException | IllegalArgumentException misfit) {
            throw new UsageException("--overrides: " + misfit.getMessage());
        }
    }

    private static String mediaType(Session session) {
        String type = session.line().value(Flag.OVERRIDE_TYPE).orElse("merge");
        return switch (type) {
            case "json" -> "application/json-patch+json";
            case "merge" -> "application/merge-patch+json";
            case "strategic" -> "application/strategic-merge-patch+json";
            default -> throw new UsageException("invalid override type: " + type);
        };
    }
}
