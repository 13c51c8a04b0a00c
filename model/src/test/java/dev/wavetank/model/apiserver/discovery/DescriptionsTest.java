package dev.wavetank.model.apiserver.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.apiserver.registry.defaulting.ApiSchema;
import dev.wavetank.model.schema.Schema;
import dev.wavetank.model.schema.ServedKind;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The texts of {@code kubectl explain}: of every kind, and of what users ask for most. */
class DescriptionsTest {

    private static final Descriptions WORDS = Descriptions.load();
    private static final Schema SCHEMA = Schema.load();

    @ParameterizedTest
    @ValueSource(strings = {"v1.8", "v1.20", "v1.32"})
    void every_kind_and_each_of_its_fields_is_described(String version) {
        for (ServedKind kind : ApiSchema.of(KubernetesVersion.parse(version)).kinds()) {
            String type = SCHEMA.typeOf(kind.apiVersion(), kind.kind())
                    .or(() -> SCHEMA.typeOf(kind.kind()))
                    .orElse("");
            if (type.isEmpty()) {
                continue;
            }
            assertThat(WORDS.type(type)).as(type).isPresent();
            SCHEMA.fields(type)
                    .keySet()
                    .forEach(field -> assertThat(WORDS.field(type, field, true))
                            .as(type + "." + field)
                            .isPresent());
        }
    }

    @Test
    void what_is_described_exists() {
        for (String type : WORDS.types()) {
            assertThat(SCHEMA.hasType(type)).as(type).isTrue();
            assertThat(SCHEMA.fields(type).keySet())
                    .as(type)
                    .containsAll(WORDS.fields(type))
                    .containsAll(WORDS.required(type));
        }
    }

    @Test
    void all_fields_of_workloads_pods_and_services_are_described() {
        for (String type : List.of(
                "ObjectMeta",
                "LabelSelector",
                "PodTemplateSpec",
                "PodSpec",
                "Container",
                "Probe",
                "Lifecycle",
                "ContainerPort",
                "EnvVar",
                "EnvVarSource",
                "EnvFromSource",
                "ResourceRequirements",
                "VolumeMount",
                "Affinity",
                "Toleration",
                "TopologySpreadConstraint",
                "DeploymentSpec",
                "DeploymentStatus",
                "DeploymentStrategy",
                "RollingUpdateDeployment",
                "ReplicaSetSpec",
                "ReplicaSetStatus",
                "StatefulSetSpec",
                "DaemonSetSpec",
                "JobSpec",
                "CronJobSpec",
                "CronJobStatus",
                "ReplicationControllerSpec",
                "ServiceSpec",
                "ServicePort",
                "IngressSpec",
                "NetworkPolicySpec",
                "PodDisruptionBudgetSpec",
                "HorizontalPodAutoscalerSpec",
                "v2.HorizontalPodAutoscalerSpec",
                "ResourceQuotaSpec",
                "LimitRangeItem",
                "PolicyRule",
                "RoleRef",
                "Subject")) {
            assertThat(WORDS.fields(type))
                    .as(type)
                    .containsAll(SCHEMA.fields(type).keySet());
        }
    }
}
