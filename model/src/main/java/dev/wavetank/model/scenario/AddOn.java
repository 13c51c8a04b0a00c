package dev.wavetank.model.scenario;

import dev.wavetank.sim.VirtualTime;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A component of a cluster that is not part of Kubernetes, and whose behaviour a scenario describes. It crashes and is
 * cut off as any other component.
 */
public sealed interface AddOn
        permits AddOn.AuthorizationWebhook,
                AddOn.AdmissionWebhook,
                AddOn.SchedulerExtender,
                AddOn.MetricsServer,
                AddOn.Operator,
                AddOn.Load,
                AddOn.Initializer,
                PodNetworkAddOn,
                TrafficAddOn {

    /** How long an add-on takes for one answer when the scenario does not say, in nanoseconds. */
    long DEFAULT_LATENCY = 2 * VirtualTime.MILLISECOND;

    /** Name of the component. */
    String component();

    /** Whether it is on nodes, with components of other names. */
    default boolean isOnNodes() {
        return false;
    }

    /** Median time of one answer in nanoseconds, without the network. */
    long latency();

    /**
     * A service that the authorization mode {@code Webhook} asks.
     *
     * @param host of its URL
     * @param latency see {@link AddOn#latency}
     * @param rules the first that matches a review answers it; it has no opinion without
     */
    record AuthorizationWebhook(String host, long latency, List<Rule> rules) implements AddOn {

        /** The fields of a review that a rule may name. */
        public static final List<String> FIELDS =
                List.of("user", "group", "verb", "apiGroup", "resource", "subresource", "namespace", "name", "path");

        /** The answers that a rule may give. */
        public static final List<String> ANSWERS = List.of("allow", "deny", "noOpinion");

        /**
         * One rule.
         *
         * @param match values of some of {@link #FIELDS}; all of them must be those of the review
         * @param answer one of {@link #ANSWERS}
         * @param reason that the answer names; may be empty
         */
        public record Rule(Map<String, String> match, String answer, String reason) {

            /** Sorts the fields. */
            public Rule {
                match = Collections.unmodifiableMap(new TreeMap<>(match));
            }
        }

        /** Keeps a copy. */
        public AuthorizationWebhook {
            rules = List.copyOf(rules);
        }

        @Override
        public String component() {
            return ComponentNames.WEBHOOKS + host;
        }
    }

    /**
     * A server of admission webhooks, which objects of the kinds ValidatingWebhookConfiguration and
     * MutatingWebhookConfiguration name.
     *
     * @param address host of the URL of its {@code clientConfig}, or NAMESPACE/NAME of the service there
     * @param latency see {@link AddOn#latency}
     * @param rules the first that matches a review answers it; without one the write goes on
     */
    record AdmissionWebhook(String address, long latency, List<Rule> rules) implements AddOn {

        /** The fields of a review that a rule may name; a label or annotation is {@code NAME} or {@code NAME=VALUE}. */
        public static final List<String> FIELDS = List.of(
                "operation",
                "apiGroup",
                "resource",
                "subresource",
                "namespace",
                "name",
                "path",
                "user",
                "group",
                "label",
                "annotation");

        /** The answer that refuses. */
        public static final String DENY = "deny";

        /** The answers that a rule may give. */
        public static final List<String> ANSWERS = List.of("allow", DENY);

        /** The status code of a refusal unless a rule has another. */
        public static final int FORBIDDEN = 403;

        /**
         * One rule.
         *
         * @param match values of some of {@link #FIELDS}; all of them must be those of the review
         * @param denies whether the write may not go on
         * @param code status code of a refusal
         * @param reason text of a refusal; may be empty
         * @param patch operations of a JSON patch that a mutating webhook answers with; empty for none
         */
        public record Rule(
                Map<String, String> match, boolean denies, int code, String reason, List<Map<String, Object>> patch) {

            /** Sorts the fields, and keeps copies. */
            public Rule {
                match = Collections.unmodifiableMap(new TreeMap<>(match));
                patch = List.copyOf(patch);
            }
        }

        /** Keeps a copy. */
        public AdmissionWebhook {
            rules = List.copyOf(rules);
        }

        @Override
        public String component() {
            return ComponentNames.WEBHOOKS + address;
        }
    }

    /**
     * A service that schedulers ask ({@code extenders} of their configuration).
     *
     * @param host of its URL, with the port when the URL has one
     * @param latency see {@link AddOn#latency}
     * @param refusals the first that matches a node refuses it; others pass
     * @param scores the first that matches a node gives it its score; others have 0
     * @param errors text of the error that answers carry, by {@link #VERBS_WITH_ERRORS verb}
     * @param codes status codes that are answered in the place of a result, by verb
     */
    record SchedulerExtender(
            String host,
            long latency,
            List<Rule> refusals,
            List<Rule> scores,
            Map<String, String> errors,
            Map<String, Integer> codes)
            implements AddOn {

        /** What stands before the name of such a component. */
        public static final String PREFIX = "extender/";

        /** The last parts of the URLs that it serves. */
        public static final List<String> VERBS = List.of("filter", "prioritize", "preempt", "bind");

        /** Those whose answers can carry a text of an error. */
        public static final List<String> VERBS_WITH_ERRORS = List.of("filter", "bind");

        /**
         * What it says about some nodes.
         *
         * @param nodes names of nodes; empty for any
         * @param labels that a node must have; empty for any
         * @param reason why they are refused; empty in a rule about scores
         * @param score their score; 0 in a rule about refusals
         */
        public record Rule(List<String> nodes, Map<String, String> labels, String reason, long score) {

            /** Keeps copies. */
            public Rule {
                nodes = List.copyOf(nodes);
                labels = Collections.unmodifiableMap(new TreeMap<>(labels));
            }
        }

        /** Keeps copies. */
        public SchedulerExtender {
            refusals = List.copyOf(refusals);
            scores = List.copyOf(scores);
            errors = Collections.unmodifiableMap(new TreeMap<>(errors));
            codes = Collections.unmodifiableMap(new TreeMap<>(codes));
        }

        @Override
        public String component() {
            return PREFIX + host;
        }
    }

    /**
     * A metrics server, which {@code kubectl top} asks.
     *
     * @param latency see {@link AddOn#latency}
     * @param resolution from one measurement to the next in nanoseconds ({@code --metric-resolution})
     */
    record MetricsServer(long latency, long resolution) implements AddOn {

        /** How often the real one measures (v0.6). */
        public static final long DEFAULT_RESOLUTION = 15 * VirtualTime.SECOND;

        /** Name of the component. */
        public static final String NAME = "metrics-server";

        @Override
        public String component() {
            return NAME;
        }
    }

    /**
     * A process of the user's with controllers of its own, which the parts of the cluster bring: {@code
     * ClusterParts.withOperator}. Several instances of one operator elect a leader.
     *
     * @param name of the operator, of its service account in the namespace {@code default}, and of its lease
     * @param instance tells it from others of the operator; empty for the only one
     */
    record Operator(String name, String instance) implements AddOn {

        /** What stands before the name of such a component. */
        public static final String PREFIX = "operator/";

        @Override
        public String component() {
            return instance.isEmpty() ? PREFIX + name : PREFIX + name + "/" + instance;
        }

        /** Nobody asks it. */
        @Override
        public long latency() {
            return 0;
        }
    }

    /**
     * Clients in the cluster that send requests to a Service, each over a connection of its own. It makes a cluster
     * have a kube-proxy on every node.
     *
     * @param name of the load
     * @param namespace of the Service
     * @param service to which they connect
     * @param port of the Service; 0 for its first
     * @param from node of the clients, or to which those outside send; empty for all nodes in turn
     * @param outside by what clients outside the cluster come in: {@link #NODE_PORT} or {@link #BALANCER}; empty for
     *     clients inside
     * @param start virtual time of the first request, in nanoseconds
     * @param span for how long there are requests, in nanoseconds
     * @param rate mean number of requests a second
     * @param timeout after which a client gives up, in nanoseconds
     * @param work mean time for which a process works on a request, in nanoseconds
     */
    record Load(
            String name,
            String namespace,
            String service,
            int port,
            String from,
            String outside,
            long start,
            long span,
            double rate,
            long timeout,
            long work)
            implements AddOn {

        /** The prefix of the names of the components. */
        public static final String PREFIX = "load/";

        /** Clients come in by the port that the Service has on every node. */
        public static final String NODE_PORT = "nodePort";

        /** Clients come in by the Service's load balancer. */
        public static final String BALANCER = "loadBalancer";

        @Override
        public String component() {
            return PREFIX + name;
        }

        /** It answers nobody. */
        @Override
        public long latency() {
            return 0;
        }
    }

    /**
     * A controller that finishes new objects before others see them (v1.7 to v1.13). It acts on an object when its name
     * is the first of those that the object waits for.
     *
     * @param name as objects of the kind {@code InitializerConfiguration} name it
     * @param resources plural names of what it looks at, such as {@code pods} or {@code deployments.apps}
     * @param when it acts on objects of which one of these conditions holds, and lets others pass; empty for all.
     *     A condition is values of some of {@link #CONDITIONS}, all of which must hold
     * @param latency see {@link AddOn#latency}
     * @param patch strategic merge patch that it applies; empty for none
     * @param secretLengthMin least number of characters of each value of a Secret; 0 when it refuses none
     */
    record Initializer(
            String name,
            List<String> resources,
            List<Map<String, String>> when,
            long latency,
            Map<String, Object> patch,
            int secretLengthMin)
            implements AddOn {

        /** The condition that an object is in this namespace. */
        public static final String NAMESPACE = "namespace";

        /** The condition that a container of the object, or of its template, has this port. */
        public static final String PORT = "port";

        /** The condition that the object has this annotation, {@code NAME} or {@code NAME=VALUE}. */
        public static final String ANNOTATION = "annotation";

        /** What a condition may name. */
        public static final List<String> CONDITIONS = List.of(NAMESPACE, PORT, ANNOTATION);

        /** What stands before the name of such a component. */
        public static final String PREFIX = "initializer/";

        /** Keeps copies. */
        public Initializer {
            resources = List.copyOf(resources);
            when = List.copyOf(when);
            patch = Collections.unmodifiableMap(new LinkedHashMap<>(patch));
        }

        @Override
        public String component() {
            return PREFIX + name;
        }
    }
}
