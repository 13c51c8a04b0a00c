package dev.wavetank.model.conformance;

import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.apps.Deployment;
import java.util.List;

/** Roll-outs of the report: paused and resumed, and with {@code minReadySeconds} and no surge. */
final class ReportedRollouts {

    private static final ObjectKey WEB = new ObjectKey("default", "web");

    private ReportedRollouts() {}

    static List<Row> rows() {
        return List.of(paused(), minReadySeconds());
    }

    /** 6 replicas, so a surge of 2 and 1 unavailable; paused, changed, scaled up and back, resumed. */
    private static Row paused() {
        Observed run = new Story()
                .create(0, 6, "")
                .patch(5, "{\"spec\":{\"paused\":true}}")
                .image(7, "nginx:2.0")
                .scale(9, 8)
                .scale(11, 6)
                .patch(15, "{\"spec\":{\"paused\":null}}")
                .play(40);
        List<String> sizes = run.sizes();
        List<String> conditions = run.requests().stream()
                .filter(sent -> sent.resource().equals("deployments/status") && sent.code() == 200)
                .flatMap(sent -> sent.conditions().stream())
                .distinct()
                .map(run::normalised)
                .toList();
        KubectlRun same = new KubectlRun()
                .apply(5, KubectlRun.deployment(6, "", "nginx:1.0"))
                .apply(10, KubectlRun.deployment(6, "paused: true,", "nginx:1.0"))
                .apply(12, KubectlRun.deployment(6, "paused: true,", "nginx:2.0"))
                .play(20);
        return new Reported("03b paused")
                .sent(
                        "sizes",
                        List.of("SET1=6", "SET1=8", "SET1=6", "SET2=2", "SET1=5", "SET2=3", "SET1=4", "SET2=4"),
                        sizes.subList(0, Math.min(8, sizes.size())))
                .sent("no ReplicaSet while paused", run.first("SET2=2").millis() >= 15_000)
                .text(
                        "condition when paused",
                        conditions.contains("Progressing Unknown DeploymentPaused Deployment is paused"))
                .text(
                        "condition when resumed",
                        conditions.contains("Progressing Unknown DeploymentResumed Deployment is resumed"))
                .text("updated before the change", updated(same, 11) == 6)
                .text("none updated after a change while paused", updated(same, 20) == 0)
                .row();
    }

    private static int updated(KubectlRun run, double at) {
        return Defaults.zeroIfNull(run.at(at, Deployment.class, WEB).status().updatedReplicas());
    }

    private static Row minReadySeconds() {
        Observed run = new Story()
                .create(0, 4, """
                        "minReadySeconds":5,"revisionHistoryLimit":1,"strategy":{"type":"RollingUpdate",
                         "rollingUpdate":{"maxSurge":0,"maxUnavailable":1}},""")
                .image(15, "nginx:2.0")
                .image(60, "nginx:3.0")
                .play(120);
        Reported told = new Reported("03f minReadySeconds")
                .sent(
                        "sizes",
                        List.of("SET1=4", "SET2=0", "SET1=3", "SET2=1", "SET1=2", "SET2=2", "SET1=1", "SET2=3"),
                        run.sizes().subList(0, 8));
        for (int step = 1; step < 4; step++) {
            double took = run.first("SET2=" + (step + 1)).millis()
                    - run.first("SET2=" + step).millis();
            told.time("step " + step, 5, 8, 5.8, took / 1000);
        }
        List<Sent> deleted = run.requests().stream()
                .filter(sent ->
                        sent.by().equals("deployment-controller") && sent.verb().equals("delete"))
                .toList();
        boolean isOldest =
                deleted.size() == 1 && run.normalised(deleted.get(0).name()).equals("SET1");
        return told.sent("the oldest ReplicaSet is deleted", isOldest)
                .sent("without a propagation policy", isOldest && deleted.get(0).policy() == null)
                .sent(
                        "when the roll-out is complete",
                        isOldest
                                && deleted.get(0).millis() > run.first("SET3=4").millis() + 5_000)
                .row();
    }
}
