package dev.wavetank.model.apiserver.invariants;

import dev.wavetank.model.apiserver.ApiServerConfig;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.FaultClause;
import dev.wavetank.sim.fault.FaultPlan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Clients, what they do, and what goes wrong meanwhile. Even clients send typed requests to one server, odd ones HTTP
 * to all.
 *
 * @param seed decides everything else
 * @param members of etcd
 * @param servers how many API servers
 * @param programs what each client does
 * @param faults what goes wrong
 */
record Storm(long seed, int members, int servers, List<List<Operation>> programs, FaultPlan faults) {

    /** Until elections are over and the servers' own requests have timed out. */
    private static final long SETTLED = 10 * VirtualTime.SECOND;

    /** Everything that is wrong with what the clients saw; nothing when a store of one thing at a time explains it. */
    Optional<String> flaw() {
        InvariantWorld world = new InvariantWorld(seed, members, servers, ApiServerConfig.DEFAULT, List.of());
        List<Worker> workers = new ArrayList<>();
        for (int number = 0; number < programs.size(); number++) {
            int client = number;
            world.addClient(client, (context, door) -> {
                Worker worker = new Worker(context, door, programs.get(client));
                workers.add(worker);
                return worker;
            });
        }
        world.start(faults);
        world.run(Math.max(faults.healedBy(), longestProgram()) + SETTLED);
        workers.forEach(worker -> worker.readAtEnd(Storms.KEYS));
        world.run(SETTLED);
        List<Call> calls =
                workers.stream().flatMap(worker -> worker.calls.stream()).toList();
        return Linearization.flaw(calls)
                .or(() -> shrinkingRevision(world.commits(Door.CONFIG_MAPS)))
                .or(() -> unread(workers));
    }

    /** Each operation waits for its pause, and for its answer at most until the deadline. */
    private long longestProgram() {
        return programs.stream()
                .mapToLong(program -> program.stream()
                        .mapToLong(operation -> operation.pause() + Door.DEADLINE)
                        .sum())
                .max()
                .orElse(0);
    }

    private static Optional<String> shrinkingRevision(List<StoreTrace> commits) {
        Map<String, Long> latest = new LinkedHashMap<>();
        for (StoreTrace commit : commits) {
            Long before = latest.put(commit.object().key().toString(), commit.revision());
            if (before != null && commit.revision() <= before) {
                return Optional.of("after resourceVersion " + before + " comes " + commit);
            }
        }
        return Optional.empty();
    }

    static Optional<String> unread(List<Worker> workers) {
        return workers.stream()
                .filter(worker -> !worker.unread.isEmpty())
                .findFirst()
                .map(worker -> "nobody answers any more, although all faults have healed: "
                        + worker.calls.get(worker.calls.size() - 1));
    }

    /** Its story, for people. */
    @Override
    public String toString() {
        StringBuilder story =
                new StringBuilder("seed " + seed + ", members of etcd: " + members + ", API servers: " + servers);
        for (int client = 0; client < programs.size(); client++) {
            story.append("\n  client-").append(client).append(client % 2 == 0 ? " (typed): " : " (HTTP): ");
            story.append(programs.get(client));
        }
        for (FaultClause clause : faults.clauses()) {
            story.append("\n  ")
                    .append(clause.trigger())
                    .append(" for ")
                    .append(VirtualTime.span(clause.duration()))
                    .append(": ")
                    .append(clause.fault().kind())
                    .append(' ')
                    .append(clause.fault().target());
        }
        return story.toString();
    }
}
