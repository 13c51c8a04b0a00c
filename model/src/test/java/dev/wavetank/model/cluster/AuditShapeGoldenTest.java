package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.apiserver.ApiServerParts;
import dev.wavetank.model.apiserver.audit.AuditPolicy;
import dev.wavetank.model.gotext.GoJsonReader;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Command;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.FaultPlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * The audit log has the shape of that of a recorded Kubernetes 1.20.2 control plane: the same fields in the same order,
 * with values of the same form. Of the bodies only kind and version were kept; what is in them is compared elsewhere.
 */
class AuditShapeGoldenTest {

    private static final String FILE = "/dev/wavetank/model/apiserver/audit/events.jsonl";
    private static final String TIME = "2026-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}Z";
    private static final String UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

    private static List<Map<?, ?>> recorded() {
        List<Map<?, ?>> events = new ArrayList<>();
        try (var stream = Objects.requireNonNull(AuditShapeGoldenTest.class.getResourceAsStream(FILE))) {
            new String(stream.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .forEach(line -> events.add((Map<?, ?>) GoJsonReader.parse(line)));
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
        return events;
    }

    private static List<Map<?, ?>> simulated(String... settings) {
        Map<String, String> flags = new LinkedHashMap<>();
        flags.put("kube-apiserver.authorization-mode", "Node,RBAC");
        List<Command> timeline = new ArrayList<>();
        String[] commands = {
            "create deployment web --image=nginx --replicas=4",
            "scale deployment web --replicas=2",
            "create deployment web --image=nginx",
            "delete deployment web",
        };
        for (int i = 0; i < commands.length; i++) {
            timeline.add(new Command((5 + 10 * i) * VirtualTime.SECOND, List.of(commands[i].split(" "))));
        }
        ClusterSpec standard = ClusterSpec.DEFAULT;
        Scenario scenario = new Scenario(
                "audited",
                new ClusterSpec(3, standard.nodeCapacity(), KubernetesVersion.V1_20, flags),
                timeline,
                new LinkedHashMap<>(),
                FaultPlan.NONE,
                VirtualTime.HOUR);
        List<Map<?, ?>> events = new ArrayList<>();
        ApiServerParts parts = ApiServerParts.NONE.withAudit(AuditPolicy.EVERYTHING, events::add);
        Cluster.of(scenario, 1, ClusterParts.DEFAULT.withApiServer(parts)).run(RunLimits.until(VirtualTime.MINUTE));
        return events;
    }

    /** Verb, resource and code: what the shape depends on. */
    private static String what(Map<?, ?> event) {
        Map<?, ?> reference = (Map<?, ?>) event.get("objectRef");
        Map<?, ?> status = (Map<?, ?>) event.get("responseStatus");
        if (reference == null) {
            return event.get("verb") + " " + event.get("requestURI") + " " + status.get("code");
        }
        return event.get("verb") + " " + reference.get("resource") + "/" + reference.get("subresource") + " "
                + status.get("code");
    }

    private static String shape(Object value) {
        if (value instanceof Map<?, ?> map) {
            StringBuilder shape = new StringBuilder("{");
            map.forEach((key, each) -> shape.append(key)
                    .append(key.equals("requestObject") || key.equals("responseObject") ? body(each) : shape(each))
                    .append(' '));
            return shape.append('}').toString();
        }
        if (value instanceof List<?>) {
            return "[]";
        }
        if (value instanceof Number) {
            return "0";
        }
        String text = String.valueOf(value);
        return text.matches(TIME)
                ? "(time)"
                : text.matches(UUID) ? "(uuid)" : text.matches("\\d+") ? "(number)" : "text";
    }

    private static String body(Object body) {
        Map<?, ?> map = (Map<?, ?>) body;
        return "(" + map.get("kind") + ")";
    }

    @Test
    void events_have_the_recorded_shape() {
        Map<String, TreeSet<String>> shapes = new TreeMap<>();
        for (Map<?, ?> event : simulated()) {
            shapes.computeIfAbsent(what(event), missing -> new TreeSet<>()).add(shape(event));
        }
        int compared = 0;
        List<String> different = new ArrayList<>();
        for (Map<?, ?> event : recorded()) {
            if (shapes.containsKey(what(event)) && event.get("level").equals("RequestResponse")) {
                compared++;
                if (!shapes.get(what(event)).contains(shape(event))) {
                    different.add(
                            what(event) + "\n  recorded  " + shape(event) + "\n  simulated " + shapes.get(what(event)));
                }
            }
        }
        assertThat(different).isEmpty();
        assertThat(compared).isGreaterThanOrEqualTo(12);
    }
}
