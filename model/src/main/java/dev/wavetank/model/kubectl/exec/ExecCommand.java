package dev.wavetank.model.kubectl.exec;

import dev.wavetank.model.api.Resources;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.kubectl.info.Reads;
import dev.wavetank.model.kubectl.pods.PodOrder;
import dev.wavetank.model.kubectl.pods.WorkloadPods;
import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.Invocation;
import dev.wavetank.model.kubectl.syntax.ResourceArguments;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.network.Reply;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * {@code exec}: a command in a container (kubectl, pkg/cmd/exec/exec.go, v1.32). What a command prints comes when it
 * has ended: streams are not simulated.
 */
public final class ExecCommand implements Command {

    private static final String OLD_FORM = "exec [POD] [COMMAND] is not supported anymore. Use exec [POD] -- [COMMAND]"
            + " instead\nSee 'kubectl exec -h' for help and examples";
    private static final String DEPRECATED = "kubectl exec [POD] [COMMAND] is DEPRECATED and will be removed in a"
            + " future version. Use kubectl exec [POD] -- [COMMAND] instead.";

    /** {@code defaultPodExecTimeout}. */
    private static final long WAIT = 60 * VirtualTime.SECOND;

    private final Session session;
    private final Reads reads;
    private final WorkloadPods workloads;
    private final ResourceArguments.Target target;
    private final List<String> command;

    /** Checks the command line. */
    public ExecCommand(Session session) {
        this.session = session;
        this.reads = new Reads(session);
        Invocation line = session.line();
        List<String> words = line.arguments();
        if (words.isEmpty()) {
            throw UsageException.withManual(line.verb(), "pod, type/name or --filename must be specified");
        }
        boolean old = line.rest().isEmpty() && words.size() > 1;
        if (old && session.has(Feature.KUBECTL_EXEC_NEEDS_DASHES)) {
            throw new UsageException(OLD_FORM);
        }
        this.command = old ? words.subList(1, words.size()) : line.rest();
        if (command.isEmpty()) {
            throw UsageException.withManual(line.verb(), "you must specify at least one command for the container");
        }
        this.workloads = new WorkloadPods(session, PodOrder.MOST_ACTIVE, "cannot attach to", WAIT);
        this.target = target(words.get(0));
        if (old && session.has(Feature.KUBECTL_DEFAULTED_CONTAINER)) {
            session.note(DEPRECATED);
        }
    }

    private ResourceArguments.Target target(String word) {
        if (!word.contains("/")) {
            return new ResourceArguments.Target(Resources.PODS, word);
        }
        if (!session.has(Feature.KUBECTL_EXEC_TYPES)) {
            throw new UsageException("invalid resource name \"" + word + "\": [may not contain '/']");
        }
        return session.targets(List.of(word)).get(0);
    }

    @Override
    public Completion<Boolean> run() {
        if (!target.resource().equals(Resources.PODS)) {
            return workloads.of(target).then(found -> found.isEmpty() ? Completion.of(false) : execute(found.get(0)));
        }
        return reads.get(path(target.name()), "pods " + target.name())
                .then(found -> found.isEmpty() ? Completion.of(false) : execute(found.get()));
    }

    private String path(String pod) {
        return "/api/v1/namespaces/" + session.namespace() + "/pods/" + pod;
    }

    private Completion<Boolean> execute(ObjectFields pod) {
        String phase = pod.text("status.phase");
        if (phase.equals("Succeeded") || phase.equals("Failed")) {
            session.fail("error: cannot exec into a container in a completed pod; current phase is " + phase);
            return Completion.of(true);
        }
        StringBuilder target = new StringBuilder(path(pod.text("metadata.name"))).append("/exec?");
        command.forEach(word -> target.append("command=").append(encoded(word)).append('&'));
        target.append("container=").append(encoded(container(pod))).append("&stderr=true&stdout=true");
        return session.tools().rest().upgrade(target.toString()).map(this::print);
    }

    private boolean print(Reply<HttpResponse> reply) {
        Optional<HttpResponse> answer =
                reply instanceof Reply.Answer<HttpResponse> one ? Optional.of(one.value()) : Optional.empty();
        Optional<String> code = answer.map(one -> one.headers().get(HttpResponse.EXIT_CODE));
        if (code.isEmpty()) {
            boolean refused = answer.isPresent() && !answer.get().body().startsWith("{\"kind\":\"Status\"");
            if (refused) {
                session.fail(
                        "error: unable to upgrade connection: " + answer.get().body());
                return true;
            }
            return reads.answered(reply);
        }
        answer.get().body().lines().forEach(session::print);
        if (!code.get().equals("0")) {
            session.fail("command terminated with exit code " + code.get());
            session.endWith(Integer.parseInt(code.get()));
        }
        return true;
    }

    /** The container that is meant, or the first one. */
    private String container(ObjectFields pod) {
        Optional<String> wanted = session.line().value(Flag.CONTAINER);
        if (wanted.isPresent()) {
            return wanted.get();
        }
        List<String> names = names(pod, "spec.containers");
        Object chosen = pod.map("metadata.annotations").get("kubectl.kubernetes.io/default-container");
        if (chosen instanceof String container && names.contains(container)) {
            return container;
        }
        List<String> all = new ArrayList<>(names);
        names(pod, "spec.ephemeralContainers").forEach(one -> all.add(one + " (ephem)"));
        names(pod, "spec.initContainers").forEach(one -> all.add(one + " (init)"));
        if (!names.isEmpty() && all.size() > 1 && session.has(Feature.KUBECTL_DEFAULTED_CONTAINER)) {
            session.note("Defaulted container \"" + names.get(0) + "\" out of: " + String.join(", ", all));
        } else if (names.size() > 1) {
            session.note("Defaulting container name to " + names.get(0) + ".\nUse 'kubectl describe pod/"
                    + pod.text("metadata.name") + " -n " + session.namespace()
                    + "' to see all of the containers in this pod.");
        }
        return names.isEmpty() ? "" : names.get(0);
    }

    private static List<String> names(ObjectFields pod, String path) {
        return pod.list(path).stream().map(container -> container.text("name")).toList();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
