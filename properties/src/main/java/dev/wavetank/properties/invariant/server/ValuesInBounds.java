package dev.wavetank.properties.invariant.server;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.api.apps.DaemonSet;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.api.autoscaling.HorizontalPodAutoscaler;
import dev.wavetank.model.api.batch.CronJob;
import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.api.core.LimitRange;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.Service;
import dev.wavetank.model.api.policy.PodDisruptionBudget;
import dev.wavetank.model.quantity.Quantity;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The API server accepts objects whose fields are within their documented bounds, and refuses others by naming the
 * field that is not.
 *
 * <p>Judged are objects of stable versions: what a request without a subresource has stored, and what a creation was
 * refused for. Pods of controllers are left out, because the template was judged that they are made of.
 */
public final class ValuesInBounds implements Invariant {

    private static final int PORT_MAX = 65535;
    private static final int WINDOW_MAX = 3600;
    private static final int LABEL_MAX = 63;
    private static final Pattern WORD = Pattern.compile("[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?");
    private static final Pattern KEY =
            Pattern.compile("([a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?");

    @Override
    public String name() {
        return "ValuesInBounds";
    }

    @Override
    public String reason() {
        return "Controllers and kubelets rely on what they are given: a deadline that is over before pods can be "
                + "available, or a budget with two bounds, has no meaning. A user whose manifest is in order is not "
                + "refused. Judged are objects of stable versions.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "API reference v1.32, Workload Resources, Service Resources and Policy Resources",
                "pkg/apis/core/validation/validation.go; pkg/apis/apps/validation/validation.go; "
                        + "pkg/apis/batch/validation/validation.go; pkg/apis/policy/validation/validation.go; "
                        + "pkg/apis/autoscaling/validation/validation.go (v1.32)");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.API_SERVER, Tag.WORKLOADS, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "The API server accepts new values that are within their documented bounds, and no others.";
    }

    @Override
    public List<? extends Class<?>> records() {
        return List.of(ApiRequest.Create.class, ApiRequest.Update.class, ApiRequest.Patch.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (!(entry.record() instanceof RequestTrace request)) {
            return;
        }
        ApiRequest asked = request.call().request();
        if (!isJudged(asked)) {
            return;
        }
        if (request.response() instanceof ApiResponse.One one) {
            judge(one.object(), FieldBounds.ofAccepted(), outcomes);
        } else if (asked instanceof ApiRequest.Create create
                && request.response() instanceof ApiResponse.Failed failed
                && failed.status().is(StatusReason.INVALID)) {
            judge(create.body(), FieldBounds.ofRefused(fields(failed.status())), outcomes);
        }
    }

    private static boolean isJudged(ApiRequest asked) {
        if (asked instanceof ApiRequest.Create create) {
            return create.subresource().isEmpty() && isStable(create.resource().version());
        }
        if (asked instanceof ApiRequest.Update update) {
            return update.subresource().isEmpty() && isStable(update.resource().version());
        }
        return asked instanceof ApiRequest.Patch patch
                && patch.subresource().isEmpty()
                && isStable(patch.resource().version());
    }

    private static boolean isStable(String version) {
        return version.equals("v1") || version.equals("v2");
    }

    private static Set<String> fields(Status status) {
        Set<String> fields = new TreeSet<>();
        if (status.details() != null) {
            for (Status.Cause cause : status.details().causes()) {
                fields.add(String.valueOf(cause.field()));
            }
        }
        return fields;
    }

    private void judge(KubernetesObject object, FieldBounds bounds, Outcomes outcomes) {
        check(object, bounds);
        bounds.finding().ifPresent(found -> outcomes.broken(this, ObjectNames.of(object), found));
    }

    private static void check(KubernetesObject object, FieldBounds bounds) {
        labels(object, bounds);
        if (object instanceof Pod pod) {
            if (pod.metadata().ownerReferences().isEmpty()) {
                PodBounds.check(pod.spec(), "spec", bounds);
            }
        } else if (object instanceof Deployment deployment && deployment.spec() != null) {
            WorkloadBounds.check(deployment, bounds);
        } else if (object instanceof StatefulSet set && set.spec() != null) {
            WorkloadBounds.check(set, bounds);
        } else if (object instanceof DaemonSet set && set.spec() != null) {
            WorkloadBounds.check(set, bounds);
        } else if (object instanceof Job job && job.spec() != null) {
            WorkloadBounds.check(job, bounds);
        } else if (object instanceof CronJob cronJob && cronJob.spec() != null) {
            WorkloadBounds.check(cronJob, bounds);
        } else if (object instanceof Service service && service.spec() != null) {
            service(service.spec(), bounds);
        } else if (object instanceof PodDisruptionBudget budget && budget.spec() != null) {
            budget(budget.spec(), bounds);
        } else if (object instanceof HorizontalPodAutoscaler scaler && scaler.spec() != null) {
            autoscaler(scaler.spec(), bounds);
        } else if (object instanceof LimitRange range && bounds.isAccepted()) {
            limits(range, bounds);
        }
    }

    private static void labels(KubernetesObject object, FieldBounds bounds) {
        object.metadata().labels().forEach((key, value) -> {
            bounds.part("metadata.labels", value.length() <= LABEL_MAX, "at most 63 characters each");
            bounds.part(
                    "metadata.labels", value.isEmpty() || WORD.matcher(value).matches(), "letters, digits, -, _ and .");
            bounds.part("metadata.labels", KEY.matcher(key).matches(), "keys such as example.com/name");
        });
    }

    private static void service(Service.Spec spec, FieldBounds bounds) {
        Object type = spec.other().get("type");
        boolean isOpen = "NodePort".equals(type) || "LoadBalancer".equals(type);
        bounds.oneOf("spec.type", type, List.of("ClusterIP", "NodePort", "LoadBalancer", "ExternalName"));
        bounds.oneOf("spec.sessionAffinity", spec.other().get("sessionAffinity"), List.of("None", "ClientIP"));
        boolean isBalanced = spec.other().get("externalTrafficPolicy") != null;
        bounds.part("spec.externalTrafficPolicy", !isBalanced || isOpen, "absent within the cluster");
        bounds.part("spec.clusterIP", !isOpen || !"None".equals(spec.clusterIP()), "an address for ports of nodes");
        boolean needsNone = "None".equals(spec.clusterIP()) || "ExternalName".equals(type);
        bounds.whole("spec.ports", needsNone || !spec.ports().isEmpty(), "one port at least");
        Set<String> names = new TreeSet<>();
        Set<String> numbers = new TreeSet<>();
        for (int i = 0; i < spec.ports().size(); i++) {
            Service.Port port = spec.ports().get(i);
            String at = "spec.ports[" + i + "]";
            String name = Objects.requireNonNullElse(port.name(), "");
            bounds.part(at + ".name", spec.ports().size() == 1 || !name.isEmpty(), "there where ports are several");
            bounds.part(at + ".name", names.add(name), "that of one port");
            bounds.part(at, numbers.add(port.protocol() + "/" + port.port()), "another port than those before it");
            bounds.whole(
                    at + ".port",
                    port.port() != null && port.port() >= 1 && port.port() <= PORT_MAX,
                    "between 1 and " + PORT_MAX);
            boolean hasNodePort = port.nodePort() != null && port.nodePort() != 0;
            bounds.part(at + ".nodePort", isOpen || !hasNodePort, "absent within the cluster");
            bounds.oneOf(at + ".protocol", port.protocol(), List.of("TCP", "UDP", "SCTP"));
        }
    }

    private static void budget(PodDisruptionBudget.Spec spec, FieldBounds bounds) {
        bounds.whole(
                "spec",
                spec.minAvailable() == null || spec.maxUnavailable() == null,
                "one of minAvailable and maxUnavailable");
        share("spec.minAvailable", spec.minAvailable(), bounds);
        share("spec.maxUnavailable", spec.maxUnavailable(), bounds);
    }

    private static void share(String field, @Nullable Object share, FieldBounds bounds) {
        bounds.whole(
                field,
                WorkloadBounds.isNumber(share) && !WorkloadBounds.isMoreThanAll(share),
                "a number or at most 100%");
    }

    /** An autoscaler may have 0 as its least only where an alpha feature permits it. */
    private static void autoscaler(HorizontalPodAutoscaler.Spec spec, FieldBounds bounds) {
        bounds.part("spec.minReplicas", spec.minReplicas() == null || spec.minReplicas() >= 0, "0 or more");
        int most = spec.maxReplicas() == null ? 0 : spec.maxReplicas();
        bounds.whole(
                "spec.maxReplicas",
                most >= 1 && (spec.minReplicas() == null || spec.minReplicas() <= most),
                "1 or more, and minReplicas or more");
        if (spec.behavior() != null) {
            window("scaleUp", spec.behavior().scaleUp(), bounds);
            window("scaleDown", spec.behavior().scaleDown(), bounds);
        }
    }

    private static void window(String direction, HorizontalPodAutoscaler.@Nullable Rules rules, FieldBounds bounds) {
        if (rules != null) {
            bounds.between(
                    "spec.behavior." + direction + ".stabilizationWindowSeconds",
                    0,
                    rules.stabilizationWindowSeconds(),
                    WINDOW_MAX);
        }
    }

    /** No default is below the least or above the most that it may be. */
    private static void limits(LimitRange range, FieldBounds bounds) {
        for (LimitRange.Item item : range.spec().limits()) {
            ordered(item.min(), item.max(), "spec.limits.min", bounds);
            ordered(item.min(), item.defaultRequest(), "spec.limits.defaultRequest", bounds);
            ordered(item.defaultRequest(), item.default_(), "spec.limits.defaultRequest", bounds);
            ordered(item.default_(), item.max(), "spec.limits.default", bounds);
        }
    }

    private static void ordered(Map<String, String> low, Map<String, String> high, String field, FieldBounds bounds) {
        low.forEach((name, least) -> {
            String most = high.get(name);
            boolean holds = most == null || Quantity.parse(least).compareTo(Quantity.parse(most)) <= 0;
            bounds.part(field, holds, "in order with the other limits of " + name);
        });
    }
}
