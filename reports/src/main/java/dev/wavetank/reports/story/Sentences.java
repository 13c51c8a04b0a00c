package dev.wavetank.reports.story;

import dev.wavetank.model.trace.BatchTrace;
import dev.wavetank.model.trace.ExpectationTrace;
import dev.wavetank.model.trace.Milestone;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.trace.hop.AdmissionHop;
import dev.wavetank.model.trace.hop.AttemptHop;
import dev.wavetank.model.trace.hop.AuthenticationHop;
import dev.wavetank.model.trace.hop.AuthorizationHop;
import dev.wavetank.model.trace.hop.BackoffHop;
import dev.wavetank.model.trace.hop.CommandHop;
import dev.wavetank.model.trace.hop.ContainerHop;
import dev.wavetank.model.trace.hop.DeliveryHop;
import dev.wavetank.model.trace.hop.DequeueHop;
import dev.wavetank.model.trace.hop.DiscoveryHop;
import dev.wavetank.model.trace.hop.Hop;
import dev.wavetank.model.trace.hop.SendHop;
import dev.wavetank.model.trace.hop.StatusHop;
import dev.wavetank.model.trace.hop.ThrottleHop;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.Optional;

/** What the records on a way say, in sentences without their subject: the component stands before them. */
final class Sentences {

    private Sentences() {}

    /** The sentence of a step; empty for one that says nothing which its neighbours do not say. */
    static Optional<String> of(TraceEntry step) {
        if (step.record() instanceof Hop hop) {
            return DiscoveryHop.isPart(hop) ? Optional.empty() : Optional.of(of(hop));
        } else if (step.record() instanceof Milestone milestone) {
            return of(milestone);
        } else if (step.record() instanceof StoreTrace change) {
            return Optional.of(of(change));
        } else if (step.record() instanceof RequestTrace request) {
            return Optional.of("answers " + request.code() + " to " + request.actor(step.component()));
        } else if (step.record() instanceof ExpectationTrace expected) {
            return Optional.of("remembers what it expects for " + expected.owner() + ": " + expected.creations()
                    + " creations, " + expected.deletions() + " deletions");
        } else if (step.record() instanceof BatchTrace batch) {
            return Optional.of("ends batch " + batch.batch() + " of its slow start: " + batch.size() + " requests, "
                    + batch.failures() + " failed");
        } else if (step.record() instanceof FaultTrace fault) {
            return Optional.of("fault " + fault.kind() + " " + fault.target() + ": " + fault.type());
        }
        return Optional.of(step.record().type() + " " + step.record().subject());
    }

    private static String of(Hop hop) {
        if (hop instanceof CommandHop command) {
            return "reads `kubectl " + command.words() + "`, checks it, and makes the objects that it asks for";
        } else if (hop instanceof DiscoveryHop discovery) {
            return "has read what the server serves, " + discovery.documents()
                    + " documents, and keeps that on its disk";
        } else if (hop instanceof SendHop sending) {
            return "asks the API server to " + sending.request() + ", in version " + sending.groupVersion();
        } else if (hop instanceof ThrottleHop throttled) {
            return "may send now: " + throttled.agent() + " had to wait for its rate limit (" + throttled.verb() + " "
                    + throttled.object() + ")";
        } else if (hop instanceof AuthenticationHop authenticated) {
            return "authenticates " + authenticated.agent() + " by its " + authenticated.method() + ": user "
                    + authenticated.user() + ", groups "
                    + authenticated.groups().replace(",", ", ");
        } else if (hop instanceof AuthorizationHop authorized) {
            return (authorized.allowed() ? "authorizes it: " : "forbids it: ")
                    + authorized.user()
                    + (authorized.allowed() ? " may " : " may not ")
                    + authorized.request()
                    + (authorized.reason().isEmpty() ? "" : " (" + authorized.reason() + ")");
        } else if (hop instanceof AdmissionHop admission) {
            return "admission: " + admission.plugin() + " " + admission.outcome();
        }
        return ofComponent(hop);
    }

    private static String ofComponent(Hop hop) {
        if (hop instanceof DeliveryHop delivery) {
            return delivery.listed()
                    ? "starts to watch, and finds " + delivery.object() + " in its first list"
                    : "learns by its watch that " + delivery.object() + " was " + delivery.change();
        } else if (hop instanceof BackoffHop backoff) {
            return "has waited long enough to look at " + backoff.key() + " again"
                    + (backoff.failures() == 0 ? "" : ", after " + backoff.failures() + " failures in a row");
        } else if (hop instanceof DequeueHop taken) {
            return "takes " + taken.key() + " from the queue " + taken.queue();
        } else if (hop instanceof AttemptHop attempt) {
            return "takes pod " + attempt.pod() + " from its queue, attempt " + attempt.attempt() + ", and looks at "
                    + attempt.nodes() + " nodes: filters, then scores";
        } else if (hop instanceof ContainerHop started) {
            return "starts container " + started.container();
        } else {
            StatusHop status = (StatusHop) hop;
            return "has a new status to report: " + status.phase() + (status.ready() ? ", ready" : ", not ready");
        }
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
