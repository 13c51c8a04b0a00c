package dev.wavetank.model.kubectl.info;

import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.sim.Completion;
import java.util.List;

/**
 * {@code top}: refused with the words for a cluster whose server has no group {@code metrics.k8s.io}; usage is not
 * modelled.
 */
public final class TopCommand implements Command {

    private static final List<String> SUBJECTS = List.of("node", "nodes", "no", "pod", "pods", "po");

    private final Session session;

    /** Checks the command line. */
    public TopCommand(Session session) {
        this.session = session;
        List<String> words = session.line().arguments();
        if (words.isEmpty() || !SUBJECTS.contains(words.get(0))) {
            throw words.isEmpty()
                    ? new UsageException("kubectl top needs one of these words: node, pod")
                    : UsageException.withManual(
                            session.line().verb(), "unknown command \"" + String.join(" ", words) + "\"");
        }
    }

    @Override
    public Completion<Boolean> run() {
        return new ApiDiscovery(new Reads(session)).groupVersions().map(versions -> {
            if (versions.isPresent()) {
                session.fail("error: Metrics API not available");
            }
            return versions.isPresent();
        });
    }
}
