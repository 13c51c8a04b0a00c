package dev.wavetank.cli;

import dev.wavetank.cli.input.BadInputException;
import dev.wavetank.cli.input.ScenarioOptions;
import dev.wavetank.cli.input.SpanConverter;
import dev.wavetank.cli.inspect.NetworkText;
import dev.wavetank.cli.inspect.NetworkTree;
import dev.wavetank.cli.inspect.NodeText;
import dev.wavetank.cli.inspect.NodeTree;
import dev.wavetank.cli.inspect.ServiceView;
import dev.wavetank.cli.result.JsonResult;
import dev.wavetank.cli.terminal.Format;
import dev.wavetank.cli.terminal.Streams;
import dev.wavetank.model.cluster.Cluster;
import dev.wavetank.model.cluster.NodeNames;
import dev.wavetank.model.cluster.PodNetworkView;
import dev.wavetank.model.kubelet.inspection.NodeView;
import dev.wavetank.model.podnetwork.Host;
import dev.wavetank.sim.VirtualTime;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows what is on a node at a virtual time. */
@Command(
        name = "inspect",
        mixinStandardHelpOptions = true,
        versionProvider = WavetankCommand.Version.class,
        sortOptions = false,
        description = {
            "Show what is on a node at a virtual time.",
            "Pods of the kubelet, sandboxes, containers and images of the runtime, volumes, and control groups with"
                    + " their values: what crictl and systemd-cgls would print on a real node."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  wavetank inspect node/node-1 app.yaml",
            "      a node when the run is over",
            "  wavetank inspect node/node-1 app.yaml --at 2.5s",
            "      the same node in the middle of it",
            "  wavetank inspect node/node-1 app.yaml --network",
            "      what ip addr, ip route, bridge link and iptables-save would print there",
            "  wavetank inspect node/node-1 app.yaml --at 10m -o json",
            "      for programs; sizes are bytes, times nanoseconds"
        })
final class InspectCommand implements Callable<Integer> {

    private final Streams streams;

    @Parameters(index = "0", paramLabel = "NODE", description = "A node, such as node/node-1.")
    private String node;

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "FILE",
            description = "A scenario, a saved failure, or manifests.")
    private List<String> files;

    @Option(
            names = "--at",
            paramLabel = "SPAN",
            converter = SpanConverter.class,
            description = "Virtual time at which to look, such as 2.5s; the end of the run by default.")
    private @Nullable Long at;

    @Option(
            names = "--network",
            description = "Show its network: devices, routes, bridges, NAT rules, reserved addresses, resolv.conf.")
    private boolean network;

    @Option(names = "--seed", paramLabel = "N", description = "The seed; 1 by default.")
    private @Nullable Long seed;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "text|json",
            defaultValue = "text",
            description = "Form of the result on standard output: text (default) or json, where every time is in"
                    + " nanoseconds of virtual time.")
    private Format format;

    @Mixin
    private ScenarioOptions scenarioOptions;

    InspectCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        String name = name();
        Snapshot<Seen> snapshot = Snapshot.of(
                scenarioOptions,
                files,
                seed,
                at,
                scenario -> NodeNames.check(scenario.cluster(), name),
                cluster -> look(cluster, name));
        snapshot.warn(streams);
        print(snapshot.seen(), snapshot.end());
        return snapshot.exitCode();
    }

    private record Seen(NodeView node, Host host, ServiceView services) {}

    private static Seen look(Cluster cluster, String name) {
        NodeView node = cluster.inspect(name);
        Host host = cluster.podNetwork().hosts().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow();
        PodNetworkView view = cluster.podNetworkView();
        return new Seen(
                node,
                host,
                new ServiceView(view.rules().getOrDefault(name, Collections.emptyMap()), view.hasIpvs(name)));
    }

    private String name() {
        int slash = node.indexOf('/');
        String kind = slash < 0 ? "" : node.substring(0, slash).toLowerCase(Locale.ROOT);
        if (!List.of("", "node", "nodes", "no").contains(kind) || slash == node.length() - 1 || node.isBlank()) {
            throw new BadInputException("inspect shows a node, such as node/node-1, was '" + node
                    + "' (wavetank why and explain take pods)");
        }
        return node.substring(slash + 1);
    }

    private void print(Seen what, long end) {
        NodeView view = what.node();
        long seen = at == null ? end : at;
        if (format == Format.json) {
            streams.out()
                    .println(JsonResult.write(
                            network
                                    ? NetworkTree.of(view, what.host(), what.services(), seen)
                                    : NodeTree.of(view, seen)));
            return;
        }
        boolean rests = at != null && end < at;
        String when = "at " + (at == null ? VirtualTime.format(seen) : VirtualTime.span(seen))
                + (rests ? ", as since " + VirtualTime.format(end) + ", when the run came to rest" : "");
        (network ? NetworkText.lines(view, what.host(), what.services(), when) : NodeText.lines(view, when))
                .forEach(streams.out()::println);
    }
}
