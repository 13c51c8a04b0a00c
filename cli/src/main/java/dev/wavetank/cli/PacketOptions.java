package dev.wavetank.cli;

import dev.wavetank.cli.input.BadInputException;
import dev.wavetank.cli.input.ScenarioOptions;
import dev.wavetank.cli.input.SpanConverter;
import dev.wavetank.cli.inspect.PacketTree;
import dev.wavetank.cli.result.JsonResult;
import dev.wavetank.cli.terminal.Format;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.cluster.Cluster;
import dev.wavetank.model.cluster.ClusterNetwork;
import dev.wavetank.model.cluster.ClusterNetwork.Exchange;
import dev.wavetank.model.cluster.ClusterNetwork.Place;
import dev.wavetank.model.cluster.NodeNames;
import dev.wavetank.model.scenario.Scenario;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which packet is meant, in which run, and when. */
final class PacketOptions {

    /** Headers of an ICMP echo in an IPv4 packet, in bytes. */
    static final long HEADERS = 28;

    private static final String NODE = "node/";

    @Parameters(index = "0", paramLabel = "FILE", description = "A scenario, a saved failure, or manifests.")
    private String file;

    @Parameters(
            index = "1",
            paramLabel = "POD",
            description = "The pod that sends, such as default/web-0; default is the namespace when none is given.")
    private String from;

    @Parameters(
            index = "2",
            paramLabel = "POD|node/NODE|ADDRESS",
            description = "The pod, the node, or the IPv4 address, to reach.")
    private String to;

    @Option(
            names = "--at",
            paramLabel = "SPAN",
            converter = SpanConverter.class,
            description = "Virtual time at which the packet is sent, such as 2.5s; the end of the run by default.")
    private @Nullable Long at;

    @Option(names = "--seed", paramLabel = "N", description = "The seed; 1 by default.")
    private @Nullable Long seed;

    @Option(
            names = {"-s", "--size"},
            paramLabel = "BYTES",
            defaultValue = "56",
            description = "Data in the packet, without its headers of 28 bytes; 56 by default.")
    private long size;

    @Mixin
    private ScenarioOptions scenarioOptions;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "text|json",
            defaultValue = "text",
            description = "Form of the result on standard output: text (default) or json, where every time is in"
                    + " nanoseconds of virtual time.")
    private Format format;

    /**
     * A packet and its answer.
     *
     * @param from who sends
     * @param to name of who is to be reached
     * @param address of the same
     * @param exchange what came of it
     */
    record Packet(Place from, String to, String address, Exchange exchange) {}

    long size() {
        return size;
    }

    boolean isJson() {
        return format == Format.json;
    }

    Snapshot<Packet> send() {
        if (size < 0) {
            throw new BadInputException("--size must be at least 0, was " + size);
        }
        return Snapshot.of(scenarioOptions, List.of(file), seed, at, this::check, this::packet);
    }

    private void check(Scenario scenario) {
        if (to.startsWith(NODE)) {
            NodeNames.check(scenario.cluster(), to.substring(NODE.length()));
        }
    }

    private Packet packet(Cluster cluster) {
        ClusterNetwork network = cluster.podNetwork();
        Place source = network.place(pod(from));
        String address = to.startsWith(NODE)
                ? network.addressOf(to.substring(NODE.length()))
                : to.matches("[0-9.]+") ? to : network.place(pod(to)).address();
        return new Packet(source, to, address, network.exchange(source, address, size + HEADERS));
    }

    /** For programs. */
    String json(Packet packet) {
        return JsonResult.write(
                PacketTree.of(packet.from(), packet.to(), packet.address(), size + HEADERS, packet.exchange()));
    }

    private static ObjectKey pod(String text) {
        String name = text.startsWith("pod/") ? text.substring("pod/".length()) : text;
        int slash = name.indexOf('/');
        return slash < 0
                ? new ObjectKey("default", name)
                : new ObjectKey(name.substring(0, slash), name.substring(slash + 1));
    }
}
