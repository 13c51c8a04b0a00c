package dev.wavetank.model.cluster;

import dev.wavetank.model.apiserver.admission.webhook.WebhookServer;
import dev.wavetank.model.apiserver.aggregator.AggregatedApi;
import dev.wavetank.model.apiserver.authz.Attributes;
import dev.wavetank.model.apiserver.authz.Decision;
import dev.wavetank.model.apiserver.authz.webhook.AuthorizationService;
import dev.wavetank.model.apiserver.registry.defaulting.ApiSchema;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.flowcontrol.RateLimit;
import dev.wavetank.model.initializer.Action;
import dev.wavetank.model.initializer.Condition;
import dev.wavetank.model.initializer.Initializer;
import dev.wavetank.model.initializer.Target;
import dev.wavetank.model.metrics.MetricsServer;
import dev.wavetank.model.scenario.AddOn;
import dev.wavetank.model.scenario.TrafficAddOn;
import dev.wavetank.model.scheduler.extender.ExtenderBehavior;
import dev.wavetank.model.scheduler.extender.ExtenderService;
import dev.wavetank.model.schema.SchemaProblem;
import dev.wavetank.model.traffic.LoadBalancers;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.component.Component;
import dev.wavetank.sim.component.Components;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.Network;
import dev.wavetank.sim.random.Distribution;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** Makes the components that a scenario adds to its cluster. */
final class AddOns {

    /** The ratio of the 99th percentile to the median, as that of other latencies with only a median. */
    private static final long TAIL = 6;

    private AddOns() {}

    /**
     * Checks that a version has what the add-ons take part in.
     *
     * @throws IllegalArgumentException when it has not, or an initializer looks at a resource that does not exist
     */
    static void check(List<AddOn> addOns, KubernetesVersion version) {
        for (int i = 0; i < addOns.size(); i++) {
            if (addOns.get(i) instanceof AddOn.Initializer initializer) {
                check(initializer, "cluster.addOns[" + i + "]", version);
            }
        }
    }

    private static void check(AddOn.Initializer initializer, String field, KubernetesVersion version) {
        if (!version.has(Feature.INITIALIZERS)) {
            throw new IllegalArgumentException(field + ": Kubernetes " + version + " has no initializers, which"
                    + " v1.14 removed: take " + initializer.name() + " out, or choose an older profile");
        }
        List<Target> targets;
        try {
            targets = targets(initializer, version);
        } catch (IllegalArgumentException unknown) {
            throw new IllegalArgumentException(field + ".resources: " + unknown.getMessage(), unknown);
        }
        for (Target target : targets) {
            for (SchemaProblem problem : ApiSchema.of(version).check(target.type(), initializer.patch())) {
                // Directives of a patch are fields that no type has.
                if (!(problem instanceof SchemaProblem.UnknownField)) {
                    throw new IllegalArgumentException(field + ".patch." + problem.path() + ": does not fit "
                            + target.resource().plural() + ": " + problem.text());
                }
            }
        }
    }

    /** The groups that add-ons serve behind the API servers. */
    static List<AggregatedApi> aggregated(List<AddOn> addOns) {
        return addOns.stream()
                .filter(AddOn.MetricsServer.class::isInstance)
                .map(addOn -> AggregatedApi.metrics(addOn.component()))
                .toList();
    }

    /** Adds the components of add-ons that are not part of nodes. */
    static void add(
            List<AddOn> addOns,
            Components components,
            Network network,
            Function<String, ApiClient.Credentials> credentials,
            ClusterTraffic traffic,
            KubernetesVersion version) {
        for (AddOn addOn : addOns) {
            String name = addOn.component();
            if (!(addOn.isOnNodes() || addOn instanceof AddOn.Operator)) {
                components.add(
                        name, context -> create(addOn, context, network, credentials.apply(name), traffic, version));
            }
        }
    }

    /**
     * An add-on that has not started.
     *
     * @param credentials of its client
     * @param traffic for load
     */
    private static Component create(
            AddOn addOn,
            Context context,
            Network network,
            ApiClient.Credentials credentials,
            ClusterTraffic traffic,
            KubernetesVersion version) {
        Endpoint endpoint = network.connect(context);
        if (addOn instanceof AddOn.Initializer initializer) {
            ApiClient client = new ApiClient(context, endpoint, credentials, RateLimit.NONE);
            return new Initializer(context, client, settings(initializer, version));
        }
        if (addOn instanceof AddOn.SchedulerExtender extender) {
            ApiClient client = new ApiClient(context, endpoint, credentials, RateLimit.NONE);
            return new ExtenderService(context, endpoint, client, behavior(extender), latency(addOn));
        }
        if (addOn instanceof AddOn.Load load) {
            return traffic.load(load, context, endpoint, new ApiClient(context, endpoint, credentials, RateLimit.NONE));
        }
        if (addOn instanceof TrafficAddOn.LoadBalancer balancer) {
            ApiClient client = new ApiClient(context, endpoint, credentials, RateLimit.NONE);
            return new LoadBalancers(context, client, balancer.range(), balancer.latency(), balancer.readinessGate());
        }
        if (addOn instanceof TrafficAddOn.ClusterDns dns) {
            ApiClient admin = new ApiClient(
                    context,
                    endpoint,
                    new ApiClient.Credentials(credentials.servers(), "admin", credentials.userAgent()),
                    RateLimit.NONE);
            ApiClient client = new ApiClient(context, endpoint, credentials, RateLimit.NONE);
            return traffic.dns(dns, context, client, admin, version);
        }
        if (addOn instanceof AddOn.AdmissionWebhook webhook) {
            return new WebhookServer(context, endpoint, new RuleWebhook(webhook.rules()), latency(addOn));
        }
        if (addOn instanceof AddOn.MetricsServer metrics) {
            ApiClient client = new ApiClient(context, endpoint, credentials, RateLimit.NONE);
            return new MetricsServer(
                    context, endpoint, client, new MetricsServer.Settings(metrics.resolution(), latency(addOn)));
        }
        AddOn.AuthorizationWebhook webhook = (AddOn.AuthorizationWebhook) addOn;
        return new AuthorizationService(context, endpoint, asked -> decision(webhook, asked), latency(addOn));
    }

    private static Initializer.Settings settings(AddOn.Initializer initializer, KubernetesVersion version) {
        return new Initializer.Settings(
                initializer.name(),
                targets(initializer, version),
                new Action(
                        conditions(initializer),
                        ApiSchema.of(version),
                        initializer.patch(),
                        initializer.secretLengthMin()),
                latency(initializer));
    }

    private static List<Condition> conditions(AddOn.Initializer initializer) {
        return initializer.when().stream()
                .map(one -> new Condition(
                        one.get(AddOn.Initializer.NAMESPACE),
                        Long.parseLong(one.getOrDefault(AddOn.Initializer.PORT, "0")),
                        one.get(AddOn.Initializer.ANNOTATION)))
                .toList();
    }

    private static ExtenderBehavior behavior(AddOn.SchedulerExtender extender) {
        return new ExtenderBehavior(
                extender.refusals().stream()
                        .map(rule -> new ExtenderBehavior.Refusal(match(rule), rule.reason()))
                        .toList(),
                extender.scores().stream()
                        .map(rule -> new ExtenderBehavior.Score(match(rule), rule.score()))
                        .toList(),
                extender.errors(),
                extender.codes());
    }

    private static ExtenderBehavior.Match match(AddOn.SchedulerExtender.Rule rule) {
        return new ExtenderBehavior.Match(rule.nodes(), rule.labels());
    }

    private static List<Target> targets(AddOn.Initializer initializer, KubernetesVersion version) {
        return initializer.resources().stream()
                .map(name -> Target.of(ApiSchema.of(version), name))
                .toList();
    }

    private static Distribution latency(AddOn addOn) {
        return addOn.latency() == 0
                ? new Distribution.Constant(0)
                : new Distribution.LogNormal(addOn.latency(), TAIL * addOn.latency());
    }

    private static Decision decision(AddOn.AuthorizationWebhook webhook, Attributes asked) {
        for (AddOn.AuthorizationWebhook.Rule rule : webhook.rules()) {
            if (matches(rule.match(), asked)) {
                return switch (rule.answer()) {
                    case "allow" -> new Decision(Decision.Kind.ALLOW, rule.reason());
                    case "deny" -> new Decision(Decision.Kind.DENY, rule.reason());
                    default -> Decision.noOpinion(rule.reason());
                };
            }
        }
        return Decision.NO_OPINION;
    }

    private static boolean matches(Map<String, String> match, Attributes asked) {
        return match.entrySet().stream().allMatch(field -> matches(field.getKey(), field.getValue(), asked));
    }

    private static boolean matches(String field, String value, Attributes asked) {
        return switch (field) {
            case "user" -> value.equals(asked.user().name());
            case "group" -> asked.user().isIn(value);
            case "verb" -> value.equals(asked.verb());
            case "path" -> asked.target() instanceof Attributes.Path path && value.equals(path.path());
            default -> asked.target() instanceof Attributes.Resource resource && value.equals(of(resource, field));
        };
    }

    private static String of(Attributes.Resource resource, String field) {
        return switch (field) {
            case "apiGroup" -> resource.group();
            case "resource" -> resource.plural();
            case "subresource" -> resource.subresource();
            case "namespace" -> resource.namespace();
            case "name" -> resource.name();
            default -> throw new IllegalArgumentException(String.format(Locale.ROOT, "no field %s", field));
        };
    }
}
