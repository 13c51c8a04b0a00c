package dev.wavetank.model.scheduler.preemption;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodStatusBuilder;
import dev.wavetank.model.api.policy.PodDisruptionBudget;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.gotext.GoJsonReader;
import dev.wavetank.model.scheduler.cache.CacheSnapshot;
import dev.wavetank.model.scheduler.cache.SchedulerCache;
import dev.wavetank.model.scheduler.framework.CycleState;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.Plugin;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.Profile;
import dev.wavetank.model.scheduler.framework.Refusal;
import dev.wavetank.model.scheduler.plugin.PlainCluster;
import dev.wavetank.model.scheduler.plugin.PrioritySort;
import dev.wavetank.model.scheduler.plugin.affinity.InterPodAffinity;
import dev.wavetank.model.scheduler.plugin.nodes.NodeAffinity;
import dev.wavetank.model.scheduler.plugin.nodes.NodePorts;
import dev.wavetank.model.scheduler.plugin.nodes.NodeUnschedulable;
import dev.wavetank.model.scheduler.plugin.nodes.TaintToleration;
import dev.wavetank.model.scheduler.plugin.resources.NodeResourcesFit;
import dev.wavetank.model.scheduler.plugin.spread.PodTopologySpread;
import dev.wavetank.model.scheduler.queue.Nominator;
import dev.wavetank.model.scheduler.runtime.FrameworkRunner;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.component.Components;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.trace.Trace;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Candidates, victims and choices of a real scheduler (v1.20.2), case by case. */
class PreemptionGoldenTest {

    private static final Instant NOW = Instant.parse("2026-11-22T13:00:00Z");

    private static List<Map<String, Object>> cases() throws Exception {
        List<Map<String, Object>> result = new ArrayList<>();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(PreemptionGoldenTest.class.getResourceAsStream(
                        "/dev/wavetank/model/scheduler/preemption-cases.jsonl")),
                StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                result.add(map(GoJsonReader.parse(line)));
            }
        }
        return result;
    }

    @SuppressWarnings("unchecked") // the recording is what its report says
    private static Map<String, Object> map(Object tree) {
        return (Map<String, Object>) tree;
    }

    @SuppressWarnings("unchecked") // the recording is what its report says
    private static List<Map<String, Object>> list(Object tree) {
        return (List<Map<String, Object>>) tree;
    }

    private static KubernetesObject object(Map<String, Object> tree) {
        Map<String, Object> known = new LinkedHashMap<>(tree);
        known.keySet().removeIf(key -> key.startsWith("_"));
        return new ObjectCodec().decode(known);
    }

    private static Pod pod(Map<String, Object> tree) {
        Pod pod = (Pod) object(tree);
        String className = pod.spec().priorityClassName();
        int priority = className == null
                ? 0
                : className.equals("neg")
                        ? -10
                        : className.equals("never") ? 1000 : Integer.parseInt(className.substring(1));
        String start = (String) tree.get("_startTime");
        Pod.Status status = PodStatusBuilder.builder()
                .phase("Running")
                .startTime(start == null ? null : Instant.parse(start))
                .build();
        return pod.withMetadata(pod.metadata().withUid(pod.key().toString()))
                .withSpec(pod.spec().withPriority(priority))
                .withStatus(status);
    }

    private static PodDisruptionBudget budget(Map<String, Object> tree) {
        Map<String, Object> whole = new LinkedHashMap<>();
        whole.put("apiVersion", PodDisruptionBudget.API_VERSION);
        whole.put("kind", PodDisruptionBudget.KIND);
        whole.put("metadata", tree.get("metadata"));
        whole.put("spec", tree.get("spec"));
        Map<String, Object> status = new LinkedHashMap<>();
        status.put("disruptionsAllowed", tree.get("_disruptionsAllowed"));
        whole.put("status", status);
        return (PodDisruptionBudget) object(whole);
    }

    /** One case, decided with one offset. */
    private static final class Decision {
        private final Map<String, String> candidates = new TreeMap<>();
        private String chosen;
    }

    private static Decision decide(Map<String, Object> recorded, int offset) {
        Context[] made = new Context[1];
        Components components = new Components(new Simulation(1, OrderPolicy.FIFO, new Trace()));
        components.add("kube-scheduler", context -> {
            made[0] = context;
            return () -> {};
        });
        components.startAll();
        SchedulerCache cache = new SchedulerCache(made[0], KubernetesVersion.V1_20);
        list(recorded.get("nodes")).forEach(node -> cache.put((Node) object(node)));
        list(recorded.get("existing")).forEach(each -> cache.put(pod(each)));
        CacheSnapshot snapshot = new CacheSnapshot();
        cache.update(snapshot);
        List<PodDisruptionBudget> budgets = new ArrayList<>();
        list(recorded.get("pdbs")).forEach(each -> budgets.add(budget(each)));
        PlainCluster lister = new PlainCluster(KubernetesVersion.V1_20);
        List<Plugin> plugins = List.of(
                new PrioritySort(),
                new NodeUnschedulable(KubernetesVersion.V1_20),
                new TaintToleration(KubernetesVersion.V1_20),
                new NodeAffinity(new TreeMap<>(), KubernetesVersion.V1_20),
                new NodePorts(KubernetesVersion.V1_20),
                new NodeResourcesFit(new TreeMap<>(), KubernetesVersion.V1_20),
                new PodTopologySpread(new TreeMap<>(), lister),
                new InterPodAffinity(new TreeMap<>(), lister));
        FrameworkRunner runner = new FrameworkRunner(
                Profile.of("default-scheduler", plugins, new TreeMap<>()), new Nominator(), KubernetesVersion.V1_20);
        PodInfo preemptor = PodInfo.of(pod(map(recorded.get("preemptor"))), KubernetesVersion.V1_20);
        CycleState state = new CycleState();
        assertThat(runner.preFilter(state, preemptor, snapshot).refusal()).isNull();
        Decision decision = new Decision();
        if ("never".equals(preemptor.pod().spec().priorityClassName())) {
            return decision;
        }
        List<NodeInfo> nodes = new ArrayList<>();
        for (NodeInfo node : snapshot.nodes()) {
            Refusal refusal = runner.run(state, preemptor, node);
            if (refusal != null && VictimSearch.mayHelp(refusal)) {
                nodes.add(node);
            }
        }
        if (nodes.isEmpty()) {
            return decision;
        }
        VictimSearch search = new VictimSearch(runner, new Budgets(budgets), NOW);
        List<Candidate> candidates =
                search.candidates(state, preemptor, nodes, offset % nodes.size(), 100, new LinkedHashMap<>());
        candidates.forEach(candidate -> decision.candidates.put(candidate.node().name(), text(candidate)));
        decision.chosen =
                candidates.isEmpty() ? null : search.best(candidates).node().name();
        return decision;
    }

    private static String text(Candidate candidate) {
        TreeSet<String> victims = new TreeSet<>();
        candidate.victims().forEach(victim -> victims.add(victim.pod().key().toString()));
        return candidate.violations() + " " + victims;
    }

    private static Map<String, String> recordedCandidates(Map<String, Object> recorded) {
        Map<String, String> result = new TreeMap<>();
        List<Map<String, Object>> all = list(recorded.get("candidates"));
        if (!all.isEmpty()) {
            for (Map<String, Object> candidate : list(all.get(0).get("candidates"))) {
                TreeSet<String> victims = new TreeSet<>();
                list(candidate.get("victims")).forEach(victim -> victims.add((String) victim.get("pod")));
                result.put((String) candidate.get("node"), candidate.get("pdbViolations") + " " + victims);
            }
        }
        return result;
    }

    @Test
    void candidates_victims_and_choices_are_those_of_the_recording() throws Exception {
        int equal = 0;
        int all = 0;
        List<String> different = new ArrayList<>();
        for (Map<String, Object> recorded : cases()) {
            int number = ((Number) recorded.get("case")).intValue();
            all++;
            Map<String, String> expected = recordedCandidates(recorded);
            List<Map<String, Object>> chosen = list(recorded.get("chosen"));
            TreeSet<String> choices = new TreeSet<>();
            boolean sameCandidates = true;
            for (int offset = 0; offset < 12; offset++) {
                Decision decision = decide(recorded, offset);
                sameCandidates &= decision.candidates.equals(expected);
                choices.add(String.valueOf(decision.chosen));
            }
            String choice = chosen.isEmpty() ? "null" : (String) chosen.get(0).get("node");
            if (sameCandidates && choices.contains(choice)) {
                equal++;
            } else {
                different.add(number + " " + recorded.get("title") + ": " + decide(recorded, 0).candidates + " "
                        + choices + " instead of " + expected + " " + choice);
            }
        }
        System.out.println("preemption: " + equal + " of " + all + " cases");
        assertThat(different).isEmpty();
        assertThat(all).isEqualTo(33);
    }
}
