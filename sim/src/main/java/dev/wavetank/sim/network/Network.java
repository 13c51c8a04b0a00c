package dev.wavetank.sim.network;

import dev.wavetank.sim.Event;
import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.rule.Address;
import dev.wavetank.sim.network.rule.CallFate;
import dev.wavetank.sim.network.rule.CallRule;
import dev.wavetank.sim.network.rule.CallRules;
import dev.wavetank.sim.network.rule.CallSelector;
import dev.wavetank.sim.network.rule.LinkLayer;
import dev.wavetank.sim.network.rule.LinkSelector;
import dev.wavetank.sim.network.rule.StreamLayer;
import dev.wavetank.sim.random.Distribution;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Connects the end points of all components of one run. */
public final class Network {

    private final Simulation simulation;
    private final NetworkSettings settings;
    private final Map<String, Distribution> localLatencies = new LinkedHashMap<>();
    private final Map<String, Endpoint> endpoints = new LinkedHashMap<>();
    private final Map<String, Map<String, Link>> links = new LinkedHashMap<>();
    private final List<ActiveLayer<LinkLayer>> layers = new ArrayList<>();
    private final List<ActiveLayer<StreamLayer>> streamLayers = new ArrayList<>();
    private final CallRules rules = new CallRules();

    /** A network without components. */
    public Network(Simulation simulation, NetworkSettings settings) {
        this.simulation = simulation;
        this.settings = settings;
    }

    /**
     * Gives the links to and from a component a latency of their own: for services that are reached without a
     * network, such as a local socket. To be set before the first message. Between two such components that of the
     * target counts.
     */
    public void setLatencyTo(String component, Distribution latency) {
        localLatencies.put(component, latency);
    }

    /** Connects an incarnation of a component, once. When it ends, its calls and streams are reset. */
    public Endpoint connect(Context context) {
        Endpoint known = endpoints.get(context.name());
        if (known != null && known.context().equals(context)) {
            return known;
        }
        Endpoint endpoint = new Endpoint(this, context);
        if (!context.isAlive()) {
            return endpoint;
        }
        endpoints.put(context.name(), endpoint);
        context.whenEnded(() -> {
            endpoints.remove(context.name(), endpoint);
            endpoint.reset();
        });
        return endpoint;
    }

    /** Lays a disturbance over the links that it selects, also over those that come into use later. */
    public void put(LinkLayer layer) {
        ActiveLayer<LinkLayer> active = new ActiveLayer<>(layer);
        layers.add(active);
        links.values().forEach(byTarget -> byTarget.values().forEach(link -> link.put(active)));
    }

    /**
     * Takes a disturbance away again.
     *
     * @return how many messages it dropped, held, delayed or duplicated
     */
    public long lift(LinkLayer layer) {
        ActiveLayer<LinkLayer> active = ActiveLayer.remove(layers, layer);
        links.values().forEach(byTarget -> byTarget.values().forEach(link -> link.lift(active)));
        return active.hits();
    }

    /** Begins to count the calls that the rule selects. */
    public void put(CallRule rule) {
        rules.put(rule);
    }

    /**
     * Removes a rule.
     *
     * @return how many calls it hit
     */
    public long lift(CallRule rule) {
        return rules.lift(rule);
    }

    /** Disturbs the streams that the layer selects, also those that are opened later. */
    public void put(StreamLayer layer) {
        ActiveLayer<StreamLayer> active = new ActiveLayer<>(layer);
        streamLayers.add(active);
        streams()
                .filter(stream -> stream.isAmong(layer.streams()))
                .forEach(stream -> stream.messages().put(active));
    }

    /**
     * Takes a disturbance of streams away again.
     *
     * @return how many messages it held or delayed
     */
    public long lift(StreamLayer layer) {
        ActiveLayer<StreamLayer> active = ActiveLayer.remove(streamLayers, layer);
        streams().forEach(stream -> stream.messages().lift(active));
        return active.hits();
    }

    /**
     * Breaks the selected connections, as a TCP reset does, and with them what rides on them. Every stream ends at
     * both ends now: the client hears {@link Disconnect#RESET}, the server's {@link StreamSender#whenClosed} action
     * runs, and what was in flight is lost. Every call without a reply is answered with {@link Disconnect#RESET}: a
     * request that has not arrived is never executed; one that has been handed to the server goes on executing, and
     * its answer is dropped.
     *
     * @param connections by who opened them and to whom
     * @return how many calls and streams were hit
     */
    public int reset(LinkSelector connections) {
        int hits = (int) streams()
                .filter(stream -> stream.isAmong(connections))
                .filter(StreamConnection::cut)
                .count();
        for (Endpoint caller : endpoints.values()) {
            String from = caller.context().name();
            for (PendingCall<?, ?> call : caller.outboundCalls()) {
                if (connections.matches(from, call.address().component()) && call.resetConnection()) {
                    hits++;
                }
            }
        }
        return hits;
    }

    /**
     * Has the server's end of the selected streams vanish without a word, as when a load balancer forgets a
     * connection: the server's {@link StreamSender#whenClosed} action runs, what is in flight arrives, and then
     * nothing more does. The client believes that the stream is open until the keep-alive timeout has passed, and
     * hears {@link Disconnect#TIMED_OUT}. Calls are not touched.
     *
     * @param connections by who opened them and to whom
     * @return how many streams were hit
     */
    public int halfOpen(LinkSelector connections) {
        return (int) streams()
                .filter(stream -> stream.isAmong(connections))
                .filter(StreamConnection::loseServerSilently)
                .count();
    }

    /**
     * Breaks single streams and leaves the other traffic of their connection alone, as HTTP/2's RST_STREAM does.
     * Both ends learn it now, as after {@link #reset}.
     *
     * @return how many streams were hit
     */
    public int breakStreams(CallSelector selector) {
        return (int) streams()
                .filter(stream -> stream.isAmong(selector))
                .filter(StreamConnection::cut)
                .count();
    }

    /** All streams that are open at one end at least, each once. A copy: streams come and go while it is read. */
    private Stream<StreamConnection<?>> streams() {
        Set<StreamConnection<?>> streams = new LinkedHashSet<>();
        endpoints.values().forEach(endpoint -> streams.addAll(endpoint.streams()));
        return streams.stream();
    }

    /**
     * Has a request arrive at a server. It belongs to no incarnation, because a request on the wire arrives
     * even if its sender has died, and who serves it is only known when it arrives. But it needs the server's
     * processor: one that stands still, or is busy, takes in nothing.
     */
    public void arriveAfter(long delay, String server, Event arrival) {
        simulation.spend(delay, simulation.processor(server), arrival);
    }

    /** Counts a call that is being sent, and returns its fate under the rules. */
    public CallFate fate(String caller, Address<?, ?> address, Object request) {
        return rules.fate(caller, address, request);
    }

    /** The disturbances of streams that lie over the network. */
    public List<ActiveLayer<StreamLayer>> streamLayers() {
        return streamLayers;
    }

    /** The disturbances that lie over the way from one component to another now. */
    public List<LinkLayer> disturbances(String from, String to) {
        return layers.stream()
                .map(ActiveLayer::layer)
                .filter(layer -> layer.links().matches(from, to))
                .toList();
    }

    /**
     * How long something takes that goes the way from one component to another, but is no message of theirs, such as a
     * packet between two machines; empty when it is lost. It counts for the disturbances that it meets.
     *
     * @param traffic what it belongs to, for its random streams
     * @param latency what it takes without disturbances, in nanoseconds
     */
    public OptionalLong carry(String from, String to, String traffic, long latency) {
        if (layers.isEmpty()) {
            return OptionalLong.of(latency);
        }
        long taken = link(from, to).requests(traffic).transit(latency, false);
        return taken == Link.DROPPED ? OptionalLong.empty() : OptionalLong.of(taken);
    }

    public Simulation simulation() {
        return simulation;
    }

    public NetworkSettings settings() {
        return settings;
    }

    /** The end point of a component that is up, or null. */
    public @Nullable Endpoint endpoint(String component) {
        return endpoints.get(component);
    }

    public Link link(String from, String to) {
        Map<String, Link> byTarget = links.computeIfAbsent(from, missing -> new LinkedHashMap<>());
        Link link = byTarget.get(to);
        if (link == null) {
            Distribution latency = localLatencies.getOrDefault(to, localLatencies.get(from));
            link = new Link(from, to, latency == null ? settings.latency() : latency, simulation);
            byTarget.put(to, link);
            layers.forEach(link::put);
        }
        return link;
    }
}
