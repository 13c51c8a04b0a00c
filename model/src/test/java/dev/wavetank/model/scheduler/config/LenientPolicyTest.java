package dev.wavetank.model.scheduler.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.model.scheduler.config.file.ConfigurationReader;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.Collections;
import org.junit.jupiter.api.Test;

/** Fields of policy files that are not known, such as the version of an extender in the documents of v1.8. */
class LenientPolicyTest {

    private static final String POLICY = """
            {"kind": "Policy", "apiVersion": "v1",
             "extenders": [{"urlPrefix": "http://127.0.0.1:12346/scheduler", "apiVersion": "v1beta1",
                            "filterVerb": "filter", "weight": 5, "enableHttps": false}]}
            """;

    private static SchedulerConfiguration read(KubernetesVersion version) {
        return ConfigurationReader.read(
                new ConfigurationReader.Flags(null, POLICY, AlgorithmProvider.DEFAULT),
                version,
                Collections.emptySet());
    }

    @Test
    void an_old_scheduler_passes_over_them_and_a_run_says_so() {
        SchedulerConfiguration configuration = read(KubernetesVersion.V1_8);

        assertThat(configuration.extenders()).hasSize(1);
        assertThat(configuration.unusedFields()).containsExactly("extenders[0].apiVersion");
    }

    @Test
    void a_newer_one_refuses_them() {
        assertThatThrownBy(() -> read(KubernetesVersion.V1_20))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("found unknown field: apiVersion");
    }
}
