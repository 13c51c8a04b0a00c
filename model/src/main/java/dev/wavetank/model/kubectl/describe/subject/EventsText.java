package dev.wavetank.model.kubectl.describe.subject;

import dev.wavetank.model.kubectl.describe.page.Page;
import dev.wavetank.model.kubectl.describe.page.Times;
import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.version.Feature;
import java.util.Comparator;
import java.util.List;

/** The table of Events at the end of a description (kubectl, pkg/describe/describe.go, DescribeEvents). */
final class EventsText {

    private EventsText() {}

    static void write(Subject subject, List<ObjectFields> events) {
        Page page = subject.page();
        if (events.isEmpty()) {
            page.line(0, "Events:", Page.NONE);
            return;
        }
        page.line(0, "Events:");
        page.line(1, "Type", "Reason", "Age", "From", "Message");
        page.line(1, "----", "------", "----", "----", "-------");
        events.stream()
                .sorted(Comparator.comparing(event -> event.text("lastTimestamp")))
                .forEach(event -> page.line(
                        1,
                        event.text("type"),
                        event.text("reason"),
                        age(subject, event),
                        source(subject, event),
                        message(subject, event)));
    }

    private static String message(Subject subject, ObjectFields event) {
        String field = event.text("involvedObject.fieldPath");
        boolean isNamed = !field.isEmpty() && subject.has(Feature.KUBECTL_DESCRIBE_FIELD_PATHS);
        return (isNamed ? field + ": " : "") + event.text("message").strip();
    }

    private static String age(Subject subject, ObjectFields event) {
        String first = event.text("firstTimestamp");
        boolean known = subject.has(Feature.KUBECTL_DESCRIBE_REPORTERS);
        if (known && !event.text("eventTime").isEmpty()) {
            first = event.text("eventTime");
        }
        String since = Times.since(first, subject.now());
        String last = event.text("lastTimestamp");
        long count = event.number("count");
        if (known && event.value("series") != null) {
            last = event.text("series.lastObservedTime");
            count = event.number("series.count");
        } else if (count <= 1) {
            return since;
        }
        return Times.since(last, subject.now()) + " (x" + count + " over " + since + ")";
    }

    private static String source(Subject subject, ObjectFields event) {
        String component = event.text("source.component");
        if (subject.has(Feature.KUBECTL_DESCRIBE_REPORTERS)) {
            return component.isEmpty() ? event.text("reportingComponent") : component;
        }
        String host = event.text("source.host");
        return host.isEmpty() ? component : component + ", " + host;
    }
}
