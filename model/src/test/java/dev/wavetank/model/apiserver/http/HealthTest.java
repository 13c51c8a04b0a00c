package dev.wavetank.model.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.version.KubernetesVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The health of a server, as it tells it itself. */
class HealthTest {

    private final WireServer server = new WireServer(KubernetesVersion.V1_32);

    @ParameterizedTest
    @ValueSource(strings = {"healthz", "livez", "readyz"})
    void a_server_is_well_while_etcd_answers(String endpoint) {
        HttpResponse well = server.get("/" + endpoint, "");
        assertThat(well.code()).isEqualTo(200);
        assertThat(well.body()).isEqualTo("ok");
        assertThat(well.headers())
                .containsEntry("Content-Type", "text/plain; charset=utf-8")
                .containsEntry("X-Content-Type-Options", "nosniff");
        assertThat(server.get("/" + endpoint + "?verbose", "").body())
                .startsWith("[+]ping ok\n[+]log ok\n[+]etcd ok\n")
                .endsWith(endpoint + " check passed\n");
        assertThat(server.get("/" + endpoint + "/etcd", "").body()).isEqualTo("ok");
    }

    @ParameterizedTest
    @ValueSource(strings = {"healthz", "livez", "readyz"})
    void a_server_without_etcd_is_not_well_and_says_what_fails(String endpoint) {
        server.crashEtcd();
        HttpResponse ill = server.get("/" + endpoint, "");
        assertThat(ill.code()).isEqualTo(500);
        assertThat(ill.body())
                .startsWith("[+]ping ok\n[+]log ok\n[-]etcd failed: reason withheld\n")
                .endsWith(endpoint + " check failed\n");
        assertThat(server.get("/" + endpoint + "/etcd", "").code()).isEqualTo(500);
        assertThat(server.get("/" + endpoint + "/ping", "").code()).isEqualTo(200);
        HttpResponse excluded = server.get("/" + endpoint + "?exclude=etcd&exclude=etcd-readiness", "");
        assertThat(excluded.code()).isEqualTo(200);
    }

    @Test
    void only_the_later_release_asks_etcd_once_more_whether_it_is_ready() {
        assertThat(server.get("/readyz/etcd-readiness", "").code()).isEqualTo(200);
        assertThat(server.get("/livez/etcd-readiness", "").code()).isEqualTo(404);
        WireServer old = new WireServer(KubernetesVersion.V1_20);
        assertThat(old.get("/readyz/etcd-readiness", "").code()).isEqualTo(404);
        assertThat(old.get("/readyz?verbose", "").body()).endsWith("[+]shutdown ok\nreadyz check passed\n");
    }

    @Test
    void checks_that_are_excluded_but_unknown_are_told() {
        assertThat(server.get("/livez?verbose&exclude=nope&exclude=etcd&exclude=a&exclude=nope", "")
                        .body())
                .contains("[+]etcd excluded: ok\n")
                .contains("warn: some health checks cannot be excluded: no matches for \"a\",\"nope\"\n");
    }
}
