package dev.wavetank.model.podnetwork.bgp;

import dev.wavetank.model.address.Ipv4Range;
import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.podnetwork.Encapsulation;
import dev.wavetank.model.podnetwork.Host;
import dev.wavetank.model.podnetwork.NetworkCondition;
import dev.wavetank.model.podnetwork.RouteTable;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Component;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Disconnect;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.StreamReceiver;
import dev.wavetank.sim.network.StreamSender;
import dev.wavetank.sim.network.rule.Address;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The BGP daemon of one node in Calico's default mesh: it has a session with every other node, over which it hears the
 * range of that node's pods. Unlike a lease, what is heard holds only as long as the session: a speaker that is gone
 * takes its route with it (RFC 4271, section 6; Calico, node-to-node mesh).
 *
 * <p>A session ends when either end ends, or nothing gets through for as long as streams of the cluster wait. Packets
 * are not wrapped.
 */
public final class BgpSpeaker implements Component {

    /** From the end of a session to the next try: BIRD's {@code connect retry time} in Calico's configuration. */
    private static final long RETRY = 5 * VirtualTime.SECOND;

    private final Context context;
    private final ApiClient client;
    private final Endpoint endpoint;
    private final Informer<Node> nodes;
    private final Host host;
    private final Set<String> peers = new TreeSet<>();
    private final List<StreamSender<Update>> listeners = new ArrayList<>();
    private Optional<Ipv4Range> announced = Optional.empty();

    /** A message that announces a range, with the address of its node. */
    private record Update(Ipv4Range range, String address) {}

    /** The request for a session. */
    private record Open() {}

    /** A speaker that has not started. */
    public BgpSpeaker(Context context, Endpoint endpoint, ApiClient client, Host host) {
        this.context = context;
        this.client = client;
        this.endpoint = endpoint;
        this.host = host;
        this.nodes = new Informer<>(context, client, Resources.NODES, ApiRequest.Selection.ALL, Node.class);
    }

    /** Name of the component that is the speaker of a node. */
    public static String nameOn(String node) {
        return "calico/" + node;
    }

    private static Address<Open, Update> address(String node) {
        return new Address<>(nameOn(node), "bgp");
    }

    @Override
    public void start() {
        endpoint.serveStream(address(host.name()), (peer, open, sender) -> {
            listeners.add(sender);
            sender.whenClosed(() -> listeners.remove(sender));
            announce(sender);
        });
        NetworkCondition.clear(context, client, host.name(), "CalicoIsUp", "Calico is running on this node");
        nodes.addHandler(Informer.Handler.whilePresent(this::meet));
        nodes.start();
    }

    private void announce(StreamSender<Update> sender) {
        host.range().get().ifPresent(range -> sender.send(new Update(range, host.address())));
    }

    private void meet(Node node) {
        String name = node.metadata().name();
        if (name.equals(host.name()) && !host.range().get().equals(announced)) {
            announced = host.range().get();
            new ArrayList<>(listeners).forEach(this::announce);
        }
        if (!name.equals(host.name()) && peers.add(name)) {
            connect(name);
        }
    }

    private void connect(String peer) {
        if (nodes.cached(new ObjectKey("", peer)) == null) {
            peers.remove(peer);
        } else {
            endpoint.open(address(peer), new Open(), new Session(peer));
        }
    }

    private final class Session implements StreamReceiver<Update> {
        private final String peer;
        private final Set<Ipv4Range> heard =
                new TreeSet<>(Comparator.comparingLong(Ipv4Range::first).thenComparingInt(Ipv4Range::prefix));

        Session(String peer) {
            this.peer = peer;
        }

        @Override
        public void receive(Update message) {
            heard.add(message.range());
            host.table().put(message.range(), new RouteTable.Next(message.address(), Encapsulation.NONE, "bird"));
        }

        @Override
        public void closed(Disconnect reason) {
            heard.forEach(host.table()::remove);
            // Every fault ends, and a peer that is gone for good has no node: the network comes up for certain.
            context.after(RETRY, () -> connect(peer));
        }
    }
}
