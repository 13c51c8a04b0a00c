package dev.wavetank.model.kubectl.info;

import dev.wavetank.model.gotext.Ages;
import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.kubectl.print.TabWriter;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.ResourceArguments.Target;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.sim.Completion;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** {@code events}: Events as a table, the oldest first (kubectl, pkg/cmd/events, v1.32). */
public final class EventsCommand implements Command {

    private static final List<String> TYPES = List.of("normal", "warning");

    private final Session session;
    private final boolean everywhere;
    private final List<String> types;

    /** Checks the command line. */
    public EventsCommand(Session session) {
        this.session = session;
        this.everywhere = session.line().isOn(Flag.ALL_NAMESPACES);
        this.types = session.line().list(Flag.TYPES).stream()
                .map(type -> type.toLowerCase(Locale.ROOT))
                .toList();
        if (!TYPES.containsAll(types)) {
            throw new UsageException("valid --types are Normal or Warning");
        }
    }

    @Override
    public Completion<Boolean> run() {
        String about = session.line().value(Flag.FOR).map(this::selector).orElse("");
        String path = everywhere ? "/api/v1/events" : "/api/v1/namespaces/" + session.namespace() + "/events";
        return new Reads(session).get(path + "?" + about + "limit=500").map(list -> {
            list.ifPresent(events -> print(events.list("items")));
            return list.isPresent();
        });
    }

    /** The selector of the Events about one object, as a part of a query. */
    private String selector(String object) {
        if (object.split("/", -1).length != 2) {
            throw new UsageException("--for must be in resource/name form");
        }
        Target target = session.targets(List.of(object)).get(0);
        String fields = "involvedObject.kind=" + target.resource().kind() + ",involvedObject.apiVersion="
                + target.resource().apiVersion() + ",involvedObject.name=" + target.name();
        return "fieldSelector=" + URLEncoder.encode(fields, StandardCharsets.UTF_8) + "&";
    }

    private void print(List<ObjectFields> all) {
        List<ObjectFields> events = all.stream()
                .filter(event ->
                        types.isEmpty() || types.contains(event.text("type").toLowerCase(Locale.ROOT)))
                .sorted(Comparator.comparing(EventsCommand::last))
                .toList();
        if (events.isEmpty()) {
            session.note(everywhere ? "No events found." : "No events found in " + session.namespace() + " namespace.");
            return;
        }
        List<List<String>> rows = new ArrayList<>();
        if (!session.line().isOn(Flag.NO_HEADERS)) {
            rows.add(row("NAMESPACE", "LAST SEEN", "TYPE", "REASON", "OBJECT", "MESSAGE"));
        }
        for (ObjectFields event : events) {
            rows.add(row(
                    event.text("metadata.namespace"),
                    seen(event),
                    event.text("type"),
                    event.text("reason"),
                    event.text("involvedObject.kind") + "/" + event.text("involvedObject.name"),
                    event.text("message").strip()));
        }
        TabWriter.printed(rows, session.version()).forEach(session::print);
    }

    private List<String> row(String namespace, String... cells) {
        List<String> row = new ArrayList<>(List.of(cells));
        if (everywhere) {
            row.add(0, namespace);
        }
        return row;
    }

    /** When it was seen last, and how often. */
    private String seen(ObjectFields event) {
        String first = event.text("eventTime").isEmpty() ? event.text("firstTimestamp") : event.text("eventTime");
        boolean series = event.value("series") != null;
        long count = series ? event.number("series.count") : event.number("count");
        String last = age(last(event));
        return series || count > 1 ? last + " (x" + count + " over " + age(first) + ")" : last;
    }

    private String age(String time) {
        Instant now = session.tools().clock().get();
        return time.isEmpty() ? "<unknown>" : Ages.since(time, now);
    }

    private static String last(ObjectFields event) {
        if (event.value("series") != null) {
            return event.text("series.lastObservedTime");
        }
        return event.text("lastTimestamp").isEmpty() ? event.text("eventTime") : event.text("lastTimestamp");
    }
}
