package dev.wavetank.cli;

import dev.wavetank.cli.PacketOptions.Packet;
import dev.wavetank.cli.terminal.ExitCode;
import dev.wavetank.cli.terminal.Streams;
import dev.wavetank.model.cluster.ClusterNetwork.Exchange;
import dev.wavetank.model.podnetwork.Path;
import java.math.BigDecimal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Sends one packet from a pod to another, and awaits the answer. */
@Command(
        name = "ping",
        mixinStandardHelpOptions = true,
        versionProvider = WavetankCommand.Version.class,
        sortOptions = false,
        description = {
            "Say whether a pod reaches another at a virtual time, and how long a packet and its answer take.",
            "The packet follows the routes that the nodes have at that time; wavetank trace-packet shows them. The"
                    + " exit code is 1 when there is no answer; otherwise it is that of the run."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  wavetank ping app.yaml web-a web-b",
            "      when the run is over",
            "  wavetank ping app.yaml shop/web-a 10.0.2.7 --at 30s --size 1472",
            "      a longer packet in the middle of it, to an address"
        })
final class PingCommand implements Callable<Integer> {

    private final Streams streams;

    @Mixin
    private PacketOptions packet;

    PingCommand(Streams streams) {
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
        streams.out()
                .println("PING " + one.to() + " (" + one.address() + ") from "
                        + one.from().pod() + " ("
                        + one.from().address() + ") on " + one.from().node() + ": " + packet.size() + "("
                        + (packet.size() + PacketOptions.HEADERS) + ") bytes of data");
        Path back = exchange.back();
        if (back == null) {
            streams.out().println(exchange.there().loss().orElseThrow());
        } else if (!back.arrives()) {
            streams.out().println("the answer is lost: " + back.loss().orElseThrow());
        } else {
            String source = exchange.source().equals(one.from().address()) ? "" : " source=" + exchange.source();
            streams.out()
                    .println(packet.size() + 8 + " bytes from " + one.address() + ": time="
                            + millis(exchange.there().nanos() + back.nanos()) + " ms" + source);
        }
    }

    /** Nanoseconds as milliseconds, with three digits behind the point. */
    static String millis(long nanos) {
        return BigDecimal.valueOf(nanos / 1_000, 3).toPlainString();
    }
}
