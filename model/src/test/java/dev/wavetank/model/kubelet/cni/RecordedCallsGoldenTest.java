package dev.wavetank.model.kubelet.cni;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.address.Ipv4;
import dev.wavetank.model.gotext.GoJsonReader;
import dev.wavetank.model.kubelet.cni.PluginChain.Container;
import dev.wavetank.model.kubelet.cni.plugin.BridgePlugin;
import dev.wavetank.model.kubelet.cni.plugin.HostLocalPlugin;
import dev.wavetank.model.kubelet.cni.plugin.LoopbackPlugin;
import dev.wavetank.model.kubelet.cni.plugin.PortmapPlugin;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Replays what containerd 1.6.20 had its plug-ins (v1.1.1) do for the pods of a real node, and compares every call:
 * environment, standard input and output, which plug-ins in which order. Hardware addresses and names of devices are
 * random there and masked. A few lines of the recording are missing. The other network, of the loopback device, runs beside the first there and before it here.
 */
class RecordedCallsGoldenTest {

    private static final List<String> ORDER =
            List.of(LoopbackPlugin.TYPE, BridgePlugin.TYPE, HostLocalPlugin.TYPE, PortmapPlugin.TYPE);

    private static final List<String> BACKWARDS =
            List.of(LoopbackPlugin.TYPE, PortmapPlugin.TYPE, BridgePlugin.TYPE, HostLocalPlugin.TYPE);

    /**
     * One call.
     *
     * @param at seconds since the recording began
     */
    private record Call(double at, String plugin, Map<String, Object> env, Object stdin, Object stdout) {

        String container() {
            return String.valueOf(env.get("CNI_CONTAINERID"));
        }

        String command() {
            return String.valueOf(env.get("CNI_COMMAND"));
        }

        /** What the calls of one operation of the runtime have in common. */
        String operation() {
            return container() + command() + env.getOrDefault("CNI_NETNS", "");
        }
    }

    private final NodeNetwork node = new NodeNetwork(new NetworkDisk());
    private final List<Call> made = new ArrayList<>();

    private PluginChain chain() {
        Map<String, CniPlugin> all = new LinkedHashMap<>();
        all.put(LoopbackPlugin.TYPE, logged(LoopbackPlugin.TYPE, new LoopbackPlugin()));
        all.put(HostLocalPlugin.TYPE, logged(HostLocalPlugin.TYPE, new HostLocalPlugin()));
        all.put(BridgePlugin.TYPE, logged(BridgePlugin.TYPE, new BridgePlugin(all)));
        all.put(PortmapPlugin.TYPE, logged(PortmapPlugin.TYPE, new PortmapPlugin()));
        return new PluginChain(all, node);
    }

    private CniPlugin logged(String type, CniPlugin plugin) {
        return (request, on) -> {
            int place = made.size();
            CniResult result = plugin.execute(request, on);
            Map<String, Object> env = new LinkedHashMap<>(request.environment());
            Object out = result instanceof CniResult.Success success ? success.tree() : "";
            made.add(place, new Call(0, type, env, request.stdin(), out));
            return result;
        };
    }

    private static List<Call> recorded(String file) throws IOException {
        try (InputStream in = RecordedCallsGoldenTest.class.getResourceAsStream(file)) {
            List<Call> calls = new ArrayList<>();
            new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> map(GoJsonReader.parse(line)))
                    .forEach(line -> calls.add(new Call(
                            ((Number) line.get("t")).doubleValue(),
                            String.valueOf(line.get("plugin")),
                            map(line.get("env")),
                            line.get("stdin"),
                            line.get("stdout"))));
            return calls;
        }
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }

    /** The operations of the runtime, by the time of what the address was taken or given back with. */
    private static List<List<Call>> operations(List<Call> calls) {
        List<List<Call>> operations = new ArrayList<>();
        Map<String, List<Call>> open = new LinkedHashMap<>();
        for (Call call :
                calls.stream().sorted(Comparator.comparingDouble(Call::at)).toList()) {
            // The calls of stops that follow each other look the same.
            int turn = 0;
            while (open.getOrDefault(call.operation() + turn, List.of()).stream()
                    .anyMatch(one -> one.plugin().equals(call.plugin()))) {
                turn++;
            }
            List<Call> operation = open.computeIfAbsent(call.operation() + turn, missing -> {
                List<Call> made = new ArrayList<>();
                operations.add(made);
                return made;
            });
            operation.add(call);
        }
        operations.forEach(one -> one.sort(Comparator.comparingInt(call -> ORDER.indexOf(call.plugin()))));
        operations.sort(Comparator.comparingDouble(one -> one.stream()
                .filter(call -> call.plugin().equals(HostLocalPlugin.TYPE))
                .findFirst()
                .orElse(one.get(0))
                .at()));
        return operations;
    }

    private static NetworkList network(List<Call> operation) {
        Map<String, Object> portmap = new LinkedHashMap<>(map(operation.get(3).stdin()));
        portmap.remove("prevResult");
        portmap.remove("runtimeConfig");
        PluginConfig bridge = new PluginConfig(map(operation.get(1).stdin()));
        return new NetworkList("podnet", "0.4.0", List.of(bridge, new PluginConfig(portmap)));
    }

    private static Map<String, Object> capabilities(List<Call> operation) {
        Object config = map(operation.get(operation.size() - 1).stdin()).get("runtimeConfig");
        return config == null ? Collections.emptyMap() : map(config);
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain-pods.jsonl", "host-ports.jsonl"})
    void the_plug_ins_are_called_and_answer_as_on_the_recorded_node(String file) throws IOException {
        List<List<Call>> operations = operations(recorded(file));
        NetworkList network = network(operations.get(0));
        long first = Ipv4.parse(address(operations.get(0).get(2))).orElseThrow();
        node.disk().addresses().reserve(0, first - 1, new HostLocalStore.Owner("before", "eth0"));
        PluginChain chain = chain();
        Set<String> seen = new TreeSet<>();
        int compared = 0;
        for (List<Call> operation : operations) {
            Call one = operation.get(0);
            Container container = new Container(
                    one.container(),
                    String.valueOf(one.env().getOrDefault("CNI_NETNS", "")),
                    String.valueOf(one.env().get("CNI_ARGS")),
                    capabilities(operation));
            // Of two stops that overlapped, both still knew the result.
            boolean overlapped =
                    !seen.add(one.operation()) && !container.netns().isEmpty();
            made.clear();
            if (one.command().equals("ADD")) {
                chain.add(network, container);
            } else if (container.netns().isEmpty()) {
                chain.deleteLate(network, container);
            } else {
                chain.delete(network, container);
            }
            assertThat(made)
                    .extracting(Call::plugin)
                    .containsExactlyElementsOf(one.command().equals("ADD") ? ORDER : BACKWARDS);
            for (Call real : operation) {
                compare(
                        made.stream()
                                .filter(call -> call.plugin().equals(real.plugin()))
                                .findFirst()
                                .orElseThrow(),
                        real,
                        overlapped);
                compared++;
            }
        }
        assertThat(compared).isEqualTo(file.equals("plain-pods.jsonl") ? 57 : 4);
    }

    private static String address(Call call) {
        Object first = ((List<?>) map(call.stdout()).get("ips")).get(0);
        String text = String.valueOf(map(first).get("address"));
        return text.substring(0, text.indexOf('/'));
    }

    private static void compare(Call model, Call real, boolean overlapped) {
        String what = real.plugin() + " " + real.command() + " at " + real.at();
        assertThat(model.plugin()).as(what).isEqualTo(real.plugin());
        assertThat(environment(model)).as(what).isEqualTo(environment(real));
        Map<String, Object> input = new LinkedHashMap<>(map(real.stdin()));
        if (overlapped) {
            input.remove("prevResult");
        }
        assertThat(masked(model.stdin())).as(what).isEqualTo(masked(input));
        assertThat(masked(model.stdout())).as(what).isEqualTo(masked(real.stdout()));
    }

    /** The folder is the recording's own, and the arguments come in an order of Go's maps. */
    private static Map<String, Object> environment(Call call) {
        Map<String, Object> variables = new TreeMap<>(call.env());
        variables.remove("CNI_PATH");
        variables.values().removeIf(value -> value.equals(""));
        variables.computeIfPresent(
                "CNI_ARGS",
                (name, value) -> List.of(String.valueOf(value).split(";")).stream()
                        .sorted()
                        .toList());
        return variables;
    }

    private static Object masked(Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> tree = new TreeMap<>();
            map.forEach((key, each) -> tree.put(
                    String.valueOf(key),
                    key.equals("mac") && !"00:00:00:00:00:00".equals(each) ? "a hardware address" : masked(each)));
            return tree;
        }
        if (value instanceof List<?> list) {
            return list.stream().map(RecordedCallsGoldenTest::masked).toList();
        }
        if (value instanceof String text && text.matches("veth[0-9a-f]{8}")) {
            return "a device";
        }
        return value instanceof Number number ? (Object) number.longValue() : value;
    }
}
