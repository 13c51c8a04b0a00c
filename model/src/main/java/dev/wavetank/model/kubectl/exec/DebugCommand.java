package dev.wavetank.model.kubectl.exec;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.SafeLetters;
import dev.wavetank.model.gotext.GoSyntax;
import dev.wavetank.model.kubectl.info.Reads;
import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.Invocation;
import dev.wavetank.model.kubectl.syntax.ResourceArguments;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code debug}: adds an ephemeral container to a pod (kubectl, pkg/cmd/debug/debug.go, v1.30). Copies of pods and pods
 * for nodes are not simulated. Nobody types into the container, so that it does not attach to it either.
 */
public final class DebugCommand implements Command {

    private static final String PATCH = "application/strategic-merge-patch+json";
    private static final String NAME = "name";
    private static final String PART = "ephemeralcontainers";

    private final Session session;
    private final Invocation line;
    private final Reads reads;
    private final List<ResourceArguments.Target> targets;
    private final String image;

    /** Checks the command line. */
    public DebugCommand(Session session) {
        this.session = session;
        this.line = session.line();
        this.reads = new Reads(session);
        List<String> images = line.list(Flag.IMAGE);
        if (images.isEmpty() || images.get(0).isEmpty()) {
            throw new UsageException("you must specify --image when not using --copy-to.");
        }
        this.image = images.get(0);
        if (line.arguments().isEmpty()) {
            throw new UsageException("NAME is required for debug");
        }
        this.targets = line.arguments().stream().map(this::target).toList();
        if (line.isOn(Flag.TTY) && !line.isOn(Flag.STDIN)) {
            throw new UsageException("-i/--stdin is required for containers with -t/--tty=true");
        }
        line.value(Flag.TARGET)
                .filter(container -> !isQuiet())
                .ifPresent(container -> session.print("Targeting container " + GoSyntax.of(container)
                        + ". If you don't see processes from this container it may be because the container runtime"
                        + " doesn't support this feature."));
    }

    private boolean isQuiet() {
        return line.isOn(Flag.LONG_QUIET);
    }

    private ResourceArguments.Target target(String word) {
        ResourceArguments.Target target = word.contains("/")
                ? session.targets(List.of(word)).get(0)
                : new ResourceArguments.Target(Resources.PODS, word);
        if (!target.resource().equals(Resources.PODS)) {
            throw new UsageException("kubectl debug " + word
                    + " is not simulated: only a pod can be debugged, by an ephemeral container");
        }
        return target;
    }

    @Override
    public Completion<Boolean> run() {
        Completion<Boolean> all = Completion.of(true);
        for (ResourceArguments.Target target : targets) {
            all = all.then(fine -> fine ? debug(target.name()) : Completion.of(false));
        }
        return all;
    }

    private Completion<Boolean> debug(String pod) {
        return reads.get("/api/v1/namespaces/" + session.namespace() + "/pods/" + pod, "pods " + pod)
                .then(found -> found.isEmpty() ? Completion.of(false) : add(found.get()));
    }

    private Completion<Boolean> add(ObjectFields pod) {
        Map<String, Object> container = new LinkedHashMap<>();
        container.put(NAME, name());
        container.put("image", image);
        container.put("imagePullPolicy", line.value(Flag.IMAGE_PULL_POLICY).orElse(null));
        if (!line.rest().isEmpty()) {
            container.put("command", line.rest());
        }
        container.put("stdin", line.isOn(Flag.STDIN) ? true : null);
        container.put("tty", line.isOn(Flag.TTY) ? true : null);
        container.put("targetContainerName", line.value(Flag.TARGET).orElse(null));
        container.put("terminationMessagePolicy", "File");
        container.values().removeIf(value -> value == null);
        // The server of that version has no such part of a pod.
        if (!session.has(Feature.EPHEMERAL_CONTAINERS)) {
            session.fail("error: ephemeral containers are disabled for this cluster (error from server:"
                    + " \"the server could not find the requested resource\")");
            return Completion.of(true);
        }
        ApiRequest.Change change = new ApiRequest.Change.Document(PATCH, patch(pod, container));
        return session.send(new ApiRequest.Patch(
                        Resources.PODS, session.namespace(), pod.text("metadata.name"), PART, change))
                .map(response -> response instanceof ApiResponse.One || session.fail(response, ""));
    }

    /** The one that is new, after those that the pod has. */
    private static Map<String, Object> patch(ObjectFields pod, Map<String, Object> container) {
        List<Object> order = new ArrayList<>();
        pod.list("spec.ephemeralContainers").forEach(one -> order.add(Collections.singletonMap(NAME, one.text(NAME))));
        order.add(Collections.singletonMap(NAME, container.get(NAME)));
        Map<String, Object> spec = new LinkedHashMap<>();
        spec.put("$setElementOrder/ephemeralContainers", order);
        spec.put("ephemeralContainers", List.of(container));
        return Collections.singletonMap("spec", spec);
    }

    private String name() {
        return line.value(Flag.CONTAINER).orElseGet(() -> {
            String made = "debugger-" + SafeLetters.suffix(session.tools().names());
            if (!isQuiet()) {
                session.print("Defaulting debug container name to " + made + ".");
            }
            return made;
        });
    }
}
