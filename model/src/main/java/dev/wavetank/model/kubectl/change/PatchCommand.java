package dev.wavetank.model.kubectl.change;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.gotext.GoJsonReader;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.LocalPatch;
import dev.wavetank.model.kubectl.session.ObjectChoice;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.model.patch.PatchException;
import dev.wavetank.model.yaml.ManifestException;
import dev.wavetank.model.yaml.YamlReader;
import dev.wavetank.sim.Completion;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;

/** {@code patch}: reads each object, then sends the patch that the user wrote, as YAML or JSON. */
public final class PatchCommand implements Command {

    private static final String STRATEGIC = "application/strategic-merge-patch";

    private final Session session;
    private final ObjectChoice choice;
    private final String type;
    private final Object patch;
    /** A patch that is meant as JSON and is none, which goes to the server as it is; empty otherwise. */
    private final String broken;

    /** Checks the command line. */
    public PatchCommand(Session session) {
        this.session = session;
        if (session.line().value(Flag.PATCH).isPresent()
                && session.line().value(Flag.PATCH_FILE).isPresent()) {
            throw new UsageException("cannot specify --patch and --patch-file together");
        }
        String text = session.line()
                .value(Flag.PATCH)
                .or(() -> session.line().value(Flag.PATCH_FILE).map(session::file))
                .orElse("");
        if (text.isEmpty()) {
            throw new UsageException("must specify --patch or --patch-file containing the contents of the patch");
        }
        this.type = mediaType(session.line().value(Flag.TYPE).orElse("strategic"));
        this.broken = text.stripLeading().startsWith("{") ? mistake(text) : "";
        this.patch = broken.isEmpty() ? tree(text) : Collections.emptyMap();
        if (!broken.isEmpty() && session.isDryRun()) {
            throw new UsageException(type.startsWith(STRATEGIC) ? "invalid JSON document" : "Invalid JSON Patch");
        }
        this.choice = new ObjectChoice(session, session.line().arguments());
    }

    private static String mediaType(String type) {
        return switch (type.toLowerCase(Locale.ROOT)) {
            case "json" -> "application/json-patch+json";
            case "merge" -> "application/merge-patch+json";
            case "strategic" -> "application/strategic-merge-patch+json";
            default -> throw new UsageException("--type must be one of [json merge strategic], not \"" + type + "\"");
        };
    }

    /** The text, where it is no JSON. What begins with a brace is not tried as YAML. */
    private static String mistake(String text) {
        try {
            GoJsonReader.parse(text);
            return "";
        } catch (GoJsonReader.SyntaxMistake mistake) {
            return text;
        }
    }

    /** Under a field of its own, so that a list can stand there too. */
    private static Object tree(String text) {
        try {
            Object tree = YamlReader.read("patch", "patch:\n  " + text.replace("\n", "\n  "))
                    .get(0)
                    .root()
                    .get("patch");
            if (tree == null) {
                throw new UsageException("unable to parse \"" + text + "\": the patch is empty");
            }
            return tree;
        } catch (ManifestException mistake) {
            throw new UsageException("unable to parse \"" + text + "\": " + mistake.sentence());
        }
    }

    @Override
    public Completion<Boolean> run() {
        return choice.eachRead(this::change);
    }

    private Completion<Boolean> change(ObjectChoice.Named name, KubernetesObject object) {
        if (session.isDryRun()) {
            return local(name, object);
        }
        String subresource = session.line().value(Flag.SUBRESOURCE).orElse("");
        ApiRequest.Change change = new ApiRequest.Change.Document(type, patch);
        ApiRequest request = new ApiRequest.Patch(name.resource(), name.namespace(), name.name(), subresource, change);
        return (broken.isEmpty() ? session.send(request) : session.sendText(request, broken)).map(response -> {
            if (response instanceof ApiResponse.One changed) {
                boolean same = json(changed.object()).equals(json(object));
                session.print(name.resource(), changed.object(), same ? "patched (no change)" : "patched");
                return true;
            }
            return session.fail(response, "");
        });
    }

    /** What the patch would make of the object, as far as the client can tell. */
    private Completion<Boolean> local(ObjectChoice.Named name, KubernetesObject object) {
        Map<String, Object> before = session.tools().codec().encode(object);
        try {
            Map<String, Object> after = LocalPatch.apply(session, type, patch, object);
            boolean same = after.equals(before);
            session.print(
                    name.resource(), session.tools().codec().decode(after), same ? "patched (no change)" : "patched");
        } catch (PatchException misfit) {
            session.tools().output().refuse("error: " + misfit.detail());
        } catch (IllegalArgumentException misfit) {
            session.tools().output().refuse("error: " + misfit.getMessage());
        }
        return Completion.of(true);
    }

    private String json(KubernetesObject object) {
        return session.tools().codec().json(object);
    }
}
