package dev.wavetank.model.kubectl.apply;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.codec.Manifest;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.ObjectChoice;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.model.yaml.GoYamlWriter;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * {@code apply view-last-applied} and {@code apply set-last-applied}: what was applied last, read and written
 * (kubectl/pkg/cmd/apply, v1.32).
 */
public final class LastAppliedCommand {

    private static final String MISSING = "no last-applied-configuration annotation found on resource: ";
    private static final String NOTHING_GIVEN = "You must provide one or more resources by argument or filename.\n"
            + "Example resource specifications include:\n"
            + "   '-f rsrc.yaml'\n   '--filename=rsrc.json'\n   '<resource> <name>'\n   '<resource>'";

    private LastAppliedCommand() {}

    /** Prints the annotation of each object. */
    public static Command view(Session session) {
        String format = session.format().isEmpty() ? "yaml" : session.format();
        if (!List.of("json", "yaml").contains(format)) {
            throw UsageException.withManual(
                    session.line().verb(),
                    "Unexpected -o output mode: " + format + ", the flag 'output' must be one of yaml|json");
        }
        requireSomething(session);
        ObjectChoice choice = new ObjectChoice(session, session.line().arguments());
        return () -> choice.eachRead((name, object) -> {
            String text = object.metadata().annotations().get(LastApplied.ANNOTATION);
            if (text == null) {
                session.fail("error: " + MISSING + name.name());
                return Completion.of(true);
            }
            ObjectCodec codec = session.tools().codec();
            if (format.equals("json")) {
                session.print(codec.prettyJson(codec.tree(text)).replace("    ", "  "));
            } else {
                session.printText(GoYamlWriter.write(codec.tree(codec.sortedJson(codec.tree(text)))));
            }
            return Completion.of(true);
        });
    }

    private static void requireSomething(Session session) {
        if (session.line().arguments().isEmpty()
                && session.line().list(Flag.FILENAME).isEmpty()) {
            throw new UsageException(NOTHING_GIVEN);
        }
    }

    /** Writes the annotation of each object in the files; first all are read, so that a missing one stops all. */
    public static Command set(Session session) {
        if (session.line().list(Flag.FILENAME).isEmpty()) {
            throw new UsageException(NOTHING_GIVEN);
        }
        List<Manifest> manifests = session.manifests();
        return () -> {
            List<Manifest> changed = new ArrayList<>();
            return Command.inOrder(manifests, manifest -> check(session, manifest, changed))
                    .then(read -> session.hasFailed()
                            ? Completion.of(false)
                            : Command.inOrder(changed, manifest -> write(session, manifest)));
        };
    }

    private static Completion<Boolean> check(Session session, Manifest manifest, List<Manifest> changed) {
        KubernetesObject object = manifest.object();
        String name = object.metadata().name();
        return session.send(new ApiRequest.Get(manifest.resource(), object.key().namespace(), name))
                .map(response -> {
                    if (!(response instanceof ApiResponse.One live)) {
                        session.fail(response, "");
                        return false;
                    }
                    String present = live.object().metadata().annotations().get(LastApplied.ANNOTATION);
                    if (present == null && !session.line().isOn(Flag.CREATE_ANNOTATION)) {
                        session.fail("error: " + MISSING + name
                                + ", to create the annotation, run the command with --create-annotation");
                        return false;
                    }
                    if (LastApplied.text(session.tools().codec(), object).equals(present)) {
                        session.print("set-last-applied " + name + ": no changes required.");
                    } else {
                        changed.add(manifest);
                    }
                    return true;
                });
    }

    private static Completion<Boolean> write(Session session, Manifest manifest) {
        KubernetesObject object = manifest.object();
        Object annotations = Collections.singletonMap(
                LastApplied.ANNOTATION, LastApplied.text(session.tools().codec(), object));
        Object patch = Collections.singletonMap("metadata", Collections.singletonMap("annotations", annotations));
        return session.patch(manifest.resource(), object, "application/merge-patch+json", patch, "configured");
    }
}
