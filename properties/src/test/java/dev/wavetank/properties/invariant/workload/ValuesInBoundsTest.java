package dev.wavetank.properties.invariant.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.properties.invariant.server.ValuesInBounds;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which values the API server has to accept, and which it has to refuse. */
class ValuesInBoundsTest {

    private static final String POD = "{apiVersion: v1, kind: Pod, metadata: {name: it, namespace: default}, spec: ";
    private static final String OF_APPS = "{apiVersion: apps/v1, kind: %s, metadata: {name: it, namespace: default},"
            + " spec: {selector: {matchLabels: {app: a}}, template: {metadata: {labels: {app: a}}, spec: {}}, ";

    /** A refusal that names one field. */
    static Status invalid(String name, String field) {
        Status.Details details = new Status.Details(
                name, null, "Pod", null, List.of(new Status.Cause("FieldValueInvalid", "", field)), null);
        return new Status("Failure", "it is invalid", "Invalid", details, 422);
    }

    private static String manifest(String kind, String spec) {
        return switch (kind) {
            case "Pod" -> POD + "{" + spec + "}}";
            case "Container" -> POD + "{containers: [{name: app, " + spec + "}]}}";
            case "Deployment", "StatefulSet", "DaemonSet" -> OF_APPS.formatted(kind) + spec + "}}";
            case "Job" -> ofBatch(kind, spec + ", template: {spec: {restartPolicy: Never}}");
            case "CronJob" -> ofBatch(kind, spec);
            case "Service" -> object("v1", kind, spec);
            case "LimitRange" -> object("v1", kind, "limits: [{type: Container, " + spec + "}]");
            case "PodDisruptionBudget" -> object("policy/v1", kind, spec);
            default -> object("autoscaling/v2", kind, spec);
        };
    }

    private static String ofBatch(String kind, String spec) {
        return object("batch/v1", kind, spec);
    }

    private static String object(String apiVersion, String kind, String spec) {
        return "{apiVersion: " + apiVersion + ", kind: " + kind + ", metadata: {name: it, namespace: default}, spec: {"
                + spec + "}}";
    }

    private static ResourceType resource(String kind) {
        return switch (kind) {
            case "Deployment" -> Resources.DEPLOYMENTS;
            case "HorizontalPodAutoscaler" -> Resources.HORIZONTAL_POD_AUTOSCALERS;
            default -> Resources.PODS;
        };
    }

    private static Story created(String kind, String spec) {
        KubernetesObject object = Story.read(manifest(kind, spec));
        return new Story(new ValuesInBounds())
                .asked("kubectl-apply", ApiRequest.Create.of(resource(kind), object), new ApiResponse.One(201, object));
    }

    @ParameterizedTest(name = "{0} with {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "Deployment | minReadySeconds: 9, progressDeadlineSeconds: 10",
                "Deployment | replicas: 0, revisionHistoryLimit: 0",
                "Deployment | 'strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 0, maxUnavailable: 100%}}'",
                "StatefulSet | 'updateStrategy: {rollingUpdate: {partition: 0}}'",
                "DaemonSet | minReadySeconds: 0",
                "Job | completionMode: Indexed, completions: 2, backoffLimitPerIndex: 1, maxFailedIndexes: 2",
                "CronJob | startingDeadlineSeconds: 0, concurrencyPolicy: Forbid",
                "Service | 'type: NodePort, ports: [{port: 65535, nodePort: 31000}], externalTrafficPolicy: Local'",
                "PodDisruptionBudget | maxUnavailable: 100%",
                "HorizontalPodAutoscaler | minReplicas: 3, maxReplicas: 3",
                "LimitRange | 'min: {cpu: 100m}, defaultRequest: {cpu: 100m}, default: {cpu: 1}, max: {cpu: 1}'",
                "Container | 'ports: [{containerPort: 65535}], livenessProbe: {successThreshold: 1}'",
                "Container | 'resources: {requests: {cpu: 1}, limits: {cpu: 1000m}}'",
                "Pod | 'tolerations: [{operator: Exists, effect: NoExecute, tolerationSeconds: 3}]'",
                "Pod | 'topologySpreadConstraints: [{maxSkew: 1, minDomains: 1, whenUnsatisfiable: DoNotSchedule}]'"
            })
    void values_at_their_bounds_are_accepted(String kind, String spec) {
        assertThat(created(kind, spec).broken()).isEmpty();
    }

    @ParameterizedTest(name = "{0} with {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "Deployment | minReadySeconds: 10, progressDeadlineSeconds: 10",
                "Deployment | replicas: -1",
                "Deployment | 'strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 0, maxUnavailable: 0%}}'",
                "Deployment | 'strategy: {type: Recreate, rollingUpdate: {maxSurge: 1, maxUnavailable: 1}}'",
                "StatefulSet | podManagementPolicy: Any",
                "DaemonSet | minReadySeconds: -1",
                "Job | completions: 2, backoffLimitPerIndex: 1",
                "Job | completionMode: Indexed, completions: 2, backoffLimitPerIndex: 1, maxFailedIndexes: 3",
                "CronJob | concurrencyPolicy: Never",
                "Service | 'ports: [{port: 65536}]'",
                "Service | 'ports: [{port: 80}, {port: 81, name: b}]'",
                "Service | 'ports: [{port: 80, nodePort: 31000}]'",
                "PodDisruptionBudget | maxUnavailable: 101%",
                "PodDisruptionBudget | minAvailable: 1, maxUnavailable: 1",
                "HorizontalPodAutoscaler | minReplicas: 4, maxReplicas: 3",
                "LimitRange | 'min: {cpu: 200m}, defaultRequest: {cpu: 100m}'",
                "Container | 'ports: [{containerPort: 0}]'",
                "Container | 'livenessProbe: {successThreshold: 2}'",
                "Container | 'resources: {requests: {cpu: 1001m}, limits: {cpu: 1}}'",
                "Container | 'volumeMounts: [{name: nowhere}]'",
                "Pod | 'containers: [{name: a}, {name: a}]'",
                "Pod | 'tolerations: [{key: a, operator: Exists, value: b}]'",
                "Pod | 'topologySpreadConstraints: [{maxSkew: 0}]'"
            })
    void values_beyond_their_bounds_are_refused(String kind, String spec) {
        assertThat(created(kind, spec).broken()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"'', fine", "'restartPolicy: Always', fine", "'restartPolicy: Never', broken"})
    void the_pods_of_a_job_have_to_end(String policy, String outcome) {
        KubernetesObject job = Story.read(ofBatch("Job", "template: {spec: {" + policy + "}}"));

        Story story = new Story(new ValuesInBounds())
                .asked(
                        "kubectl-apply",
                        ApiRequest.Create.of(Resources.JOBS, job),
                        new ApiResponse.Failed(invalid("it", "spec.template.spec.restartPolicy")));

        assertThat(story.broken()).hasSize(outcome.equals("fine") ? 0 : 1);
    }

    @ParameterizedTest(name = "{0} refused for {1}")
    @CsvSource({
        "'{activeDeadlineSeconds: 1}', spec.activeDeadlineSeconds, broken",
        "'{activeDeadlineSeconds: 0}', spec.activeDeadlineSeconds, fine",
        "'{activeDeadlineSeconds: 1}', spec.securityContext, fine"
    })
    void a_refusal_names_a_field_that_is_wrong(String spec, String field, String outcome) {
        KubernetesObject pod = Story.read(POD + spec + "}");

        Story story = new Story(new ValuesInBounds())
                .asked(
                        "kubectl-apply",
                        ApiRequest.Create.of(Resources.PODS, pod),
                        new ApiResponse.Failed(invalid("it", field)));

        assertThat(story.broken()).hasSize(outcome.equals("fine") ? 0 : 1);
    }
}
