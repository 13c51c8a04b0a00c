package dev.wavetank.cli;

import dev.wavetank.cli.PacketOptions.Packet;
import dev.wavetank.cli.terminal.ExitCode;
import dev.wavetank.cli.terminal.Streams;
import dev.wavetank.model.cluster.ClusterNetwork.Exchange;
import dev.wavetank.model.podnetwork.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows the way of a packet from a pod to another, hop by hop. */
@Command(
        name = "trace-packet",
        mixinStandardHelpOptions = true,
        versionProvider = WavetankCommand.Version.class,
        sortOptions = false,
        description = {
            "Show the way of a packet from a pod to another at a virtual time, hop by hop, and of its answer.",
            "Every line is a step with the time since the packet was sent. When it is lost, the last line says where"
                    + " and why, and the exit code is 1; otherwise it is that of the run."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  wavetank trace-packet app.yaml web-a web-b",
            "      when the run is over",
            "  wavetank trace-packet app.yaml web-a web-b --at 30s --size 1472",
            "      a longer packet in the middle of it"
        })
final class TracePacketCommand implements Callable<Integer> {

    private final Streams streams;

    @Mixin
    private PacketOptions packet;

    TracePacketCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        Snapshot<Packet> snapshot = packet.send();
        snapshot.warn(streams);
        Packet one = snapshot.seen();
        Exchange exchange = one.exchange();
        if (packet.isJson()) {
            streams.out().println(packet.json(one));
        } else {
            print(one, exchange);
        }
        return exchange.succeeds() ? snapshot.exitCode() : ExitCode.BROKEN;
    }

    private void print(Packet one, Exchange exchange) {
        long bytes = packet.size() + PacketOptions.HEADERS;
        streams.out().println(one.from().pod() + " to " + one.to() + " (" + one.address() + "), " + bytes + " bytes");
        print(exchange.there(), 0);
        if (exchange.back() != null) {
            streams.out().println("the answer");
            print(exchange.back(), exchange.there().nanos());
        }
    }

    private void print(Path path, long begin) {
        long now = begin;
        for (Path.Hop hop : path.hops()) {
            now += hop.nanos();
            String time = PingCommand.millis(now);
            streams.out()
                    .println("  " + " ".repeat(Math.max(0, 7 - time.length())) + time + " ms  " + hop.place() + ": "
                            + hop.what());
        }
        path.loss().ifPresent(why -> streams.out().println("  DROPPED at " + why));
    }
}
