package dev.wavetank.reports.story;

import dev.wavetank.model.trace.hop.CommandHop;
import dev.wavetank.model.trace.hop.ContainerHop;
import dev.wavetank.model.trace.hop.DeliveryHop;
import dev.wavetank.model.trace.hop.DequeueHop;
import dev.wavetank.model.trace.hop.DiscoveryHop;
import dev.wavetank.model.trace.hop.Hop;
import dev.wavetank.model.trace.hop.PullHop;
import dev.wavetank.model.trace.hop.RulesHop;
import dev.wavetank.model.trace.hop.SchedulerHop;
import dev.wavetank.model.trace.hop.SendHop;
import dev.wavetank.model.trace.hop.ServerHop;
import dev.wavetank.model.trace.hop.StatusHop;
import dev.wavetank.model.trace.hop.ThrottleHop;
import dev.wavetank.model.trace.hop.WaitHop;
import dev.wavetank.reports.HumanDuration;
import java.util.stream.Collectors;

/** What the steps between records say. */
final class HopSentences {

    private static final int MOST_SERVICES = 6;

    private HopSentences() {}

    /** The sentence of a step. */
    static String of(Hop hop) {
        if (hop instanceof CommandHop command) {
            return "reads `kubectl " + command.words() + "`, checks it, and makes the objects that it asks for";
        } else if (hop instanceof DiscoveryHop discovery) {
            return "has read what the server serves, " + Sentences.counted(discovery.documents(), "document")
                    + ", and keeps that on its disk";
        } else if (hop instanceof SendHop sending) {
            return "asks the API server to " + sending.request() + ", in version " + sending.groupVersion();
        } else if (hop instanceof ServerHop step) {
            return ofServer(step);
        } else if (hop instanceof WaitHop wait) {
            return ofWait(wait);
        } else if (hop instanceof ThrottleHop throttled) {
            return "may send now: " + throttled.agent() + " had to wait for its rate limit (" + throttled.verb() + " "
                    + throttled.object() + ")";
        } else if (hop instanceof PullHop pull) {
            return "asks its runtime for image " + pull.image() + ", which waited "
                    + HumanDuration.ofNanos(pull.waited()) + " for the pulls before it";
        }
        return ofWorker(hop);
    }

    private static String ofServer(ServerHop hop) {
        if (hop instanceof ServerHop.Authenticated authenticated) {
            return "authenticates " + authenticated.agent() + " by its " + authenticated.method() + ": user "
                    + authenticated.user() + ", groups "
                    + authenticated.groups().replace(",", ", ");
        } else if (hop instanceof ServerHop.Queued queued) {
            return "has a processor free for the request, which waited " + HumanDuration.ofNanos(queued.waited())
                    + " behind others";
        } else if (hop instanceof ServerHop.Authorized authorized) {
            return (authorized.allowed() ? "authorizes it: " : "forbids it: ")
                    + authorized.user()
                    + (authorized.allowed() ? " may " : " may not ")
                    + authorized.request()
                    + why(authorized);
        } else if (hop instanceof ServerHop.Named named) {
            return "generates the name " + named.object() + ", which begins with " + named.prefix();
        }
        ServerHop.Admitted admission = (ServerHop.Admitted) hop;
        return "admission: " + admission.plugin() + " " + admission.outcome();
    }

    private static String why(ServerHop.Authorized authorized) {
        // The reasons of RBAC begin with its name.
        String by = authorized.reason().startsWith(authorized.by()) ? "" : authorized.by();
        String between = by.isEmpty() || authorized.reason().isEmpty() ? "" : ": ";
        String why = by + between + authorized.reason();
        return why.isEmpty() ? "" : " (" + why + ")";
    }

    private static String ofWait(WaitHop hop) {
        if (hop instanceof WaitHop.Started started) {
            return "begins with " + started.part() + ": until now nobody was at work there";
        } else if (hop instanceof WaitHop.BackedOff backoff) {
            return "has waited long enough to look at " + backoff.key() + " again"
                    + (backoff.failures() == 0 ? "" : ", after " + backoff.failures() + failures(backoff.failures()));
        } else if (hop instanceof WaitHop.Refused refused) {
            return "turns to " + refused.key() + " in the queue " + refused.queue() + ", which had to wait while the"
                    + " server refused " + Sentences.counted(refused.refusals(), "request");
        }
        WaitHop.Repeated repeated = (WaitHop.Repeated) hop;
        return "sends again what the server answered with " + repeated.code() + ": " + repeated.agent() + " wants to "
                + repeated.request();
    }

    private static String failures(int count) {
        return count == 1 ? " failure" : " failures in a row";
    }

    private static String ofWorker(Hop hop) {
        if (hop instanceof DeliveryHop delivery) {
            return delivery.listed()
                    ? "finds " + delivery.object() + " in a list, before its watch goes on"
                    : "learns by its watch that " + delivery.object() + " was " + delivery.change();
        } else if (hop instanceof DequeueHop taken) {
            return "takes " + taken.key() + " from the queue " + taken.queue();
        } else if (hop instanceof SchedulerHop.Attempt attempt) {
            return "takes pod " + attempt.pod() + " from its queue, attempt " + attempt.attempt() + ", and looks at "
                    + Sentences.counted(attempt.nodes(), "node") + ": filters, then scores";
        } else if (hop instanceof SchedulerHop.Unschedulable none) {
            return "finds no node for pod " + none.pod() + ": " + none.reason();
        } else if (hop instanceof ContainerHop started) {
            return "starts container " + started.container();
        }
        return hop instanceof RulesHop rules ? of(rules) : of((StatusHop) hop);
    }

    private static String of(RulesHop rules) {
        String services = rules.services().stream()
                .limit(MOST_SERVICES)
                .map(RulesHop.Served::toString)
                .collect(Collectors.joining(", "));
        int more = rules.services().size() - MOST_SERVICES;
        return "has written the rules of its node: " + (services.isEmpty() ? "there is no Service" : services)
                + (more > 0 ? ", and " + more + " more" : "");
    }

    private static String of(StatusHop status) {
        return "has a new status to report: " + status.phase() + (status.ready() ? ", ready" : ", not ready");
    }
}
