package dev.wavetank.properties.invariant.workload;

import dev.wavetank.model.api.ApiCall;
import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Identity;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceVersion;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.yaml.YamlReader;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.Observation;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.TraceRecord;
import dev.wavetank.sim.trace.TraceSink;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** A story told in manifests to one invariant. The uid of an object is its name unless it says otherwise. */
final class Story {

    private static final ObjectCodec CODEC = new ObjectCodec();

    private final Observation seen;
    private final Map<String, KubernetesObject> objects = new LinkedHashMap<>();
    private long now;

    /** The others observe every record before the invariant does. */
    Story(Invariant invariant, TraceSink... others) {
        this.seen = new Observation(invariant, others);
    }

    /** Of an invariant that asks how old caches may be. */
    Story(Function<CacheLag, Invariant> invariant) {
        this.seen = new Observation(invariant);
    }

    static String owner(String kind, String name) {
        return "{apiVersion: v1, kind: " + kind + ", name: " + name + ", uid: " + name + ", controller: true}";
    }

    /** A pod with these metadata, spec and status, all in braces. */
    static String pod(String metadata, String spec, String status) {
        return "{apiVersion: v1, kind: Pod, metadata: " + metadata + ", spec: " + spec + ", status: " + status + "}";
    }

    static final String READY = "{phase: Running, podIP: 10.0.0.1, conditions: [{type: Ready, status: 'True'}]}";

    static KubernetesObject read(String manifest) {
        KubernetesObject object =
                CODEC.decode(YamlReader.read("story", manifest).get(0).root());
        return object.uid() != null
                ? object
                : object.withMetadata(
                        object.metadata().withUid(object.metadata().name()));
    }

    Story at(long second) {
        now = second * VirtualTime.SECOND;
        seen.at(now);
        return this;
    }

    Story stored(String... manifests) {
        for (String manifest : manifests) {
            KubernetesObject object = read(manifest);
            objects.put(object.uid(), object);
            seen.stored(object);
        }
        return this;
    }

    Story deleted(String uid) {
        seen.deleted(objects.remove(uid));
        return this;
    }

    /** A ReplicaSet is written by somebody, as of a revision of the store. */
    Story wrote(String agent, long revision, String manifest) {
        KubernetesObject read = read(manifest);
        ReplicaSet set =
                (ReplicaSet) read.withMetadata(read.metadata().withResourceVersion(ResourceVersion.of(revision)));
        KubernetesObject before = objects.put(set.uid(), set);
        WatchEvent.Type change = before == null ? WatchEvent.Type.ADDED : WatchEvent.Type.MODIFIED;
        seen.happened(new StoreTrace(change, Resources.REPLICA_SETS, set, before, revision));
        return asked(agent, new ApiRequest.Update(Resources.REPLICA_SETS, "", set), new ApiResponse.One(200, set));
    }

    Story asked(String agent, ApiRequest request, ApiResponse response) {
        seen.happened(new RequestTrace(agent, new ApiCall(agent, agent, request), response, now));
        return this;
    }

    /** The same request in the name of a component, which sent it earlier. */
    Story sent(String component, long second, String agent, ApiRequest request) {
        ApiCall.Origin origin = new ApiCall.Origin(component, second * VirtualTime.SECOND);
        seen.happened(new RequestTrace(
                agent, new ApiCall(Identity.ofToken(agent), agent, request, origin), new ApiResponse.Done(200), now));
        return this;
    }

    /** The request of a component is refused at once. */
    Story refused(String component, String agent, ApiRequest request, Status why) {
        ApiCall call = new ApiCall(Identity.ofToken(agent), agent, request, new ApiCall.Origin(component, now));
        seen.happened(new RequestTrace(agent, call, new ApiResponse.Failed(why), now));
        return this;
    }

    /** What was told last was done by this request. */
    Story doneBy(String agent, ApiRequest request, long received) {
        ApiCall call = new ApiCall(agent, agent, request);
        seen.happened(
                "hand",
                seen.latest(),
                new RequestTrace(agent, call, new ApiResponse.Done(201), received * VirtualTime.SECOND));
        return this;
    }

    /** What was told last was done by this request, although it was to be a dry run. */
    Story rehearsed(String agent, ApiRequest request, ApiResponse response) {
        seen.happened(
                "hand",
                seen.latest(),
                new RequestTrace(agent, new ApiCall(agent, agent, request), response, now, true));
        return this;
    }

    /** What was told last was done by this request, which had this answer. */
    Story answered(String agent, ApiRequest request, ApiResponse response) {
        seen.happened(
                "hand", seen.latest(), new RequestTrace(agent, new ApiCall(agent, agent, request), response, now));
        return this;
    }

    /** A component tells something, or something is told of it. */
    Story told(String component, TraceRecord record) {
        seen.happened(component, 0, record);
        return this;
    }

    Story concluded() {
        seen.concluded();
        return this;
    }

    /** The run ends at its horizon, too early. */
    Story cutShort() {
        seen.cutShort("too early", "something is under way");
        return this;
    }

    List<String> unknown() {
        return seen.unknown;
    }

    List<String> known() {
        return seen.known;
    }

    List<Observation.Step> steps() {
        return seen.steps;
    }

    List<String> broken() {
        return seen.broken;
    }
}
