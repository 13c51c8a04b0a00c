package dev.wavetank.properties.invariant.workload;

import dev.wavetank.model.api.ApiCall;
import dev.wavetank.model.api.coordination.Lease;
import dev.wavetank.model.api.core.ConfigMap;
import dev.wavetank.model.api.core.Endpoints;
import dev.wavetank.model.client.leaderelection.ElectionRecord;
import dev.wavetank.model.client.leaderelection.LeaderElection;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.ComponentNames;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Focus;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.ComponentTrace;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * With several controller managers only the holder of the lease sends changes, and likewise with schedulers. One that
 * was elected and has lost the lease to another has stopped. Leases and Events do not count as actions. Without a
 * lease, every process may act. A scheduler whose configuration names another lease ({@code
 * leaderElection.resourceName}) acts beside the others when it holds that one: which lease a process stands for is
 * seen from who holds it.
 *
 * <p>Judged is when a request was sent, for it may be under way for long. What client-go guarantees is that a leader
 * stops so long after its last renewal as {@link Tenure} says; where the answer to that renewal was late, this is a
 * little longer than the lease lasts.
 */
public final class OneActingLeader implements Invariant {

    private static final List<String> NO_ACTS = List.of("leases", "events");

    private final List<Program> programs = new ArrayList<>();
    private final Map<String, Program> programOf = new LinkedHashMap<>();
    private final Hindrance hindrance = new Hindrance();

    /** The components of one program, and the leases that they hold, by name; the first is the usual one. */
    private static final class Program {
        private final Map<String, Office> offices = new LinkedHashMap<>();
        private final long tenure;

        private Program(String lease, long tenure) {
            this.tenure = tenure;
            offices.put(lease, new Office(lease, tenure));
        }

        private boolean elects() {
            return offices.values().stream().anyMatch(office -> !office.terms.isEmpty());
        }

        /** The lease that a component stands for; the usual one when it has held none. */
        private Office of(String component) {
            return offices.values().stream()
                    .filter(office -> office.terms.containsKey(component))
                    .findFirst()
                    .orElseGet(() -> offices.values().iterator().next());
        }
    }

    /** One lease. */
    private static final class Office {
        private final String lease;
        private final long tenure;
        /** The latest term of every component that was ever elected, by component. */
        private final Map<String, Term> terms = new LinkedHashMap<>();

        private String holder = "";
        private long renewed;

        private Office(String lease, long tenure) {
            this.lease = lease;
            this.tenure = tenure;
        }
    }

    /**
     * A term of a leader.
     *
     * @param to when another was elected, or the process died; the end of time before
     * @param mayActUntil when the process has to have stopped at the latest
     * @param successor the next leader; empty when there was none before it died
     */
    private record Term(long to, long mayActUntil, String successor) {

        private static final Term OPEN = new Term(Long.MAX_VALUE, Long.MAX_VALUE, "");

        private Term died(long now) {
            return new Term(Math.min(to, now), Math.min(mayActUntil, now), successor);
        }

        private Term lost(long now, long stops, String other) {
            return to < now ? this : new Term(now, Math.max(now, stops), other);
        }
    }

    /** The invariant for a cluster, whose flags say how long a lease lasts. */
    public OneActingLeader(ClusterSpec cluster) {
        add(cluster, ComponentNames.CONTROLLER_MANAGER, ComponentNames.anyControllerManagers());
        add(cluster, ComponentNames.SCHEDULER, ComponentNames.anySchedulers());
    }

    private void add(ClusterSpec cluster, String lease, List<String> candidates) {
        Program program = new Program(lease, Tenure.most(cluster, lease));
        programs.add(program);
        candidates.forEach(candidate -> programOf.put(candidate, program));
    }

    @Override
    public String name() {
        return "OneActingLeader";
    }

    @Override
    public String reason() {
        return "Two controllers of one kind that act at a time create pods twice and undo each other's writes. A"
                + " process that was paused, or is slow, does not know how late it is: it may act once more until"
                + " it has noticed.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "staging/src/k8s.io/client-go/tools/leaderelection/leaderelection.go (v1.32), package"
                        + " comment and renew: it does not guarantee that only one client acts",
                "this project: what follows from lease duration, renew deadline and the clocks of the run");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.SCHEDULER, Tag.LEADERS, Tag.SAFETY);
    }

    @Override
    public Focus focus() {
        return Focus.LEASE;
    }

    @Override
    public String statement() {
        return "Of several equal programs only the one that holds the lease asks for changes.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(
                Lease.class,
                Endpoints.class,
                ConfigMap.class,
                RequestTrace.class,
                ComponentTrace.Crashed.class,
                FaultTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        hindrance.observe(entry.record(), entry.time());
        if (entry.record() instanceof StoreTrace change) {
            ElectionRecord.of(change.object())
                    .ifPresent(record -> observe(change.object().metadata().name(), record, entry.time()));
        } else if (entry.record() instanceof RequestTrace request) {
            Program program = programOf.get(request.call().origin().component());
            if (program != null && program.elects() && isAct(request)) {
                judge(program.of(request.call().origin().component()), request, outcomes);
            }
        } else if (entry.record() instanceof ComponentTrace.Crashed && programOf.containsKey(entry.component())) {
            programOf
                    .get(entry.component())
                    .offices
                    .values()
                    .forEach(office ->
                            office.terms.computeIfPresent(entry.component(), (name, term) -> term.died(entry.time())));
        }
    }

    private void observe(String name, Lease.Spec record, long now) {
        String identity = record.holderIdentity();
        if (identity == null || identity.isEmpty()) {
            return;
        }
        String holder = component(identity);
        Office office = office(name, holder);
        if (office == null) {
            return;
        }
        String before = component(office.holder);
        if (!identity.equals(office.holder)) {
            long stops = office.renewed + office.tenure;
            office.terms.computeIfPresent(before, (other, term) -> term.lost(now, stops, holder));
            office.terms.put(holder, Term.OPEN);
            office.holder = identity;
        }
        office.renewed = now;
    }

    private @Nullable Office office(String lease, String holder) {
        for (Program program : programs) {
            if (program.offices.containsKey(lease)) {
                return program.offices.get(lease);
            }
        }
        Program program = programOf.get(holder);
        return program == null
                ? null
                : program.offices.computeIfAbsent(lease, name -> new Office(name, program.tenure));
    }

    /** Candidates add something to their names that no other incarnation has. */
    private static String component(String identity) {
        int end = identity.lastIndexOf('_');
        return end < 0 ? identity : identity.substring(0, end);
    }

    private static boolean isAct(RequestTrace request) {
        return request.call().request().verb().isMutating()
                && !request.call().userAgent().equals(LeaderElection.USER_AGENT)
                && !NO_ACTS.contains(request.call().request().resource().plural());
    }

    private void judge(Office office, RequestTrace request, Outcomes outcomes) {
        ApiCall.Origin origin = request.call().origin();
        Term term = office.terms.get(origin.component());
        if (term != null && isExcused(office, term, origin)) {
            return;
        }
        String wrong = request.call().userAgent() + " asked to " + request.verb() + " " + request.subject();
        if (term == null || term.successor().isEmpty()) {
            wrong += ", although it was not elected";
        } else {
            wrong += " " + VirtualTime.span(origin.sent() - term.to()) + " after " + term.successor()
                    + " had been elected, expected it to have stopped";
            long grace = term.mayActUntil() - term.to();
            wrong += grace == 0 ? "" : " " + VirtualTime.span(grace) + " after that";
        }
        outcomes.broken(this, office.lease + "/" + origin.component(), wrong);
    }

    /** Terms before the latest are not kept: a request that was sent in one and arrives now counts as valid. */
    private boolean isExcused(Office office, Term term, ApiCall.Origin origin) {
        boolean inTime = origin.sent() <= term.mayActUntil();
        boolean unaware =
                !term.successor().isEmpty() && hindrance.within(office.tenure, origin.component(), origin.sent());
        return inTime || unaware;
    }
}
