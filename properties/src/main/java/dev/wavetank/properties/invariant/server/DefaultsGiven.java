package dev.wavetank.properties.invariant.server;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.apps.DaemonSet;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.api.batch.CronJob;
import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.api.core.Service;
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
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A new object has the default values of the documentation in the fields that its creator left out, and all others
 * as they were asked for.
 *
 * <p>Manifests are short because of them: one pod without {@code replicas}, 30 s of grace, a quarter more and a quarter
 * less pods in a roll-out (Kubernetes API reference, v1.32; {@code SetDefaults} of pkg/apis). Objects of a version
 * {@code v1} of their group are judged, by the request that created them; admission plugins and webhooks have no say
 * in these fields.
 */
public final class DefaultsGiven implements Invariant {

    private static final SortedMap<String, Long> PROBES = new TreeMap<>(
            Map.of("timeoutSeconds", 1L, "periodSeconds", 10L, "successThreshold", 1L, "failureThreshold", 3L));

    @Override
    public String name() {
        return "DefaultsGiven";
    }

    @Override
    public String reason() {
        return "Manifests are short because of the defaults: one pod without replicas, 30 seconds of grace, a "
                + "quarter more and a quarter less pods in a roll-out. A wrong default changes what every such "
                + "manifest means. Objects of a version v1 of their group are judged, by the request that created "
                + "them.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "API reference v1.32, Workload Resources and Service Resources",
                "pkg/apis/apps/v1/defaults.go; pkg/apis/core/v1/defaults.go; pkg/apis/batch/v1/defaults.go "
                        + "(v1.32)");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.API_SERVER, Tag.WORKLOADS, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "A new object has the documented defaults in the fields that its creator left out.";
    }

    @Override
    public List<? extends Class<?>> records() {
        return List.of(ApiRequest.Create.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof RequestTrace request
                && request.call().request() instanceof ApiRequest.Create create
                && create.subresource().isEmpty()
                && create.resource().version().equals("v1")
                && request.response() instanceof ApiResponse.One one
                && one.object().getClass() == create.body().getClass()) {
            new Comparison(one.object(), outcomes).compare(create.body(), one.object());
        }
    }

    /** Compares what was asked for with what is there. */
    private final class Comparison {

        private final KubernetesObject stored;
        private final Outcomes outcomes;

        private Comparison(KubernetesObject stored, Outcomes outcomes) {
            this.stored = stored;
            this.outcomes = outcomes;
        }

        private void field(String name, @Nullable Object asked, @Nullable Object found, Object otherwise) {
            Object expected = asked == null ? otherwise : asked;
            if (!expected.equals(found) && !String.valueOf(expected).equals(String.valueOf(found))) {
                outcomes.broken(
                        DefaultsGiven.this,
                        ObjectNames.of(stored),
                        "has " + name + " " + found + ", expected " + expected
                                + (asked == null ? ", the default" : ", as it was created"));
            }
        }

        private void compare(KubernetesObject asked, KubernetesObject found) {
            if (asked instanceof Pod before && found instanceof Pod after) {
                pod(before.spec(), after.spec());
            } else if (asked instanceof Deployment before && found instanceof Deployment after) {
                deployment(before.spec(), after.spec());
            } else if (asked instanceof StatefulSet before && found instanceof StatefulSet after) {
                statefulSet(before.spec(), after.spec());
            } else if (asked instanceof DaemonSet before && found instanceof DaemonSet after) {
                daemonSet(before.spec(), after.spec());
            } else if (asked instanceof Job before && found instanceof Job after) {
                job(before, after);
            } else if (asked instanceof CronJob before && found instanceof CronJob after) {
                field(
                        "concurrencyPolicy",
                        before.spec().concurrencyPolicy(),
                        after.spec().concurrencyPolicy(),
                        "Allow");
                field("suspend", before.spec().suspend(), after.spec().suspend(), false);
                field(
                        "successfulJobsHistoryLimit",
                        before.spec().successfulJobsHistoryLimit(),
                        after.spec().successfulJobsHistoryLimit(),
                        3);
                field(
                        "failedJobsHistoryLimit",
                        before.spec().failedJobsHistoryLimit(),
                        after.spec().failedJobsHistoryLimit(),
                        1);
            } else if (asked instanceof Service before && found instanceof Service after) {
                service(before.spec(), after.spec());
            }
        }

        private void deployment(Deployment.Spec asked, Deployment.Spec found) {
            field("replicas", asked.replicas(), found.replicas(), 1);
            field("revisionHistoryLimit", asked.revisionHistoryLimit(), found.revisionHistoryLimit(), 10);
            field("progressDeadlineSeconds", asked.progressDeadlineSeconds(), found.progressDeadlineSeconds(), 600);
            Deployment.Strategy strategy = asked.strategy();
            String type = strategy == null ? null : strategy.type();
            field("strategy", type, found.strategy().type(), "RollingUpdate");
            if (found.strategy().rollingUpdate() != null) {
                Deployment.RollingUpdate update = strategy == null ? null : strategy.rollingUpdate();
                Deployment.RollingUpdate given = found.strategy().rollingUpdate();
                field("maxSurge", update == null ? null : update.maxSurge(), given.maxSurge(), "25%");
                field("maxUnavailable", update == null ? null : update.maxUnavailable(), given.maxUnavailable(), "25%");
            }
            pod(asked.template().spec(), found.template().spec());
        }

        private void statefulSet(StatefulSet.Spec asked, StatefulSet.Spec found) {
            field("replicas", asked.replicas(), found.replicas(), 1);
            field("revisionHistoryLimit", asked.revisionHistoryLimit(), found.revisionHistoryLimit(), 10);
            field("podManagementPolicy", asked.podManagementPolicy(), found.podManagementPolicy(), "OrderedReady");
            String type = asked.updateStrategy() == null
                    ? null
                    : asked.updateStrategy().type();
            field("updateStrategy", type, found.updateStrategy().type(), "RollingUpdate");
            pod(asked.template().spec(), found.template().spec());
        }

        private void daemonSet(DaemonSet.Spec asked, DaemonSet.Spec found) {
            field("revisionHistoryLimit", asked.revisionHistoryLimit(), found.revisionHistoryLimit(), 10);
            DaemonSet.UpdateStrategy strategy = asked.updateStrategy();
            field(
                    "updateStrategy",
                    strategy == null ? null : strategy.type(),
                    found.updateStrategy().type(),
                    "RollingUpdate");
            if (found.updateStrategy().rollingUpdate() != null) {
                DaemonSet.RollingUpdate update = strategy == null ? null : strategy.rollingUpdate();
                field(
                        "maxUnavailable",
                        update == null ? null : update.maxUnavailable(),
                        found.updateStrategy().rollingUpdate().maxUnavailable(),
                        1);
            }
            pod(asked.template().spec(), found.template().spec());
        }

        private void job(Job asked, Job found) {
            field("backoffLimit", asked.spec().backoffLimit(), found.spec().backoffLimit(), backoffLimit(asked));
            field("parallelism", asked.spec().parallelism(), found.spec().parallelism(), 1);
            if (asked.spec().parallelism() == null) {
                field("completions", asked.spec().completions(), found.spec().completions(), 1);
            }
            pod(asked.spec().template().spec(), found.spec().template().spec());
        }

        /** With a limit per index there is none over all. */
        private static int backoffLimit(Job job) {
            return job.spec().backoffLimitPerIndex() == null ? 6 : Integer.MAX_VALUE;
        }

        private void service(Service.Spec asked, Service.Spec found) {
            field("type", asked.other().get("type"), found.other().get("type"), "ClusterIP");
            field(
                    "sessionAffinity",
                    asked.other().get("sessionAffinity"),
                    found.other().get("sessionAffinity"),
                    "None");
            for (int i = 0; i < Math.min(asked.ports().size(), found.ports().size()); i++) {
                Service.Port port = asked.ports().get(i);
                field("protocol", port.protocol(), found.ports().get(i).protocol(), "TCP");
                field("targetPort", port.targetPort(), found.ports().get(i).targetPort(), port.port());
            }
        }

        /** Up to v1.33 a StatefulSet may have a template without a spec. */
        private void pod(@Nullable PodSpec asked, @Nullable PodSpec found) {
            if (asked == null || found == null) {
                return;
            }
            field("restartPolicy", asked.restartPolicy(), found.restartPolicy(), "Always");
            field("dnsPolicy", asked.dnsPolicy(), found.dnsPolicy(), "ClusterFirst");
            field("schedulerName", asked.schedulerName(), found.schedulerName(), "default-scheduler");
            field(
                    "terminationGracePeriodSeconds",
                    asked.terminationGracePeriodSeconds(),
                    found.terminationGracePeriodSeconds(),
                    30);
            for (int i = 0;
                    i < Math.min(asked.containers().size(), found.containers().size());
                    i++) {
                container(asked.containers().get(i), found.containers().get(i));
            }
        }

        private void container(Container asked, Container found) {
            if (!Objects.equals(asked.name(), found.name())
                    || asked.image() == null
                    || !asked.image().equals(found.image())) {
                return;
            }
            field("imagePullPolicy", asked.imagePullPolicy(), found.imagePullPolicy(), pullPolicy(asked.image()));
            probe("readinessProbe", asked.readinessProbe(), found.readinessProbe());
            probe("livenessProbe", asked.livenessProbe(), found.livenessProbe());
        }

        private static String pullPolicy(String image) {
            String name = image.substring(image.lastIndexOf('/') + 1);
            boolean isLatest = !name.contains("@") && (!name.contains(":") || name.endsWith(":latest"));
            return isLatest ? "Always" : "IfNotPresent";
        }

        private void probe(String which, @Nullable Map<String, Object> asked, @Nullable Map<String, Object> found) {
            if (asked != null && found != null) {
                PROBES.forEach((name, value) -> field(which + "." + name, asked.get(name), found.get(name), value));
            }
        }
    }
}
