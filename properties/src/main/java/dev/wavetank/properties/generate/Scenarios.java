package dev.wavetank.properties.generate;

import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.sim.random.RandomStream;
import java.util.List;

/**
 * Scenarios for every kind of workload: what an ordinary user runs, drawn from a seed.
 *
 * <p>A scenario has one to three parts, which know nothing of each other and meet on the nodes. Some clusters have
 * several controller managers and schedulers.
 */
public final class Scenarios {

    private static final int NODES_MAX = 5;

    private static final List<Theme> THEMES = List.of(
            new DeploymentTheme(),
            new StatefulSetTheme(),
            new DaemonSetTheme(),
            new JobTheme(),
            new CronJobTheme(),
            new DrainTheme(),
            new NamespaceTheme(),
            new PlacementTheme(),
            new PodTheme());

    private Scenarios() {}

    /**
     * The scenario of a seed, without faults, with the default version.
     *
     * @param seed of the scenario; the run of it may have another one
     */
    public static Scenario of(long seed) {
        RandomStream random = RandomStream.of(seed, "scenario");
        Draft draft = new Draft(random, (int) random.between(2, NODES_MAX));
        if (draft.isOneIn(4)) {
            draft.set("kube-controller-manager.count", "2");
        }
        if (draft.isOneIn(6)) {
            draft.set("kube-scheduler.count", "2");
        }
        int parts = draft.isOneIn(3) ? draft.between(2, 3) : 1;
        for (int i = 0; i < parts; i++) {
            draft.pickFrom(THEMES).draw(draft, String.valueOf((char) ('a' + i)));
        }
        return draft.scenario("generated " + seed);
    }
}
