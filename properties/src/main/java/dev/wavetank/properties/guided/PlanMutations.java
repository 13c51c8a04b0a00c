package dev.wavetank.properties.guided;

import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.Anchor;
import dev.wavetank.sim.fault.FaultClause;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.fault.RequestFault;
import dev.wavetank.sim.fault.Trigger;
import dev.wavetank.sim.fault.swarm.Swarm;
import dev.wavetank.sim.network.rule.CallRule;
import dev.wavetank.sim.random.RandomStream;
import java.util.ArrayList;
import java.util.List;

/** Small changes of a fault plan. Each returns the same plan when there is nothing that it could change. */
final class PlanMutations {

    /** A plan with more faults takes long, and one hides what another would have shown. */
    private static final int MOST_FAULTS = 16;

    /** As long as the longest faults that seeds draw, see {@link Swarm.Lengths#MINUTES}. */
    private static final long LONGEST = 10 * VirtualTime.MINUTE;

    private static final long LATEST_AFTER = 100 * VirtualTime.MILLISECOND;

    private PlanMutations() {}

    /** About a half of each plan. */
    static FaultPlan splice(FaultPlan one, FaultPlan other, RandomStream random) {
        List<FaultClause> mixed = new ArrayList<>();
        one.clauses().stream().filter(clause -> random.nextInt(2) == 0).forEach(mixed::add);
        other.clauses().stream().filter(clause -> random.nextInt(2) == 0).forEach(mixed::add);
        return mixed.isEmpty() ? one : limited(mixed, random);
    }

    /** One more fault, which another plan has. */
    static FaultPlan insert(FaultPlan plan, FaultPlan other, RandomStream random) {
        if (other.isEmpty()) {
            return plan;
        }
        List<FaultClause> more = new ArrayList<>(plan.clauses());
        more.add(random.pick(other.clauses()));
        return limited(more, random);
    }

    /** One fault less, unless it is the last. */
    static FaultPlan leaveOut(FaultPlan plan, RandomStream random) {
        return plan.size() < 2 ? plan : plan.without(random.nextInt(plan.size()));
    }

    /** A fault hits the next write, or request, of the same kind, or the one before. */
    static FaultPlan moveToNextWrite(FaultPlan plan, RandomStream random) {
        int step = random.nextInt(4) == 0 ? -1 : 1;
        return changed(plan, random, clause -> {
            if (clause.fault() instanceof RequestFault requests) {
                CallRule rule = requests.rule();
                int first = Math.max(1, rule.first() + step);
                return new FaultClause(
                        clause.trigger(),
                        clause.duration(),
                        new RequestFault(new CallRule(rule.calls(), rule.outcome(), first, rule.count())));
            }
            return new FaultClause(next(clause.trigger(), step), clause.duration(), clause.fault());
        });
    }

    private static Trigger next(Trigger trigger, int step) {
        if (trigger instanceof Trigger.After after) {
            Anchor anchor = after.anchor();
            int nth = Math.max(1, anchor.nth() + step);
            return new Trigger.After(
                    new Anchor(anchor.component(), anchor.verb(), anchor.subject(), nth), after.delay(), after.until());
        }
        return trigger;
    }

    /** A fault begins earlier or later, or lasts longer or shorter. */
    static FaultPlan shift(FaultPlan plan, RandomStream random) {
        return changed(plan, random, clause -> {
            boolean lasts = !clause.fault().isInstant() && !(clause.fault() instanceof RequestFault);
            if (lasts && random.nextInt(2) == 0) {
                return new FaultClause(clause.trigger(), otherLength(clause.duration(), random), clause.fault());
            }
            return new FaultClause(shifted(clause.trigger(), random), clause.duration(), clause.fault());
        });
    }

    private static long otherLength(long length, RandomStream random) {
        return switch (random.nextInt(3)) {
            case 0 -> Math.max(VirtualTime.MILLISECOND, length / 2);
            case 1 -> Math.min(LONGEST, Math.max(VirtualTime.MILLISECOND, 2 * length));
            default -> Swarm.magnitude(random, VirtualTime.MILLISECOND, LONGEST);
        };
    }

    private static Trigger shifted(Trigger trigger, RandomStream random) {
        if (trigger instanceof Trigger.After after) {
            long delay = random.nextInt(2) == 0 ? 0 : Swarm.magnitude(random, VirtualTime.MICROSECOND, LATEST_AFTER);
            return new Trigger.After(after.anchor(), delay, after.until());
        }
        long time = ((Trigger.At) trigger).time();
        long shift = Swarm.magnitude(random, VirtualTime.MILLISECOND, 32 * VirtualTime.SECOND);
        return new Trigger.At(random.nextInt(2) == 0 ? time + shift : Math.max(0, time - shift));
    }

    /** A fault comes a second time: at the next write of the same kind, or a while later. */
    static FaultPlan repeat(FaultPlan plan, RandomStream random) {
        if (plan.isEmpty()) {
            return plan;
        }
        FaultClause one = random.pick(plan.clauses());
        Trigger again = one.trigger() instanceof Trigger.At at
                ? new Trigger.At(at.time() + Swarm.magnitude(random, LATEST_AFTER, 32 * VirtualTime.SECOND))
                : next(one.trigger(), 1);
        List<FaultClause> more = new ArrayList<>(plan.clauses());
        more.add(new FaultClause(again, one.duration(), one.fault()));
        return limited(more, random);
    }

    private interface Change {
        FaultClause of(FaultClause clause);
    }

    private static FaultPlan changed(FaultPlan plan, RandomStream random, Change change) {
        if (plan.isEmpty()) {
            return plan;
        }
        List<FaultClause> clauses = new ArrayList<>(plan.clauses());
        int index = random.nextInt(clauses.size());
        clauses.set(index, change.of(clauses.get(index)));
        return new FaultPlan(clauses);
    }

    private static FaultPlan limited(List<FaultClause> clauses, RandomStream random) {
        while (clauses.size() > MOST_FAULTS) {
            clauses.remove(random.nextInt(clauses.size()));
        }
        return new FaultPlan(clauses);
    }
}
