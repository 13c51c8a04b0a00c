package dev.wavetank.properties.generate;

import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.random.RandomStream;
import java.util.List;

/**
 * Scenarios for every kind of workload: what an ordinary user runs, drawn from a seed.
 *
 * <p>A scenario has two to five parts, which know nothing of each other and meet on the nodes. In half of the
 * scenarios they come at the same time; in the others one after the other, with pauses after which the cluster is
 * mostly at rest and is judged. Some clusters have several API servers, controller managers and schedulers.
 */
public final class Scenarios {

    private static final int NODES_MAX = 5;

    /**
     * Few parts leave most of a run to heartbeats and leases, which cost more than what users ask for; with many, most
     * runs have a part that cannot come to rest.
     */
    private static final int PARTS_MIN = 2;

    private static final int PARTS_MAX = 5;

    private static final List<Theme> THEMES = List.of(
            new DeploymentTheme(),
            new StatefulSetTheme(),
            new DaemonSetTheme(),
            new JobTheme(),
            new CronJobTheme(),
            new DrainTheme(),
            new NamespaceTheme(),
            new PlacementTheme(),
            new PlacementTheme(),
            new PodTheme(),
            new VolumeTheme(),
            new AutoscalerTheme(),
            new OwnershipTheme(),
            new ContainerTheme(),
            new ContainerTheme(),
            new PriorityTheme(),
            new PriorityTheme(),
            new RefusedTheme(),
            new NodeTheme());

    /** Themes that come on top of the others, so that they need not be in clusters of their own. */
    private static final List<Theme> MORE_THEMES = List.of(new ServiceTheme(), new PressureTheme(), new HasteTheme());

    /** One in how many scenarios has such a theme. */
    private static final int MORE = 2;

    /** Themes with what is rarer, one in each scenario: fields that few set, and changes that few make. */
    private static final List<Theme> RARE_THEMES =
            List.of(new PeersTheme(), new QueueTheme(), new KeeperTheme(), new CrowdTheme());

    /** One in how many scenarios has a namespace with rules of its own. */
    private static final int RULES = 4;

    /** One in how many scenarios has a user who tries manifests. */
    private static final int TRIALS = 2;

    /** One in how many scenarios has pods that are resized. */
    private static final int RESIZES = 4;

    /** One in how many scenarios is calm. */
    private static final int CALM = 2;

    private Scenarios() {}

    /**
     * The scenario of a seed, without faults.
     *
     * @param seed of the scenario; the run of it may have another one
     * @param version of the cluster, for which the manifests are written
     */
    public static Scenario of(long seed, KubernetesVersion version) {
        RandomStream random = RandomStream.of(seed, "scenario");
        Draft draft = new Draft(random, (int) random.between(2, NODES_MAX), version, random.nextInt(CALM) == 0);
        if (draft.isOneIn(4)) {
            draft.set("kube-controller-manager.count", "2");
        }
        if (draft.isOneIn(6)) {
            draft.set("kube-scheduler.count", "2");
        }
        if (draft.isOneIn(6)) {
            draft.set("kube-apiserver.count", "2");
        }
        int parts = draft.between(PARTS_MIN, PARTS_MAX);
        for (int i = 0; i < parts; i++) {
            draft.pickFrom(fitting(THEMES, draft)).draw(draft, String.valueOf((char) ('a' + i)));
        }
        if (draft.isOneIn(MORE)) {
            draft.pickFrom(fitting(MORE_THEMES, draft)).draw(draft, "m");
        }
        draft.pickFrom(fitting(RARE_THEMES, draft)).draw(draft, "r");
        if (draft.isOneIn(RULES)) {
            new HouseRulesTheme().draw(draft, "h");
        }
        // Trials by the server came with the end of generators, in v1.18.
        if (draft.isOneIn(TRIALS) && !version.has(Feature.KUBECTL_RUN_GENERATORS)) {
            new TrialTheme().draw(draft, "t");
        }
        if (version.has(Feature.POD_RESIZE) && draft.isOneIn(RESIZES)) {
            new ResizeTheme().draw(draft, "s");
        }
        return draft.scenario("generated " + seed);
    }

    private static List<Theme> fitting(List<Theme> themes, Draft draft) {
        return themes.stream()
                .filter(theme -> theme.kinds().stream().allMatch(draft::serves))
                .toList();
    }
}
