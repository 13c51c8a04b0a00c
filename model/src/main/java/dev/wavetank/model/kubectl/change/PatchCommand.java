package dev.wavetank.model.kubectl.change;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.Invocation;
import dev.wavetank.model.kubectl.syntax.ResourceArguments;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.model.yaml.ManifestException;
import dev.wavetank.model.yaml.YamlReader;
import dev.wavetank.sim.Completion;
import java.util.List;
import java.util.Objects;

/** {@code patch}: reads each object, then sends it the user's patch. */
public final class PatchCommand implements Command {

    private final Session session;
    private final List<ResourceArguments.Target> targets;
    private final String type;
    private final Object patch;

    /** Checks the command line. */
    public PatchCommand(Session session) {
        Invocation line = session.line();
        this.session = session;
        this.type = type(line.value(Flag.PATCH_TYPE).orElse("strategic"));
        String text = line.value(Flag.PATCH).orElse("");
        if (text.isEmpty()) {
            throw new UsageException("must specify --patch or --patch-file containing the contents of the patch");
        }
        this.patch = parsed(text);
        this.targets = session.targets(line.arguments());
    }

    private static String type(String name) {
        return switch (name) {
            case "json" -> "application/json-patch+json";
            case "merge" -> "application/merge-patch+json";
            case "strategic" -> "application/strategic-merge-patch+json";
            default -> throw new UsageException("--type must be one of [json merge strategic], not \"" + name + "\"");
        };
    }

    /** The patch may be YAML; as a field of a document it may also be a list. */
    private static Object parsed(String text) {
        boolean isList = text.stripLeading().startsWith("[");
        try {
            return isList
                    ? Objects.requireNonNull(YamlReader.read("patch", "list: " + text)
                            .get(0)
                            .root()
                            .get("list"))
                    : YamlReader.read("patch", text).get(0).root();
        } catch (ManifestException mistake) {
            throw new UsageException("unable to parse \"" + text + "\": " + mistake.getMessage());
        }
    }

    @Override
    public Completion<Boolean> run() {
        return Command.inOrder(
                targets,
                target -> session.read(target)
                        .then(found -> found.isEmpty() ? Completion.of(true) : change(target, found.get())));
    }

    private Completion<Boolean> change(ResourceArguments.Target target, KubernetesObject before) {
        if (session.isDryRun()) {
            session.print(target.resource(), before, "patched");
            return Completion.of(true);
        }
        ApiRequest request = new ApiRequest.Patch(
                target.resource(),
                before.key().namespace(),
                target.name(),
                session.line().value(Flag.SUBRESOURCE).orElse(""),
                new ApiRequest.Change.Document(type, patch));
        return session.send(request).map(response -> {
            if (response instanceof ApiResponse.One after) {
                boolean same = after.object().metadata().revision()
                        == before.metadata().revision();
                session.print(target.resource(), after.object(), same ? "patched (no change)" : "patched");
                return true;
            }
            return session.fail(response, "");
        });
    }
}
