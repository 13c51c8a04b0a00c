package dev.wavetank.model.kubectl.change;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.codec.Manifest;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.Invocation;
import dev.wavetank.model.kubectl.syntax.ResourceArguments;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.List;

/** {@code delete}: requests the deletion of objects, and does not wait for their end. */
public final class DeleteCommand implements Command {

    private final Session session;
    private final List<Deletion> deletions;
    private final ApiRequest.DeleteOptions options;

    /**
     * One object to delete.
     *
     * @param source the file that names it, or empty
     */
    private record Deletion(String source, ResourceType resource, String namespace, String name) {}

    public DeleteCommand(Session session) {
        this.session = session;
        this.options = options(session.line());
        if (!List.of("", "name").contains(session.format())) {
            throw new UsageException("unexpected -o output mode: " + session.format() + ". We only support '-o name'");
        }
        this.deletions = session.line().list(Flag.FILENAME).isEmpty() ? named(session) : inFiles(session);
    }

    private static ApiRequest.DeleteOptions options(Invocation line) {
        String cascade = line.value(Flag.CASCADE).orElse("background");
        String policy = switch (cascade) {
            case "background" -> "Background";
            case "foreground" -> "Foreground";
            case "orphan" -> "Orphan";
            default ->
                throw new UsageException("invalid cascade value (" + cascade
                        + "). Must be \"background\", \"foreground\", or \"orphan\"");
        };
        // The real flag has -1 for "as the object says".
        Long gracePeriod = line.number(Flag.GRACE_PERIOD)
                .filter(seconds -> seconds >= 0)
                .map(Integer::longValue)
                .orElse(null);
        return new ApiRequest.DeleteOptions(gracePeriod, null, policy);
    }

    private static List<Deletion> named(Session session) {
        List<Deletion> deletions = new ArrayList<>();
        for (ResourceArguments.Target target : session.targets(session.line().arguments())) {
            String namespace = session.namespaceFor(target.resource());
            deletions.add(new Deletion("", target.resource(), namespace, target.name()));
        }
        return deletions;
    }

    private static List<Deletion> inFiles(Session session) {
        if (!session.line().arguments().isEmpty()) {
            throw new UsageException(
                    "when paths, URLs, or stdin is provided as input, you may not specify resource arguments as well");
        }
        List<Deletion> deletions = new ArrayList<>();
        for (Manifest manifest : session.manifests()) {
            String namespace = manifest.object().key().namespace();
            String name = manifest.object().metadata().name();
            if (name == null) {
                throw new UsageException(
                        manifest.source() + ":" + manifest.position() + ": resource name may not be empty");
            }
            deletions.add(new Deletion(manifest.source(), manifest.resource(), namespace, name));
        }
        return deletions;
    }

    @Override
    public Completion<Boolean> run() {
        return Command.inOrder(deletions, this::delete);
    }

    private Completion<Boolean> delete(Deletion deletion) {
        if (session.isDryRun()) {
            print(deletion);
            return Completion.of(true);
        }
        ApiRequest request = new ApiRequest.Delete(deletion.resource(), deletion.namespace(), deletion.name(), options);
        return session.send(request).map(response -> {
            if (response.isSuccess()) {
                print(deletion);
                return true;
            }
            return response.failedWith(StatusReason.NOT_FOUND) && session.line().isOn(Flag.IGNORE_NOT_FOUND)
                    || fail(deletion, response);
        });
    }

    private void print(Deletion deletion) {
        if (session.format().equals("name")) {
            session.print(session.nameOf(deletion.resource(), deletion.name()));
        } else {
            String type = session.type(deletion.resource());
            session.print(type + " \"" + deletion.name() + "\" deleted" + session.dryRunMark());
        }
    }

    private boolean fail(Deletion deletion, ApiResponse response) {
        boolean fromFile = !deletion.source().isEmpty();
        return session.fail(response, fromFile ? "error when deleting \"" + deletion.source() + "\"" : "");
    }
}
