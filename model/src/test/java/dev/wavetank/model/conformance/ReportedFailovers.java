package dev.wavetank.model.conformance;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.coordination.Lease;
import java.util.List;

/** Fail-overs of the report: of two controller managers, and of a scheduler that is killed while it binds. */
final class ReportedFailovers {

    private static final String MANAGER = "kube-controller-manager";

    private ReportedFailovers() {}

    static List<Row> rows() {
        return List.of(managers("09b manager killed", 15.63), managers("09c manager terminated", 16.2), scheduler());
    }

    /**
     * The leader of two dies, and a Deployment is made while nobody leads. A leader of v1.20 that is told to end does
     * not give its lease back, so that both ends are the same.
     */
    private static Row managers(String scenario, double recorded) {
        double died = 20;
        KubectlRun before = new KubectlRun().with(MANAGER + ".count", "2").play(10);
        String leader = holder(before, 10);
        KubectlRun run = new KubectlRun()
                .with(MANAGER + ".count", "2")
                .fault("{kind: componentCrash, component: " + leader + ", at: 20s, for: 600s}")
                .kubectl(25, "create deployment web --image=nginx --replicas=3")
                .play(60);
        List<RecordedRequest> renewals = run.sent(
                "leader-election",
                request -> request.line().equals("update leases 200")
                        && request.name().equals(MANAGER));
        double takenOver = renewals.stream()
                .mapToDouble(RecordedRequest::at)
                .filter(at -> at > died)
                .findFirst()
                .orElseThrow();
        double last = renewals.stream()
                .mapToDouble(RecordedRequest::at)
                .filter(at -> at <= died)
                .max()
                .orElseThrow();
        Lease lease = run.at(59, Lease.class, new ObjectKey("kube-system", MANAGER));
        List<RecordedRequest> effects = run.sent("deployment-controller", "create replicasets 201");
        return new Reported(scenario)
                .sent(
                        "two writes of the lease at once",
                        renewals.stream()
                                        .filter(request -> request.at() >= takenOver && request.at() < takenOver + 0.5)
                                        .count()
                                == 2)
                .sent("the work goes on", effects.size() == 1)
                .sent(
                        "no pod too many",
                        run.sent("replicaset-controller", "create pods 201").size() == 3)
                .text("one transition", lease.spec().leaseTransitions() == 1)
                .text("another holder", !holder(run, 59).equals(leader))
                .text("a lease of 15 s", lease.spec().leaseDurationSeconds() == 15)
                // 15 s after the last renewal was seen, which is up to 4.4 s later, and up to 4.4 s until it looks.
                .time("taken over after the death", 12.9, 23.9, recorded, takenOver - died)
                .time("last renewal before the death", 0, 2.1, 1, died - last)
                .time("first effect", 0, 3.1, 3, effects.get(0).at() - takenOver)
                .row();
    }

    private static String holder(KubectlRun run, double at) {
        String holder = run.at(at, Lease.class, new ObjectKey("kube-system", MANAGER))
                .spec()
                .holderIdentity();
        return holder.substring(0, holder.indexOf('_'));
    }

    /** Killed with some 36 of 100 pods bound, and started again after a second. */
    private static Row scheduler() {
        String deployment = "create deployment web --image=nginx --replicas=100";
        String crash = "{kind: componentCrash, component: kube-scheduler, at: 20400ms, for: 1s}";
        KubectlRun run = new KubectlRun().fault(crash).kubectl(20, deployment).play(60);
        List<RecordedRequest> bound = run.sent("scheduler", "create pods/binding 201");
        List<Double> late =
                bound.stream().map(RecordedRequest::at).filter(at -> at > 20.4).toList();
        return new Reported("scheduler killed")
                .sent("100 bindings", bound.size() == 100)
                .sent(
                        "none twice",
                        bound.stream().map(RecordedRequest::name).distinct().count() == 100)
                .sent(
                        "and none refused",
                        run.sent("scheduler", "create pods/binding 409").isEmpty())
                .sent("some of them after the crash", !late.isEmpty())
                // The lease runs out 15 s after the new process first saw it, and it looks every 2 to 4.4 s.
                .time("binding again", 15, 20.6, 20.5, late.get(0) - 20.4)
                .time("the others at once", 0, 1, 0.16, late.get(late.size() - 1) - late.get(0))
                .row();
    }
}
