package dev.wavetank.model.kubelet.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PullKeyringTest {

    private final PullKeyring keyring = new PullKeyring();

    private void add(String type, String key, String json) {
        keyring.add(type, Map.of(key, Base64.getEncoder().encodeToString(json.getBytes(StandardCharsets.UTF_8))));
    }

    @ParameterizedTest
    @CsvSource({
        "https://index.docker.io/v1/, app:1, true",
        "docker.io, team/app:1, true",
        "https://index.docker.io/v1/, quay.io/app:1, false",
        "registry.example.com, registry.example.com/team/app:1, true",
        "registry.example.com, other.example.com/app:1, false",
        "registry.example.com, app:1, false",
        "registry.example.com/team, registry.example.com/other/app:1, false",
        "*.example.com, registry.example.com/app:1, true",
        "*.example.com, a.b.example.com/app:1, false",
        "127.0.0.1:5001, 127.0.0.1:5001/app:1, true",
        "127.0.0.1, 127.0.0.1:5001/app:1, false",
    })
    void a_secret_opens_the_registry_that_it_names(String place, String image, boolean opens) {
        add("kubernetes.io/dockerconfigjson", ".dockerconfigjson", "{\"auths\": {\"" + place + "\": {}}}");

        assertThat(keyring.opens(image)).isEqualTo(opens);
    }

    @Test
    void the_older_form_has_no_list_of_its_own() {
        add("kubernetes.io/dockercfg", ".dockercfg", "{\"registry.example.com\": {}}");

        assertThat(keyring.opens("registry.example.com/app:1")).isTrue();
    }

    @Test
    void a_secret_of_another_type_opens_nothing() {
        add("Opaque", ".dockerconfigjson", "{\"auths\": {\"docker.io\": {}}}");
        add("Opaque", "x", "y");

        assertThat(keyring.opens("app:1")).isFalse();
    }
}
