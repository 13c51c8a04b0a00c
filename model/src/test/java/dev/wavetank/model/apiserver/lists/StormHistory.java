package dev.wavetank.model.apiserver.lists;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What was really committed, as the trace tells it, and what should be seen of it. */
final class StormHistory {

    static final ResourceType CONFIG_MAPS = new ResourceType("", "v1", "ConfigMap", "configmaps", true);

    private static final String LABEL = "app";

    private final List<StoreTrace> commits = new ArrayList<>();

    StormHistory(List<TraceEntry> trace) {
        for (TraceEntry entry : trace) {
            if (entry.record() instanceof StoreTrace commit && commit.resource().equals(CONFIG_MAPS)) {
                commits.add(commit);
            }
        }
    }

    /** All objects, or those with one value of the label. */
    static ApiRequest.Selection selection(String value) {
        return value.isEmpty()
                ? ApiRequest.Selection.ALL
                : new ApiRequest.Selection(
                        new LabelSelector(Collections.singletonMap(LABEL, value), null), Collections.emptyMap());
    }

    private static boolean matches(String value, KubernetesObject object) {
        return object != null
                && (value.isEmpty() || value.equals(object.metadata().labels().get(LABEL)));
    }

    /** What a watch of the selection has to tell after a revision: type, name and revision of each event. */
    List<String> eventsAfter(String value, long revision) {
        List<String> events = new ArrayList<>();
        for (StoreTrace commit : commits) {
            boolean before = matches(value, commit.previous());
            boolean now = commit.change() != WatchEvent.Type.DELETED && matches(value, commit.object());
            if (commit.revision() > revision && (before || now)) {
                WatchEvent.Type type =
                        !before ? WatchEvent.Type.ADDED : now ? WatchEvent.Type.MODIFIED : WatchEvent.Type.DELETED;
                events.add(text(type, commit.object(), commit.revision()));
            }
        }
        return events;
    }

    static String text(WatchEvent.Type type, KubernetesObject object, long revision) {
        return type + " " + object.key() + " " + revision;
    }

    /** The selected objects at a revision: name and revision of each, in order. */
    List<String> stateAt(String value, long revision) {
        Map<String, KubernetesObject> state = new TreeMap<>();
        for (StoreTrace commit : commits) {
            String key = commit.object().key().toString();
            if (commit.revision() > revision) {
                break;
            }
            if (commit.change() == WatchEvent.Type.DELETED) {
                state.remove(key);
            } else {
                state.put(key, commit.object());
            }
        }
        return texts(
                state.values().stream().filter(object -> matches(value, object)).toList());
    }

    static List<String> texts(Iterable<? extends KubernetesObject> objects) {
        List<String> texts = new ArrayList<>();
        objects.forEach(
                object -> texts.add(object.key() + " " + object.metadata().resourceVersion()));
        return texts;
    }

    long lastRevision() {
        return commits.isEmpty() ? 0 : commits.get(commits.size() - 1).revision();
    }
}
