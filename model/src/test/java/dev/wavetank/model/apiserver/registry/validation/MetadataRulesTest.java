package dev.wavetank.model.apiserver.registry.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.version.KubernetesVersion;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What names objects may have. */
class MetadataRulesTest {

    @ParameterizedTest
    @CsvSource({
        "V1_32, web-1, ''",
        "V1_36, web-1, ''",
        "V1_32, 1web, a DNS-1035 label must",
        "V1_36, 1web, ''",
        "V1_32, Web, a DNS-1035 label must",
        "V1_36, Web, a lowercase RFC 1123 label must",
        "V1_36, web.1, a lowercase RFC 1123 label must",
    })
    void the_name_of_a_service_may_begin_with_a_digit_in_later_versions(
            KubernetesVersion version, String name, String refusal) {
        FieldErrors errors = new FieldErrors(version);

        MetadataRules.validate(Resources.SERVICES, ObjectMeta.named("default", name), errors);

        if (refusal.isEmpty()) {
            assertThat(errors.isEmpty()).isTrue();
        } else {
            assertThat(errors.status("", "Service", name).message())
                    .startsWith("Service \"" + name + "\" is invalid: metadata.name: Invalid value: \"" + name + "\": "
                            + refusal);
        }
    }
}
