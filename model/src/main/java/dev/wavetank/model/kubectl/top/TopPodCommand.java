package dev.wavetank.model.kubectl.top;

import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.kubectl.print.TabWriter;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** {@code top pod}: what pods or their containers use (kubectl, pkg/cmd/top/top_pod.go, v1.32). */
public final class TopPodCommand implements Command {

    /** How long a pod may be without metrics before that is worth a word. */
    private static final long CREATION_DELAY = 2 * VirtualTime.MINUTE;

    private final Session session;
    private final UsageReads reads;
    private final boolean everywhere;
    private final boolean byContainer;

    /** Checks the command line. */
    public TopPodCommand(Session session) {
        this.session = session;
        this.reads = new UsageReads(session, "pods");
        this.everywhere = session.line().isOn(Flag.ALL_NAMESPACES);
        this.byContainer = session.line().isOn(Flag.EACH_CONTAINER);
    }

    @Override
    public Completion<Boolean> run() {
        String path = everywhere && reads.name().isEmpty() ? "" : "namespaces/" + session.namespace() + "/";
        return reads.usages(path).then(usages -> {
            if (usages.isEmpty()) {
                return Completion.of(false);
            }
            if (usages.get().isEmpty()) {
                return reads.objects(path).map(pods -> pods.isPresent() && explain(pods.get()));
            }
            print(usages.get());
            return Completion.of(true);
        });
    }

    /** Why there is nothing: there are no pods, or they are too young. */
    private boolean explain(List<ObjectFields> pods) {
        if (pods.isEmpty()) {
            session.note(
                    everywhere ? "No resources found" : "No resources found in " + session.namespace() + " namespace.");
            return true;
        }
        String text = "metrics not available yet";
        for (ObjectFields pod : pods) {
            long age = Timestamps.between(
                    Instant.parse(pod.text("metadata.creationTimestamp")),
                    session.tools().clock().get());
            if (age > CREATION_DELAY) {
                text = "Metrics not available for pod " + pod.text("metadata.namespace") + "/"
                        + pod.text("metadata.name") + ", age: " + VirtualTime.span(age);
                break;
            }
        }
        session.fail("error: " + text);
        return false;
    }

    private void print(List<ObjectFields> usages) {
        List<List<String>> rows = new ArrayList<>();
        if (!session.line().isOn(Flag.NO_HEADERS)) {
            rows.add(row(
                    everywhere ? "NAMESPACE" : "", byContainer ? "POD" : "", "NAME", "CPU(cores)", "MEMORY(bytes)"));
        }
        usages.stream()
                .sorted(Usage.by(reads.order(), this::name, Usage::ofPod))
                .forEach(pod -> rows.addAll(rows(pod)));
        if (session.line().isOn(Flag.SUM)) {
            Usage sum = usages.stream().map(Usage::ofPod).reduce(Usage.NONE, Usage::plus);
            int before = (everywhere ? 1 : 0) + (byContainer ? 1 : 0) + 1;
            rows.add(padded(before, List.of("________", "________")));
            rows.add(padded(before, sum.cells()));
        }
        TabWriter.printed(rows, session.version()).forEach(session::print);
    }

    private List<List<String>> rows(ObjectFields pod) {
        String namespace = everywhere ? pod.text("metadata.namespace") : "";
        if (!byContainer) {
            List<String> cells = Usage.ofPod(pod).cells();
            return List.of(row(namespace, "", pod.text("metadata.name"), cells.get(0), cells.get(1)));
        }
        return pod.list("containers").stream()
                .sorted(Usage.by(
                        reads.order(),
                        container -> container.text("name"),
                        container -> Usage.of(container.at("usage"))))
                .map(container -> {
                    List<String> cells = Usage.of(container.at("usage")).cells();
                    return row(
                            namespace, pod.text("metadata.name"), container.text("name"), cells.get(0), cells.get(1));
                })
                .toList();
    }

    private String name(ObjectFields pod) {
        return (everywhere ? pod.text("metadata.namespace") + "/" : "") + pod.text("metadata.name");
    }

    /** A row without the cells that are empty; after the last cell a column ends as after all others. */
    private static List<String> row(String... cells) {
        List<String> row = new ArrayList<>();
        for (String cell : cells) {
            if (!cell.isEmpty()) {
                row.add(cell);
            }
        }
        row.add("");
        return row;
    }

    private static List<String> padded(int before, List<String> cells) {
        List<String> row = new ArrayList<>(Collections.nCopies(before, ""));
        row.addAll(cells);
        row.add("");
        return row;
    }
}
