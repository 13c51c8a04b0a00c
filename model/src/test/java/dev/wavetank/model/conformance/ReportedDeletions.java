package dev.wavetank.model.conformance;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.core.Namespace;
import dev.wavetank.model.api.core.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Deletions of the report: what a foreign finalizer holds, a namespace, and pods that are on their way out. */
final class ReportedDeletions {

    private static final String COLLECTOR = "generic-garbage-collector";
    private static final String NAMESPACES = "namespace-controller";
    private static final ObjectKey SHOP = new ObjectKey("", "shop");
    private static final String HELD = """
            {apiVersion: apps/v1, kind: Deployment, metadata: {name: web, finalizers: [%s]}, spec: {replicas: 2,
             selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}},
             spec: {containers: [{name: nginx, image: nginx}]}}}}
            """;

    private ReportedDeletions() {}

    static List<Row> rows() {
        return List.of(finalizer(), namespace(), terminating());
    }

    private static Row finalizer() {
        KubectlRun run = new KubectlRun()
                .apply(5, HELD.formatted("example.com/held"))
                .kubectl(10, "delete deployment web --cascade=background")
                .apply(20, HELD.formatted(""))
                .play(40);
        Deployment waiting = run.at(19, Deployment.class, new ObjectKey("default", "web"));
        List<RecordedRequest> collected = run.sent(COLLECTOR, request -> request.at() > 10);
        return new Reported("04d foreign finalizer")
                .sent("nothing collected while it is held", collected.stream().allMatch(one -> one.at() > 20))
                .sent(
                        "then the ReplicaSet and its pods",
                        List.of("delete replicasets 200", "delete pods 200", "delete pods 200"),
                        collected.stream().map(RecordedRequest::line).toList())
                .text("it waits with a deletion timestamp", waiting.metadata().isDeleting())
                .text("and no grace", Objects.equals(waiting.metadata().deletionGracePeriodSeconds(), 0L))
                .row();
    }

    private static Row namespace() {
        String manifest = "{apiVersion: v1, kind: Namespace, metadata: {name: shop}}\n---\n"
                + KubectlRun.deployment(3, "", "nginx").replace("name: web}", "name: web, namespace: shop}");
        KubectlRun run = new KubectlRun()
                .apply(5, manifest)
                .kubectl(20, "delete namespace shop")
                .kubectl(22, "create deployment late --image=nginx --namespace=shop")
                .play(60);
        List<Namespace> states = run.states(Namespace.class, SHOP);
        Namespace marked = run.at(20.5, Namespace.class, SHOP);
        List<RecordedRequest> sent = run.sent(NAMESPACES, request -> true);
        long statuses = sent.stream()
                .filter(request -> request.line().equals("update namespaces/status 200"))
                .count();
        List<String> collections = sent.stream()
                .filter(request -> request.verb().equals("deletecollection"))
                .filter(request -> request.at() < 26)
                .map(RecordedRequest::resource)
                .toList();
        List<String> end = new ArrayList<>(sent.subList(sent.size() - 3, sent.size()).stream()
                .map(RecordedRequest::line)
                .toList());
        return new Reported("04d namespace")
                .text("Terminating at once", marked.status().phase().equals("Terminating"))
                .text("with a deletion timestamp", marked.metadata().isDeleting())
                .sent(
                        "creation is refused",
                        run.sent("kubectl-create", "create deployments 403").size() == 1)
                .sent(
                        "each collection once, in each of its groups",
                        isOncePerGroup(collections)
                                && collections.containsAll(List.of("pods", "deployments", "replicasets")))
                .sent("the status is written until the pods are gone", statuses >= 2)
                .sent(
                        "at last it is released, by the version before the status",
                        List.of(
                                "update namespaces/status 200",
                                "update namespaces/finalize 409",
                                "update namespaces/finalize 200"),
                        end)
                .text("what remains is told", hasMessage(states, "Some resources are remaining: "))
                .text("pods among it", hasMessage(states, "pods. has 3 resource instances"))
                .text("then nothing remains", hasMessage(states, "All content successfully removed"))
                .time("content deleted", 5, 5.2, 24.13 - 19.10, sent.get(0).at() - deleted(run))
                .row();
    }

    /** Events and Ingresses had two groups. */
    private static boolean isOncePerGroup(List<String> collections) {
        List<String> expected = new ArrayList<>(collections.stream().distinct().toList());
        expected.addAll(List.of("events", "ingresses"));
        return collections.stream()
                .sorted()
                .toList()
                .equals(expected.stream().sorted().toList());
    }

    private static double deleted(KubectlRun run) {
        return run.sent("kubectl-delete", "delete namespaces 200").get(0).at();
    }

    private static boolean hasMessage(List<Namespace> states, String part) {
        return states.stream()
                .flatMap(state -> state.status().conditions().stream())
                .anyMatch(condition -> condition.message().contains(part));
    }

    /** A pod that is deleted is replaced at once, and a second deletion changes nothing. */
    private static Row terminating() {
        KubectlRun run =
                new KubectlRun().apply(5, KubectlRun.deployment(2, "", "nginx")).play(8);
        String victim = run.pods().keySet().iterator().next();
        KubectlRun again = new KubectlRun()
                .apply(5, KubectlRun.deployment(2, "", "nginx"))
                .kubectl(10, "delete pod " + victim)
                .kubectl(10.5, "delete pod " + victim)
                .play(30);
        List<RecordedRequest> deletions = again.sent("kubectl-delete", "delete pods 200");
        List<RecordedRequest> replaced = again.sent(
                "replicaset-controller", request -> request.line().equals("create pods 201") && request.at() > 10);
        List<Pod> states = again.states(Pod.class, new ObjectKey("default", victim)).stream()
                .filter(state -> state.metadata().isDeleting())
                .toList();
        return new Reported("terminating pods")
                .sent("both deletions succeed", deletions.size() == 2)
                .sent("one replacement", replaced.size() == 1)
                .text(
                        "30 s of grace whatever comes",
                        states.stream()
                                        .limit(2)
                                        .allMatch(state ->
                                                Objects.equals(state.metadata().deletionGracePeriodSeconds(), 30L))
                                && states.stream()
                                                .map(state -> state.metadata().deletionTimestamp())
                                                .limit(2)
                                                .distinct()
                                                .count()
                                        == 1)
                .time(
                        "replaced",
                        0,
                        0.1,
                        0.012,
                        replaced.get(0).at() - deletions.get(0).at())
                .row();
    }
}
