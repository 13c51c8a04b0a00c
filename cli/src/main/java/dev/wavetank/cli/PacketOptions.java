package dev.wavetank.cli;

import dev.wavetank.cli.input.BadInputException;
import dev.wavetank.cli.input.ScenarioOptions;
import dev.wavetank.cli.input.SpanConverter;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.cluster.Cluster;
import dev.wavetank.model.cluster.ClusterNetwork;
import dev.wavetank.model.cluster.ClusterNetwork.Place;
import dev.wavetank.model.podnetwork.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which packet is meant, in which run, and when. */
final class PacketOptions {

    /** Headers of an ICMP echo in an IPv4 packet, in bytes. */
    static final long HEADERS = 28;

    @Parameters(index = "0", paramLabel = "FILE", description = "A scenario, a saved failure, or manifests.")
    private String file;

    @Parameters(
            index = "1",
            paramLabel = "POD",
            description = "The pod that sends, such as default/web-0; default is the namespace when none is given.")
    private String from;

    @Parameters(index = "2", paramLabel = "POD|ADDRESS", description = "The pod, or the IPv4 address, to reach.")
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

    /**
     * A packet and its answer.
     *
     * @param from who sends
     * @param to name of who is to be reached
     * @param address of the same
     * @param there the way of the packet
     * @param back the way of its answer; null when there is none
     */
    record Exchange(
            Place from,
            String to,
            String address,
            Path there,
            @Nullable Path back) {

        boolean succeeds() {
            return there.arrives() && back != null && back.arrives();
        }
    }

    long size() {
        return size;
    }

    Snapshot<Exchange> send() {
        if (size < 0) {
            throw new BadInputException("--size must be at least 0, was " + size);
        }
        return Snapshot.of(scenarioOptions, List.of(file), seed, at, scenario -> {}, this::exchange);
    }

    private Exchange exchange(Cluster cluster) {
        ClusterNetwork network = cluster.podNetwork();
        Place source = network.place(pod(from));
        boolean isAddress = to.matches("[0-9.]+");
        Place target = isAddress ? null : network.place(pod(to));
        String address = target == null ? to : target.address();
        Path there = network.path(source, address, size + HEADERS);
        Place found = target == null
                ? network.places().stream()
                        .filter(one -> one.address().equals(address))
                        .findFirst()
                        .orElse(null)
                : target;
        Path back = there.arrives() && found != null ? network.answer(there, found, source, size + HEADERS) : null;
        return new Exchange(source, to, address, there, back);
    }

    private static ObjectKey pod(String text) {
        String name = text.startsWith("pod/") ? text.substring("pod/".length()) : text;
        int slash = name.indexOf('/');
        return slash < 0
                ? new ObjectKey("default", name)
                : new ObjectKey(name.substring(0, slash), name.substring(slash + 1));
    }
}
