package dev.wavetank.reports.story;

import dev.wavetank.model.trace.AttemptTrace;
import dev.wavetank.model.trace.BatchTrace;
import dev.wavetank.model.trace.ContainerTrace;
import dev.wavetank.model.trace.ExpectationTrace;
import dev.wavetank.model.trace.FailedCommandTrace;
import dev.wavetank.model.trace.FailedWatchTrace;
import dev.wavetank.model.trace.GivenUpTrace;
import dev.wavetank.model.trace.Milestone;
import dev.wavetank.model.trace.PanicTrace;
import dev.wavetank.model.trace.ProbeTrace;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.trace.hop.ClientHop;
import dev.wavetank.model.trace.hop.DiscoveryHop;
import dev.wavetank.model.trace.hop.Hop;
import dev.wavetank.model.trace.hop.ServerHop;
import dev.wavetank.model.trace.hop.WaitHop;
import dev.wavetank.reports.attribution.Steps;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.ComponentTrace;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.Collections;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What records say, in sentences: the component is their subject. */
final class Sentences {

    private Sentences() {}

    /** The sentence of a step without its subject; empty for one that says nothing which its neighbours do not say. */
    static Optional<String> of(TraceEntry step) {
        TraceRecord does = step.record();
        if (does instanceof ContainerTrace container) {
            return of(container);
        } else if (does instanceof Hop hop) {
            boolean isSilent = DiscoveryHop.isPart(hop) || hop instanceof ClientHop;
            return isSilent ? Optional.empty() : Optional.of(HopSentences.of(hop));
        } else if (does instanceof Milestone milestone) {
            return of(milestone);
        } else if (does instanceof StoreTrace change) {
            return Optional.of(of(change));
        } else if (does instanceof RequestTrace request) {
            return Optional.of("answers " + request.actor(step.component()) + " with " + request.code() + ": "
                    + request.verb() + " " + request.subject());
        }
        return Optional.of(rare(does));
    }

    /** The start of a container is a step of its own, which says more. */
    private static Optional<String> of(ContainerTrace container) {
        if (container instanceof ContainerTrace.Mounted) {
            return Optional.of("has mounted all volumes of the pod");
        }
        return container instanceof ContainerTrace.Ended
                ? Optional.of("sees the process of a container end")
                : Optional.empty();
    }

    /** Also of a step that is told by another one in a story, because it stands alone. */
    static String alone(TraceEntry step) {
        if (step.record() instanceof ContainerTrace.Started started) {
            return step.component() + " starts container " + started.container() + " of pod " + started.pod();
        } else if (step.record() instanceof ClientHop request) {
            return step.component() + " sends " + request.request();
        } else if (step.record() instanceof Hop hop && DiscoveryHop.isPart(hop)) {
            return step.component() + " is asked what the server serves";
        }
        return whole(step).orElse(step.record().type() + " " + step.record().subject());
    }

    /** The sentence of a step with its subject. */
    static Optional<String> whole(TraceEntry step) {
        // A fault is nobody's act.
        return step.record() instanceof FaultTrace ? of(step) : of(step).map(said -> step.component() + " " + said);
    }

    /** Whether a step belongs to every request, and is only of interest to readers of a whole way. */
    static boolean isRoutine(TraceEntry step) {
        if (step.record() instanceof ServerHop.Authorized authorized) {
            return authorized.allowed();
        } else if (step.record() instanceof ServerHop.Admitted admission) {
            return !admission.isRefusal() && !admission.plugin().endsWith("Webhook");
        } else if (step.record() instanceof ServerHop.Queued queued) {
            return queued.waited() < VirtualTime.MILLISECOND;
        }
        return step.record() instanceof ServerHop.Authenticated || step.record() instanceof ServerHop.Named;
    }

    /** A number of things, such as {@code 1 pod} and {@code 2 pods}. */
    static String counted(long number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }

    /** Whether a step says that something is over which was over before there was anything to wait for it. */
    static boolean isVain(TraceEntry step, long before) {
        return step.record() instanceof WaitHop && Steps.end(step) <= before;
    }

    private static String rare(TraceRecord does) {
        if (does instanceof ExpectationTrace expected) {
            return expected.isMet()
                    ? "expects nothing more for " + expected.owner()
                    : "remembers what it expects for " + expected.owner() + ": "
                            + counted(expected.creations(), "creation") + ", "
                            + counted(expected.deletions(), "deletion");
        } else if (does instanceof BatchTrace batch) {
            return "ends batch " + batch.batch() + " of its slow start for " + batch.subject() + ": "
                    + counted(batch.size(), "request") + ", " + batch.failures() + " failed";
        } else if (does instanceof AttemptTrace attempt) {
            return of(attempt);
        } else if (does instanceof GivenUpTrace dropped) {
            return "drops " + dropped.object() + " from the queue " + dropped.queue() + " after "
                    + counted(dropped.failures(), "failure") + ": " + dropped.reason();
        } else if (does instanceof PanicTrace panic) {
            return "panics in " + panic.work() + ": " + panic.thrown()
                    + (panic.place().isEmpty() ? "" : " at " + panic.place());
        } else if (does instanceof FailedCommandTrace failed) {
            return "ends `" + failed.subject() + "` with exit code " + failed.exitCode() + ": "
                    + failed.stderr().strip();
        } else if (does instanceof FailedWatchTrace failed) {
            return "cannot " + (failed.isList() ? "list " : "watch ") + failed.subject() + ", and tries again later";
        } else if (does instanceof ProbeTrace probe) {
            return "sees the " + probe.probe() + " probe of container " + probe.container()
                    + (probe.succeeded() ? " succeed" : " fail");
        } else if (does instanceof FaultTrace fault) {
            return of(fault);
        } else if (does instanceof ComponentTrace life) {
            return life instanceof ComponentTrace.Crashed ? "crashes" : "starts";
        }
        return plain(does);
    }

    private static String of(AttemptTrace attempt) {
        String refused =
                attempt.refusals().isEmpty() ? "" : counted(attempt.refusals().size(), "node") + " refused, ";
        if (attempt.chosen().isEmpty()) {
            return "finds " + refused + "none feasible";
        }
        String compared = attempt.totals().isEmpty()
                ? "takes the only feasible node, " + attempt.chosen()
                : "takes " + attempt.chosen() + ", which has " + Collections.max(attempt.totals()) + " points"
                        + (attempt.best().size() > 1 ? " as " + (attempt.best().size() - 1) + " others have" : "");
        return "compares " + attempt.feasible().size() + " of " + counted(attempt.nodes(), "node") + ", " + refused
                + compared;
    }

    private static String of(FaultTrace fault) {
        String what = fault.kind() + (fault.target().isEmpty() ? "" : " of " + fault.target());
        if (fault instanceof FaultTrace.Missed missed) {
            return "the fault " + what + " " + missed.reason();
        }
        return "the fault " + what + (fault instanceof FaultTrace.Opened ? " begins" : " ends");
    }

    /** What there is to say of a record of somebody else's kind: what was done to what, and its other fields. */
    private static String plain(TraceRecord does) {
        StringBuilder text = new StringBuilder(does.verb());
        if (!does.subject().isEmpty()) {
            text.append(' ').append(does.subject());
        }
        does.describe(new TraceRecord.Fields() {
            @Override
            public TraceRecord.Fields text(String name, @Nullable String value) {
                if (value != null && !value.isEmpty() && !does.subject().contains(value)) {
                    text.append(' ').append(name).append('=').append(value);
                }
                return this;
            }

            @Override
            public TraceRecord.Fields number(String name, long value) {
                text.append(' ').append(name).append('=').append(value);
                return this;
            }
        });
        return text.toString();
    }

    private static Optional<String> of(Milestone milestone) {
        return switch (milestone.point()) {
            case REQUEST_RECEIVED, STORED, REPLICA_SET_STORED, POD_CREATED, BOUND, READY -> Optional.empty();
            case OBSERVED -> Optional.of("adds the " + kind(milestone) + " to its work queue");
            case REPLICA_SET_OBSERVED -> Optional.of("adds the ReplicaSet to its work queue");
            case SCHEDULED -> Optional.of("chooses a node, and asks for the binding");
            case SEEN_BY_KUBELET -> Optional.of("finds the pod bound to its node, and begins its work on it");
            case SANDBOX_READY -> Optional.of("runs the pause container, which holds the pod's namespaces");
            case NETWORK_READY -> Optional.of("has the CNI plug-in connect the pod and give it an address");
            case IMAGES_PULLED -> Optional.of("has all images of the pod on the node");
            case CONTAINERS_STARTED -> Optional.of("has started all containers");
            case SEEN_READY -> Optional.of("counts the pod as ready");
        };
    }

    private static String kind(Milestone milestone) {
        String kind = milestone.object().substring(0, milestone.object().indexOf('/'));
        return kind.equals("deployment") ? "Deployment" : kind;
    }

    private static String of(StoreTrace change) {
        String verb = switch (change.type()) {
            case "store.added" -> "stores ";
            case "store.deleted" -> "removes ";
            default -> "stores the change of ";
        };
        String news = change.news();
        return verb + change.subject() + (news.isEmpty() ? "" : ": " + news);
    }
}
