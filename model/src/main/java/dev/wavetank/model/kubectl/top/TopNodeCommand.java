package dev.wavetank.model.kubectl.top;

import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.kubectl.print.TabWriter;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** {@code top node}: what nodes use, and how much of what they have (kubectl, pkg/cmd/top/top_node.go, v1.32). */
public final class TopNodeCommand implements Command {

    private static final String UNKNOWN = "<unknown>";

    private final Session session;
    private final UsageReads reads;

    /** Checks the command line. */
    public TopNodeCommand(Session session) {
        this.session = session;
        this.reads = new UsageReads(session, "nodes");
    }

    @Override
    public Completion<Boolean> run() {
        return reads.usages("").then(usages -> {
            if (usages.isEmpty()) {
                return Completion.of(false);
            }
            if (usages.get().isEmpty()) {
                session.fail("error: metrics not available yet");
                return Completion.of(false);
            }
            return reads.objects("").map(nodes -> print(usages.get(), nodes));
        });
    }

    private boolean print(List<ObjectFields> usages, Optional<List<ObjectFields>> nodes) {
        Map<String, ObjectFields> available = new TreeMap<>();
        String what = session.line().isOn(Flag.SHOW_CAPACITY) ? "status.capacity" : "status.allocatable";
        nodes.ifPresent(all -> all.forEach(node -> available.put(name(node), node.at(what))));
        List<List<String>> rows = new ArrayList<>();
        if (!session.line().isOn(Flag.NO_HEADERS)) {
            boolean brackets = session.has(Feature.KUBECTL_TOP_PERCENT_COLUMNS);
            rows.add(List.of(
                    "NAME",
                    "CPU(cores)",
                    brackets ? "CPU(%)" : "CPU%",
                    "MEMORY(bytes)",
                    brackets ? "MEMORY(%)" : "MEMORY%",
                    ""));
        }
        usages.stream()
                .sorted(Usage.by(reads.order(), TopNodeCommand::name, node -> Usage.of(node.at("usage"))))
                .forEach(node -> {
                    ObjectFields own = available.remove(name(node));
                    List<String> row = new ArrayList<>(List.of(name(node)));
                    row.addAll(Usage.of(node.at("usage")).cells(own == null ? new ObjectFields(new TreeMap<>()) : own));
                    row.add("");
                    rows.add(row);
                });
        available.keySet().forEach(name -> rows.add(List.of(name, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, "")));
        TabWriter.printed(rows, session.version()).forEach(session::print);
        return nodes.isPresent();
    }

    private static String name(ObjectFields object) {
        return object.text("metadata.name");
    }
}
