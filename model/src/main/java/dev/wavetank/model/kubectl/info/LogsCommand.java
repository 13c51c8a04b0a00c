package dev.wavetank.model.kubectl.info;

import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.ObjectFields;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.ResourceArguments;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.Completion;
import java.util.List;

/**
 * {@code logs POD} and {@code logs pod/NAME}: what a container writes. The modelled containers write nothing, so the
 * server refuses, and the command prints the refusal. Other types, and selectors, are not simulated.
 */
public final class LogsCommand implements Command {

    private final Session session;
    private final String pod;

    /** Checks the command line. */
    public LogsCommand(Session session) {
        this.session = session;
        List<String> words = session.line().arguments();
        if (words.isEmpty()) {
            throw new UsageException("expected 'logs [-f] [-p] (POD | TYPE/NAME) [-c CONTAINER]'.\n"
                    + "POD or TYPE/NAME is a required argument for the logs command\n"
                    + "See 'kubectl logs -h' for help and examples");
        }
        if (words.get(0).contains("/")) {
            ResourceArguments.Target target =
                    session.targets(words.subList(0, 1)).get(0);
            if (!target.resource().plural().equals("pods")) {
                throw new UsageException("kubectl logs is simulated only for pods, not for "
                        + target.resource().plural());
            }
            this.pod = target.name();
        } else {
            this.pod = words.get(0);
        }
    }

    @Override
    public Completion<Boolean> run() {
        Reads reads = new Reads(session);
        String path = "/api/v1/namespaces/" + session.namespace() + "/pods/" + pod;
        return reads.get(path).then(found -> {
            if (found.isEmpty()) {
                return Completion.of(false);
            }
            String container = container(found.get());
            return container.isEmpty()
                    ? Completion.of(false)
                    : reads.text(path + "/log?container=" + container).map(text -> {
                        text.ifPresent(session::printText);
                        return text.isPresent();
                    });
        });
    }

    /** The container that is meant; empty when that is not clear. */
    private String container(ObjectFields tree) {
        List<String> words = session.line().arguments();
        if (words.size() > 1) {
            return words.get(1);
        }
        if (session.line().value(Flag.CONTAINER).isPresent()) {
            return session.line().value(Flag.CONTAINER).get();
        }
        List<String> names = tree.list("spec.containers").stream()
                .map(container -> container.text("name"))
                .toList();
        if (names.size() > 1) {
            if (!session.has(Feature.KUBECTL_DEFAULTED_CONTAINER)) {
                session.fail("error: a container name must be specified for pod " + pod + ", choose one of: ["
                        + String.join(" ", names) + "]");
                return "";
            }
            session.note("Defaulted container \"" + names.get(0) + "\" out of: " + String.join(", ", names));
        }
        return names.get(0);
    }
}
