package dev.wavetank.properties.invariant.client;

import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.cluster.CommandResult;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Delays;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A watch with a label selector reports the end of each object that it has shown: that it was deleted, or that its
 * labels are no longer those of the selector. Judged are the watches of pods by {@code kubectl get --watch} that show
 * the types of events, as long as there was no fault.
 */
public final class WatchesTell implements Invariant {

    private static final long UNDER_WAY = 5 * VirtualTime.SECOND;
    private static final String SHOWN_TYPES = "--output-watch-events";

    private final Supplier<List<CommandResult>> commands;
    private final boolean isWatched;
    private final long underWay;
    /** The labels that each pod of the namespace {@code default} has had, by its name. */
    private final Map<String, List<Labels>> pods = new LinkedHashMap<>();

    private long firstFault = Long.MAX_VALUE;
    private int judged;

    /** Labels from a time on; none from when the pod was deleted. */
    private record Labels(long since, Map<String, String> labels) {}

    /**
     * Of the commands of a run.
     *
     * @param asked the words of all commands that are to be given
     * @param commands the results so far, in the order in which the commands ended
     */
    public WatchesTell(Delays delays, List<List<String>> asked, Supplier<List<CommandResult>> commands) {
        this.commands = commands;
        this.isWatched = asked.stream().anyMatch(WatchesTell::isJudged);
        this.underWay = UNDER_WAY + delays.visibility() + delays.answer();
    }

    @Override
    public String name() {
        return "WatchesTell";
    }

    @Override
    public String reason() {
        return "Whoever watches a part of the objects keeps what has left that part for ever, when nothing says that"
                + " it did: schedulers select pods that have not ended, operators the objects with their label. What"
                + " comes in the last seconds of a watch may still be under way.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Kubernetes documentation v1.32, Kubernetes API Concepts, Efficient detection of changes",
                "staging/src/k8s.io/apiserver/pkg/storage/cacher/cache_watcher.go (v1.32), convertToWatchEvent");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.API_SERVER, Tag.CACHES, Tag.AT_REST);
    }

    @Override
    public String statement() {
        return "A watch with a selector reports when an object is no longer selected, as if it were deleted.";
    }

    @Override
    public List<? extends Class<?>> records() {
        return isWatched ? List.of(Pod.class, FaultTrace.Opened.class) : List.of();
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof FaultTrace.Opened) {
            firstFault = Math.min(firstFault, entry.time());
        } else if (entry.record() instanceof StoreTrace change
                && change.object() instanceof Pod pod
                && "default".equals(pod.metadata().namespace())) {
            Map<String, String> labels = change.change() == WatchEvent.Type.DELETED
                    ? Map.of()
                    : pod.metadata().labels();
            List<Labels> known = pods.computeIfAbsent(pod.metadata().name(), first -> new ArrayList<>(2));
            if (known.isEmpty() || !known.get(known.size() - 1).labels().equals(labels)) {
                known.add(new Labels(entry.time(), labels));
            }
        }
    }

    @Override
    public void conclude(long now, Outcomes outcomes) {
        List<CommandResult> all = commands.get();
        for (; judged < all.size(); judged++) {
            CommandResult result = all.get(judged);
            if (isJudged(result.arguments()) && result.exitCode() == 0 && result.ended() < firstFault) {
                judge(result, outcomes);
            }
        }
    }

    /** What commands have shown is past, so that there is nothing to wait for. */
    @Override
    public void cutShort(long now, String reason, String pending, Outcomes outcomes) {
        conclude(now, outcomes);
    }

    /** Whether these words watch the pods with one label. */
    private static boolean isJudged(List<String> words) {
        int flag = words.indexOf("-l");
        return words.contains(SHOWN_TYPES)
                && words.size() > 2
                && words.get(0).equals("get")
                && words.get(1).equals("pods")
                && flag > 0
                && words.get(flag + 1).matches("[^=!,]+=[^=,]+")
                && !words.contains("-n")
                && !words.contains("-o");
    }

    private void judge(CommandResult result, Outcomes outcomes) {
        String[] selector =
                result.arguments().get(result.arguments().indexOf("-l") + 1).split("=", 2);
        pods.forEach((name, labels) -> {
            long ends = 0;
            for (int i = 1; i < labels.size(); i++) {
                boolean was = selector[1].equals(labels.get(i - 1).labels().get(selector[0]));
                boolean is = selector[1].equals(labels.get(i).labels().get(selector[0]));
                long at = labels.get(i).since();
                if (was && !is && at > result.at() && at + underWay < result.ended()) {
                    ends++;
                }
            }
            long shown = count(result, name, "ADDED");
            long reported = count(result, name, "DELETED");
            // What was over before the first list is not shown at all.
            if (reported < Math.min(ends, shown)) {
                outcomes.broken(
                        this,
                        "pod/default/" + name,
                        "was no longer selected " + ends + " times while kubectl "
                                + String.join(" ", result.arguments()) + " ran, which reported that " + reported
                                + " times");
            }
        });
    }

    private static long count(CommandResult result, String name, String type) {
        return result.stdout()
                .lines()
                .map(line -> line.trim().split(" +"))
                .filter(words -> words.length > 1 && words[0].equals(type) && words[1].equals(name))
                .count();
    }
}
