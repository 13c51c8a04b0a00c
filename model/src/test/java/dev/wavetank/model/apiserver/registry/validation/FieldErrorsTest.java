package dev.wavetank.model.apiserver.registry.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.version.KubernetesVersion;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Texts of validation that differ between versions. */
class FieldErrorsTest {

    @ParameterizedTest
    @CsvSource({
        "V1_15, must have at most 10 characters, must be no more than 63 characters",
        "V1_16, must have at most 10 bytes, must be no more than 63 characters",
        "V1_31, must have at most 10 bytes, must be no more than 63 characters",
        "V1_32, may not be more than 10 bytes, must be no more than 63 bytes",
    })
    void lengths_are_said_as_the_version_says_them(KubernetesVersion version, String tooLong, String tooLongName) {
        FieldErrors errors = new FieldErrors(version);

        errors.tooLong("data", 10);
        errors.invalid("metadata.name", "\"x\"", "must be no more than 63 characters");

        assertThat(errors.status("", "Secret", "s").message())
                .isEqualTo("Secret \"s\" is invalid: [data: Too long: " + tooLong
                        + ", metadata.name: Invalid value: \"x\": " + tooLongName + "]");
    }
}
