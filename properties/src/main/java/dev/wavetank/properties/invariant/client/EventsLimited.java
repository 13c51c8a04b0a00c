package dev.wavetank.properties.invariant.client;

import dev.wavetank.model.api.ApiCall;
import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.ApiEvent;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.ComponentTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A program of Kubernetes writes 25 Events about an object at once, and then one each five minutes; and from the tenth
 * different text within ten minutes on, it combines what has the same reason into one Event ({@code
 * EventSourceObjectSpamFilter} and {@code EventAggregator} of client-go's tools/record/events_cache.go, v0.32).
 *
 * <p>What was sent before a program was started again belongs to its former life. Since Events may be sent late, some
 * more are let pass than the client lets. Those of events.k8s.io, which have no count, have no such limits,
 * nor has a client that is not client-go's.
 */
public final class EventsLimited implements Invariant {

    private static final int BURST = 25;
    private static final long REFILL = 5 * VirtualTime.MINUTE;
    /** How many refills may lie between an occurrence and its request, which is tried for that long. */
    private static final int LATE = 4;
    /** How many different texts a client has known when it begins to combine. */
    private static final int SIMILAR = 9;
    /** A client forgets texts after ten minutes without one; the earlier of two may have been sent late. */
    private static final long FORGOTTEN = 6 * VirtualTime.MINUTE;
    /** A client remembers 4,096 objects ({@code maxLruCacheEntries}), and sees more of them than the server. */
    private static final int REMEMBERED = 2_048;
    /** So many Events of a program are known, lest large runs remember them all; what they count is forgotten then. */
    private static final int WRITTEN = 8 * REMEMBERED;

    private static final String COMBINED = "(combined from similar events): ";

    private final Map<String, Program> programs = new LinkedHashMap<>();

    /** A component since it was started. */
    private static final class Program {
        private final long startedAt;
        private final Map<About, Bucket> buckets = new LinkedHashMap<>();
        private final Map<Similar, Texts> texts = new LinkedHashMap<>();
        private final Map<ObjectKey, Written> written = new LinkedHashMap<>();

        private Program(long startedAt) {
            this.startedAt = startedAt;
        }
    }

    /**
     * What has one limit.
     *
     * @param source the part of the program
     * @param object its kind, namespace, name and uid
     */
    private record About(ApiEvent.@Nullable Source source, ApiEvent.Reference object) {}

    /** What is combined: the part of an object counts here, such as a container. */
    private record Similar(About about, String part, String type, String reason) {}

    private static final class Bucket {
        /** When everything may be sent at once again. */
        private long fullAt;
    }

    private static final class Texts {
        private final Set<String> known = new LinkedHashSet<>(1);
        private long last;
        /** Whether the limit may have kept some of them from the server. */
        private boolean isIncomplete;
    }

    /** An Event that the program has created. */
    private static final class Written {
        private final Similar similar;
        private int count;

        private Written(Similar similar, int count) {
            this.similar = similar;
            this.count = count;
        }
    }

    @Override
    public String name() {
        return "EventsLimited";
    }

    @Override
    public String reason() {
        return "A failure that is reported each second would fill etcd, and hide what else there is to see. Some"
                + " more are let pass than the client lets, because Events may be sent late. Judged are the programs of"
                + " Kubernetes: users, and operators with a client of another kind, have no such limits.";
    }

    @Override
    public List<String> sources() {
        return List.of("staging/src/k8s.io/client-go/tools/record/events_cache.go, EventSourceObjectSpamFilter and"
                + " EventAggregator (v1.32)");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.KUBELET, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "A program of Kubernetes limits how many Events it writes about an object, and combines many similar"
                + " ones.";
    }

    @Override
    public List<? extends Class<?>> records() {
        return List.of(ApiRequest.Create.class, ApiRequest.Patch.class, ComponentTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof RequestTrace request) {
            ApiCall call = request.call();
            if (call.request().resource().equals(Resources.EVENTS)
                    && isOfKubernetes(call.origin().component())) {
                observe(call, outcomes);
            }
        } else if (entry.record() instanceof ComponentTrace) {
            programs.put(entry.component(), new Program(entry.time()));
        }
    }

    private static boolean isOfKubernetes(String component) {
        return component.startsWith("kube-") || component.startsWith("kubelet/");
    }

    private void observe(ApiCall call, Outcomes outcomes) {
        Program program = programs.computeIfAbsent(call.origin().component(), first -> new Program(-1));
        long now = call.origin().sent();
        if (now <= program.startedAt) {
            return;
        }
        if (call.request() instanceof ApiRequest.Create create && create.body() instanceof ApiEvent event) {
            if (event.involvedObject() != null && event.count() != null) {
                created(program, event, event.involvedObject(), now, outcomes);
            }
        } else if (call.request() instanceof ApiRequest.Patch patch
                && patch.change() instanceof ApiRequest.Change.Merge merge) {
            Written written = program.written.get(patch.key());
            if (written != null && merge.tree().get("count") instanceof Number count) {
                counted(program, written, count.intValue(), merge.tree().get("message"), now, outcomes);
            }
        }
    }

    /** An Event that is sent again, because no answer has come, has its old name. */
    private void created(Program program, ApiEvent event, ApiEvent.Reference about, long now, Outcomes outcomes) {
        if (program.written.containsKey(event.key())) {
            return;
        }
        if (program.written.size() > WRITTEN) {
            program.written.clear();
        }
        ApiEvent.Reference whole = new ApiEvent.Reference(
                about.kind(), about.namespace(), about.name(), about.uid(), about.apiVersion(), null);
        Similar similar = new Similar(
                new About(event.source(), whole),
                about.fieldPath() == null ? "" : about.fieldPath(),
                String.valueOf(event.type()),
                String.valueOf(event.reason()));
        program.written.put(event.key(), new Written(similar, event.count()));
        boolean isScarce = spend(program, similar, now, outcomes);
        say(program, similar, String.valueOf(event.message()), isScarce, now, outcomes);
    }

    private void counted(
            Program program, Written written, int count, @Nullable Object message, long now, Outcomes outcomes) {
        if (count > written.count) {
            written.count = count;
            boolean isScarce = spend(program, written.similar, now, outcomes);
            if (message instanceof String text) {
                say(program, written.similar, text, isScarce, now, outcomes);
            }
        }
    }

    /** Counts an Event. Returns whether the client may have dropped others about the object. */
    private boolean spend(Program program, Similar similar, long now, Outcomes outcomes) {
        if (program.buckets.size() > REMEMBERED) {
            program.buckets.clear();
        }
        Bucket bucket = program.buckets.computeIfAbsent(similar.about(), first -> new Bucket());
        bucket.fullAt = Math.max(bucket.fullAt, now) + REFILL;
        if (bucket.fullAt - now > (BURST + LATE) * REFILL) {
            bucket.fullAt = now;
            outcomes.broken(
                    this,
                    words(similar),
                    "more than " + (BURST + LATE) + " Events about it were written at once, and one each "
                            + VirtualTime.span(REFILL) + ", until " + VirtualTime.span(now) + ", the last of them "
                            + similar.reason());
        }
        return bucket.fullAt - now > (BURST - LATE) * REFILL;
    }

    private void say(Program program, Similar similar, String message, boolean isScarce, long now, Outcomes outcomes) {
        if (program.texts.size() > REMEMBERED) {
            program.texts.clear();
        }
        Texts texts = program.texts.computeIfAbsent(similar, first -> new Texts());
        if (now - texts.last > FORGOTTEN) {
            texts.known.clear();
            texts.isIncomplete = false;
        }
        texts.last = now;
        texts.isIncomplete |= isScarce;
        boolean combined = message.startsWith(COMBINED);
        boolean isNew = texts.known.add(combined ? message.substring(COMBINED.length()) : message);
        if (isNew && !combined && !texts.isIncomplete && texts.known.size() > SIMILAR) {
            texts.known.clear();
            outcomes.broken(
                    this,
                    words(similar),
                    "has more than " + SIMILAR + " different Events " + similar.reason()
                            + ", expected the tenth and later ones to be combined: " + message);
        }
    }

    private static String words(Similar similar) {
        ApiEvent.Reference object = similar.about().object();
        String kind = String.valueOf(object.kind()).toLowerCase(Locale.ROOT);
        String namespace = object.namespace();
        return kind + "/" + (namespace == null || namespace.isEmpty() ? "" : namespace + "/") + object.name();
    }
}
