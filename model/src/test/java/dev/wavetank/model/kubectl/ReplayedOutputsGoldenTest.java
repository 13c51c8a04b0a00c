package dev.wavetank.model.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.cluster.Cluster;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.cluster.CommandResult;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.http.RequestUri;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Types what a user typed into kubectl 1.20.2 while a real v1.20 control plane with ten hollow nodes was recorded, at the
 * same times, and compares what was printed. Names, times, addresses and the widths of columns are left aside.
 */
class ReplayedOutputsGoldenTest {

    private static final Path RECORDED = Path.of("src/test/resources/dev/wavetank/model/kubectl");

    private static final ObjectCodec CODEC = new ObjectCodec();

    /** One in which no pod is ready before the first command asks for pods, as in the recording. */
    private static final long SEED = 2;

    /** Virtual time at which the Deployment was created. */
    private static final long BEGIN = 29 * VirtualTime.SECOND;

    /** One recorded command with what it printed. */
    private record Recorded(String command, String output) {}

    @Test
    void commands_send_the_requests_that_they_sent() throws IOException {
        List<String> recorded =
                Files.readAllLines(RECORDED.resolve("kubectl-wire.txt"), StandardCharsets.UTF_8).stream()
                        .map(line -> line.replaceFirst("\\?\\S+", "")
                                .replaceAll("(nginx|ap)-[0-9a-f]{8,10}-[a-z0-9]{5}", "POD"))
                        .map(String::strip)
                        .toList();
        List<String> sent = new ArrayList<>();
        Cluster cluster = cluster(timeline(recorded()));
        cluster.simulation().trace().addSink(entry -> {
            if (entry.record() instanceof RequestTrace request
                    && request.call().userAgent().startsWith("kubectl")
                    && request.call().request().verb().isMutating()
                    && request.call().request().namespace().equals("demo")) {
                sent.add(line(request));
            }
        });
        cluster.run(RunLimits.until(5 * VirtualTime.MINUTE));

        if (Boolean.getBoolean("guard.update")) {
            Files.writeString(Path.of("target/replayed-wire.txt"), String.join("\n", sent) + "\n");
        }
        List<String> missing = new ArrayList<>(recorded);
        missing.removeAll(sent);
        assertThat(Files.readString(Path.of("../ARCHITECTURE.md"), StandardCharsets.UTF_8))
                .contains("| kubectl wire | " + (recorded.size() - missing.size()) + " of " + recorded.size() + " |");
    }

    /** Verb, path and code of a request, with the body of a patch and what a deletion is to do with dependents. */
    private static String line(RequestTrace request) {
        ApiRequest asked = request.call().request();
        String line = asked.verb().toString().toLowerCase(Locale.ROOT) + " " + RequestUri.of(asked) + " "
                + request.response().code();
        String body = "";
        if (asked instanceof ApiRequest.Patch patch && patch.change() instanceof ApiRequest.Change.Document document) {
            body = CODEC.sortedValue(document.patch());
        } else if (asked instanceof ApiRequest.Patch patch
                && patch.change() instanceof ApiRequest.Change.Replicas wanted) {
            body = "{\"spec\":{\"replicas\":" + wanted.replicas() + "}}";
        } else if (asked instanceof ApiRequest.Delete delete) {
            body = "{\"apiVersion\":\"" + asked.resource().apiVersion()
                    + "\",\"kind\":\"DeleteOptions\",\"propagationPolicy\":\""
                    + delete.options().propagationPolicy() + "\"}";
        }
        return (line + " " + body).strip().replaceAll("(nginx|ap)-[0-9a-f]{8,10}-[a-z0-9]{5}", "POD");
    }

    @Test
    void commands_print_what_they_printed() throws IOException {
        List<Recorded> recorded = recorded();
        List<String> printed = replay(recorded);

        List<String> verdicts = new ArrayList<>();
        for (int i = 0; i < recorded.size(); i++) {
            String expected = normalized(recorded.get(i).output());
            boolean equal = normalized(printed.get(i)).equals(expected);
            verdicts.add((equal ? "equal   " : "differs ") + recorded.get(i).command());
        }

        if (Boolean.getBoolean("guard.update")) {
            Files.writeString(RECORDED.resolve("replayed.txt"), String.join("\n", verdicts) + "\n");
            StringBuilder all = new StringBuilder();
            for (int i = 0; i < recorded.size(); i++) {
                if (verdicts.get(i).startsWith("differs")) {
                    all.append("### ").append(recorded.get(i).command()).append('\n');
                    all.append(normalized(recorded.get(i).output())).append("\n--- model\n");
                    all.append(normalized(printed.get(i))).append("\n\n");
                }
            }
            Files.writeString(Path.of("target/replayed-differences.md"), all.toString());
        }
        assertThat(verdicts)
                .containsExactlyElementsOf(
                        Files.readAllLines(RECORDED.resolve("replayed.txt"), StandardCharsets.UTF_8));
        long equal = verdicts.stream().filter(line -> line.startsWith("equal")).count();
        assertThat(Files.readString(Path.of("../ARCHITECTURE.md"), StandardCharsets.UTF_8))
                .contains("| kubectl outputs | " + equal + " of " + verdicts.size() + " |");
    }

    /** The outputs of the commands, run where each stands in the recording. */
    private static List<String> replay(List<Recorded> recorded) {
        return run(timeline(recorded)).stream()
                .skip(3)
                .filter(output -> !output.equals("deployment.apps/nginx image updated\n"))
                .toList();
    }

    /** The timeline of the recording. */
    private static String timeline(List<Recorded> recorded) {
        long at = BEGIN;
        String start = "timeline:\n- {at: 1s, kubectl: create namespace demo}\n"
                + step(2 * VirtualTime.SECOND, "get namespaces")
                + step(at, "-n demo create deployment nginx --image=nginx --replicas=3");
        String pod = run(start + step(at + 5 * VirtualTime.SECOND, "-n demo get pods -o name"))
                .get(3)
                .lines()
                .findFirst()
                .orElseThrow()
                .substring("pod/".length());
        StringBuilder timeline = new StringBuilder(start);
        Map<String, Long> jumps = new LinkedHashMap<>();
        jumps.put("set image", 7_160L);
        jumps.put("rollout undo", 11_770L);
        jumps.put("scale deployment", 15_810L);
        jumps.put("apply -f", 19_000L);
        jumps.put("delete deployment nginx", 28_740L);
        boolean first = true;
        int applied = 0;
        for (Recorded one : recorded) {
            at += 20 * VirtualTime.MILLISECOND;
            for (Map.Entry<String, Long> jump : jumps.entrySet()) {
                if (one.command().contains(jump.getKey())) {
                    at = Math.max(at, BEGIN + jump.getValue() * VirtualTime.MILLISECOND);
                }
            }
            if (first) {
                at = BEGIN + 90 * VirtualTime.MILLISECOND;
            } else if (at < BEGIN + 5 * VirtualTime.SECOND) {
                at = BEGIN + 5 * VirtualTime.SECOND;
            }
            first = false;
            if (one.command().contains("set image")) {
                timeline.append(step(at, "-n demo set image deployment/nginx nginx=nginx:bad"));
                timeline.append(step(at + 80 * VirtualTime.MILLISECOND, "-n demo rollout status deployment/nginx"));
                at = BEGIN + 11_000 * VirtualTime.MILLISECOND;
            } else {
                String manifest = one.command().contains("apply") && applied++ > 0 ? "two.yaml" : "one.yaml";
                timeline.append(step(
                        at,
                        one.command()
                                .replace("apply -f -", "apply -f " + manifest)
                                .replaceAll("nginx-6799fc88d8-[a-z0-9]{5}", pod)
                                .replace("hollow-0", "node-1")
                                // The second by its name in both.
                                .replace("hollow-1", "node-10")
                                .replace("hollow-2", "node-3")));
            }
        }
        return timeline.toString();
    }

    /** What commands print, in the order in which they are given. */
    private static List<String> run(String timeline) {
        Cluster cluster = cluster(timeline);
        cluster.run(RunLimits.until(5 * VirtualTime.MINUTE));
        return cluster.commandResults().stream()
                .sorted(Comparator.comparingLong(CommandResult::at))
                .map(result -> result.stdout() + result.stderr())
                .toList();
    }

    private static Cluster cluster(String timeline) {
        String files = """
                cluster: {profile: v1.20, nodes: 10, settings: {kube-apiserver.component-managed-fields: "true"}}
                files:
                  one.yaml: |
                    {apiVersion: apps/v1, kind: Deployment, metadata: {name: ap, labels: {app: ap}}, spec: {replicas: 1,
                      selector: {matchLabels: {app: ap}}, template: {metadata: {labels: {app: ap}}, spec: {containers:
                      [{name: nginx, image: nginx}]}}}}
                  two.yaml: |
                    {apiVersion: apps/v1, kind: Deployment, metadata: {name: ap, labels: {app: ap}}, spec: {replicas: 2,
                      selector: {matchLabels: {app: ap}}, template: {metadata: {labels: {app: ap}}, spec: {containers:
                      [{name: nginx, image: nginx}]}}}}
                """;
        return Cluster.of(ScenarioCodec.read("typed", timeline + files), SEED, ClusterParts.DEFAULT);
    }

    private static String step(long at, String command) {
        return "- {at: " + at + "ns, kubectl: \"" + command.replace("\"", "\\\"") + "\"}\n";
    }

    private static List<Recorded> recorded() throws IOException {
        String all = Files.readString(RECORDED.resolve("kubectl-outputs.md"), StandardCharsets.UTF_8);
        List<Recorded> recorded = new ArrayList<>();
        Matcher parts = Pattern.compile("(?ms)^### \\[1\\.20\\.2\\] \\$ kubectl (.*?)\\n(.*?)(?=^### |\\z)")
                .matcher(all);
        while (parts.find()) {
            recorded.add(new Recorded(parts.group(1), parts.group(2)));
        }
        return recorded;
    }

    /** The text without what differs between any two clusters. */
    private static String normalized(String text) {
        return text.lines()
                .map(line -> line.replaceAll("hollow-[0-9]+|node-[0-9]+", "NODE")
                        // The program of a hollow node has another name.
                        .replaceAll("manager: kubemark", "manager: kubelet")
                        .replaceAll("STDERR: ", "")
                        .replaceAll("(fakeRuntime|containerd)://\\S+", "CONTAINER")
                        .replaceAll("v1\\.20\\.[0-9]+", "v1.20")
                        .replaceAll("default-token-[a-z0-9]{5}", "TOKEN")
                        .replaceAll("\\S+_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "HOLDER")
                        .replaceAll("(.*evict.*)(nginx|ap)-[0-9a-f]{8,10}-[a-z0-9]{5}(.*)", "$1POD$3")
                        .replaceAll("(nginx|ap)-[0-9a-f]{8,10}-[a-z0-9]{5}(.*evict.*)", "POD$2")
                        .replaceAll("(nginx|ap)-[0-9a-f]{8,10}-[a-z0-9]{5}", "$1-HASH-POD")
                        .replaceAll("(nginx-|ap-|pod-template-hash[=:] ?)[0-9a-f]{8,10}", "$1HASH")
                        .replaceAll("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "UID")
                        .replaceAll("[0-9]{1,3}(\\.[0-9]{1,3}){3}", "IP")
                        .replaceAll("\"?20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z\"?", "TIME")
                        .replaceAll("[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} 20[0-9]{2} [0-9:]+ [+0-9]+", "TIME")
                        .replaceAll("resourceVersion: \"[0-9]+\"", "resourceVersion: N")
                        .replaceAll("(?<![\\w.-])([0-9]+[smhd])+(?![\\w.])|<invalid>|<unknown>", "AGE")
                        .strip()
                        .replaceAll("\\s+", " "))
                .filter(line -> !line.isEmpty())
                .collect(Collectors.joining("\n"));
    }
}
