package dev.wavetank.model.kubectl.get;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.http.HttpChunk;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.kubectl.print.TabWriter;
import dev.wavetank.model.kubectl.server.Answers;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.model.kubectl.wire.RequestTimeout;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.network.Disconnect;
import dev.wavetank.sim.network.Reply;
import dev.wavetank.sim.network.StreamReceiver;
import dev.wavetank.sim.network.Subscription;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * {@code get --watch}: what there is, then every change (kubectl, pkg/cmd/get/get.go, v1.32).
 *
 * <p>The real command goes on until somebody interrupts it or the server ends its watch, after at least half an hour.
 * Nobody sits at the simulated terminal: it ends when {@code --request-timeout} is over, and without that when nothing
 * has changed for a while.
 */
final class GetWatch implements Command, StreamReceiver<HttpChunk> {

    /** How long nothing has to change. */
    private static final long QUIET = 30 * VirtualTime.SECOND;

    private final Session session;
    private final Selected selected;
    private final OutputFormat format;
    private final TableText text;
    private final boolean onlyChanges;
    private final boolean events;
    private final List<Integer> widths = new ArrayList<>();
    private final Completion<Boolean> ended = new Completion<>();
    private List<ObjectFields> columns = List.of();
    private @Nullable Subscription watch;
    private boolean headed;
    private boolean dropsNext;
    /** Counts what has come, so that a timer can tell whether anything did. */
    private int received;

    private String line = "";

    GetWatch(Session session, List<Selected> selections, OutputFormat format) {
        if (selections.size() != 1) {
            throw new UsageException("watch is only supported on individual resources and resource collections - "
                    + selections.size() + " resources were found");
        }
        this.session = session;
        this.selected = selections.get(0);
        this.format = format;
        this.onlyChanges = session.line().isOn(Flag.WATCH_ONLY);
        this.events = session.line().isOn(Flag.OUTPUT_WATCH_EVENTS);
        this.headed = session.line().isOn(Flag.NO_HEADERS);
        String prefix = session.line().isOn(Flag.SHOW_KIND) ? GetCommand.typePrefix(session, selected.resource()) : "";
        this.text = new TableText(format.style(session, !headed, prefix));
    }

    private Selected.Options options() {
        return new Selected.Options(GetCommand.chunk(session), false, "");
    }

    @Override
    public Completion<Boolean> run() {
        String accept = format.isTable() ? GetCommand.TABLE : "application/json";
        session.tools().rest().get(selected.target(options(), ""), accept).whenDone(reply -> {
            Optional<ApiResponse> failure =
                    Answers.failure(reply, session.tools().codec());
            if (failure.isPresent()) {
                ended.complete(session.fail(selected.told(session.version(), failure.get()), ""));
                return;
            }
            ObjectFields tree = new ObjectFields(session.tools()
                    .codec()
                    .tree(((Reply.Answer<HttpResponse>) reply).value().body()));
            columns = tree.list("columnDefinitions");
            if (!onlyChanges) {
                present(tree);
            }
            boolean single = !selected.name().isEmpty();
            dropsNext = single;
            String revision = single ? "0" : tree.text("metadata.resourceVersion");
            watch = session.tools().rest().stream(selected.watchTarget(options(), revision), accept, this);
            endLater();
        });
        return ended;
    }

    private void present(ObjectFields tree) {
        if (format.isTable()) {
            show("ADDED", tree);
        } else if (selected.name().isEmpty()) {
            tree.list("items").forEach(item -> {
                item.tree().putIfAbsent("apiVersion", selected.resource().apiVersion());
                item.tree().putIfAbsent("kind", selected.resource().kind());
                show("ADDED", item);
            });
        } else {
            show("ADDED", tree);
        }
    }

    private void show(String type, ObjectFields object) {
        if (!format.isTable()) {
            format.print(session, new ArrayList<>(List.of(events ? event(type, object) : object)), true);
            return;
        }
        if (object.list("rows").isEmpty()) {
            return;
        }
        List<List<String>> rows = new ArrayList<>();
        for (List<String> row : text.cells(object, columns, !headed)) {
            List<String> cells = new ArrayList<>();
            if (events) {
                cells.add(!headed && rows.isEmpty() ? "EVENT" : type);
            }
            cells.addAll(row);
            rows.add(cells);
        }
        headed = true;
        TabWriter.more(rows, widths, session.version()).forEach(session::print);
    }

    private static ObjectFields event(String type, ObjectFields object) {
        Map<String, Object> event = new LinkedHashMap<>();
        event.put("type", type);
        event.put("object", object.tree());
        return new ObjectFields(event);
    }

    @Override
    public void receive(HttpChunk chunk) {
        received++;
        if (chunk instanceof HttpChunk.Body body) {
            line += body.text();
            int end = line.indexOf('\n');
            while (end >= 0 && !ended.isDone()) {
                ObjectFields event = new ObjectFields(session.tools().codec().tree(line.substring(0, end)));
                line = line.substring(end + 1);
                end = line.indexOf('\n');
                take(event.text("type"), event.at("object"));
            }
        }
    }

    private void take(String type, ObjectFields object) {
        if (dropsNext) {
            // The first event of a single object is the object that has been printed.
            dropsNext = false;
            return;
        }
        if (type.equals("ERROR")) {
            end();
            return;
        }
        show(type, object);
    }

    /** Waits for the end: the time that the command was given, or a time without any change. */
    private void endLater() {
        long limit = RequestTimeout.of(session.line());
        int before = received;
        session.pause(limit > 0 ? limit : QUIET).whenDone(over -> {
            if (ended.isDone()) {
                return;
            }
            if (limit > 0 || received == before) {
                end();
            } else {
                endLater();
            }
        });
    }

    private void end() {
        if (watch != null) {
            watch.close();
        }
        ended.complete(true);
    }

    @Override
    public void closed(Disconnect reason) {
        if (!ended.isDone()) {
            ended.complete(true);
        }
    }
}
