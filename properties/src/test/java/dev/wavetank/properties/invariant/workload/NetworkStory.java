package dev.wavetank.properties.invariant.workload;

import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.List;
import java.util.function.Function;

/** A story that is told outside this package. */
public final class NetworkStory {

    private final Story story;

    private NetworkStory(Story story) {
        this.story = story;
    }

    /** The beginning of one. */
    public static NetworkStory of(Invariant judge) {
        return new NetworkStory(new Story(judge));
    }

    /** The beginning of one of an invariant that asks how old caches may be. */
    public static NetworkStory of(Function<CacheLag, Invariant> judge) {
        return new NetworkStory(new Story(judge));
    }

    /** Time goes on to this second. */
    public NetworkStory at(long second) {
        story.at(second);
        return this;
    }

    /** Objects are stored. */
    public NetworkStory stored(String... manifests) {
        story.stored(manifests);
        return this;
    }

    /** An object is deleted. */
    public NetworkStory deleted(String uid) {
        story.deleted(uid);
        return this;
    }

    /** A component tells something. */
    public NetworkStory told(String component, TraceRecord record) {
        story.told(component, record);
        return this;
    }

    /** The run ends. */
    public NetworkStory concluded() {
        story.concluded();
        return this;
    }

    /** What is broken. */
    public List<String> broken() {
        return story.broken();
    }

    /** What could not be judged. */
    public List<String> unknown() {
        return story.unknown();
    }
}
