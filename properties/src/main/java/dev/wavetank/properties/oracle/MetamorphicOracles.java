package dev.wavetank.properties.oracle;

import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.cluster.CommandResult;
import dev.wavetank.model.scenario.Command;
import dev.wavetank.model.scenario.ComponentNames;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.FaultClause;
import dev.wavetank.sim.fault.FaultPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Checks for any controllers, without knowledge of their task: the end state of the cluster depends only on its
 * desired state.
 *
 * <p>Each check makes a run and compares its {@link EndState} with that of a run without faults.
 */
public final class MetamorphicOracles {

    /** How long the components are down in a cold restart. */
    private static final long DOWN = 2 * VirtualTime.SECOND;

    /** The factor on the time between two commands. */
    private static final long PATIENCE = 10 * VirtualTime.MINUTE;

    private final Scenario scenario;
    private final long seed;
    private final ClusterParts parts;
    private final ConvergedRun undisturbed;
    private final EndState expected;
    private final List<Integer> exitCodes;

    private MetamorphicOracles(Scenario scenario, long seed, ClusterParts parts) {
        this.scenario = unhurried(scenario);
        this.seed = seed;
        this.parts = parts;
        this.undisturbed = ConvergedRun.of(this.scenario, seed, parts);
        this.expected = undisturbed.state();
        this.exitCodes = exitCodes(undisturbed);
    }

    /** Makes the run with only the scenario's own faults. */
    public static MetamorphicOracles of(Scenario scenario, long seed, ClusterParts parts) {
        return new MetamorphicOracles(scenario, seed, parts);
    }

    /**
     * The scenario that is run: the given one, with more time between its commands, so that one has done all its work
     * before the next comes. What is overtaken by the next may rightly leave traces or none, such as an old ReplicaSet.
     */
    public Scenario scenario() {
        return scenario;
    }

    /** The end state of the cluster. */
    public EndState expected() {
        return expected;
    }

    /** Steady state writes nothing: returns the writes after the cluster has converged. */
    public List<String> writesAtRest() {
        return writesAtRest(undisturbed);
    }

    /**
     * All components but etcd and the machines are killed after convergence, and restart: returns how the end state
     * differs, and later writes.
     */
    public List<String> coldRestart() {
        long at = undisturbed.quietFrom() + 1;
        List<String> components = new ArrayList<>(List.of(
                ComponentNames.allApiServers(scenario.cluster()),
                ComponentNames.allControllerManagers(scenario.cluster()),
                ComponentNames.allSchedulers(scenario.cluster())));
        if (scenario.cluster().nodeCount() > 0) {
            components.add(ComponentNames.ALL_KUBELETS);
        }
        List<FaultClause> crashes = new ArrayList<>(scenario.faults().clauses());
        components.forEach(each -> crashes.add(FaultClause.at(at, DOWN, new ComponentFault.Crash(each))));
        ConvergedRun run = ConvergedRun.of(scenario.withFaults(new FaultPlan(crashes)), seed, parts);
        List<String> problems = new ArrayList<>(expected.differences(run.state()));
        if (!run.isPlanCarriedOut() || run.quietFrom() < at) {
            problems.add("the components were not restarted: the run ended before, at its horizon");
        }
        problems.addAll(writesAtRest(run));
        return problems;
    }

    /**
     * Simultaneous events in another order: returns how the end state differs.
     *
     * @param order as {@link dev.wavetank.sim.OrderPolicy#parse} reads it, such as {@code pct:3}
     * @param otherSeed decides the order, and all other random draws
     */
    public List<String> inOrder(String order, long otherSeed) {
        return expected.differences(
                ConvergedRun.of(scenario, otherSeed, parts.withOrder(order)).state());
    }

    /**
     * Faults open and heal: returns how the end state differs. Restarts of containers are not compared.
     *
     * @param faults in addition to the scenario's own
     * @return empty when the outcome of a user's command differs: then the desired state differs
     */
    public Optional<List<String>> afterFaults(FaultPlan faults, long otherSeed) {
        List<FaultClause> clauses = new ArrayList<>(scenario.faults().clauses());
        clauses.addAll(faults.clauses());
        ConvergedRun run = ConvergedRun.of(scenario.withFaults(new FaultPlan(clauses)), otherSeed, parts);
        if (!exitCodes(run).equals(exitCodes)) {
            return Optional.empty();
        }
        return Optional.of(expected.without(MetamorphicOracles::isRestart)
                .differences(run.state().without(MetamorphicOracles::isRestart)));
    }

    private static Scenario unhurried(Scenario scenario) {
        List<Command> commands = new ArrayList<>();
        long shift = 0;
        for (Command command : scenario.timeline()) {
            boolean isLater = !commands.isEmpty()
                    && command.at() + shift > commands.get(commands.size() - 1).at();
            shift += isLater ? PATIENCE : 0;
            commands.add(new Command(command.at() + shift, command.arguments()));
        }
        return new Scenario(
                scenario.name(),
                scenario.cluster(),
                commands,
                scenario.files(),
                scenario.faults(),
                scenario.horizon() + shift);
    }

    private static boolean isRestart(String field) {
        return field.contains("restartCount") || field.contains(".lastState.");
    }

    private static List<String> writesAtRest(ConvergedRun run) {
        int before = run.writes().size();
        run.goOn(ConvergedRun.PERIODIC_DUTIES);
        List<Write> all = run.writes();
        return all.subList(before, all.size()).stream()
                .map(write -> write.agent() + " still writes: " + write)
                .toList();
    }

    private static List<Integer> exitCodes(ConvergedRun run) {
        return run.commands().stream().map(CommandResult::exitCode).toList();
    }
}
