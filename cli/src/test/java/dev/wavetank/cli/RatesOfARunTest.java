package dev.wavetank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RatesOfARunTest {

    @TempDir
    Path directory;

    @Test
    void a_report_counts_requests_and_pods_and_leaves_the_run_as_it_is() throws IOException {
        Invocation plain = Invocation.of("run", "../examples/web.yaml");
        Invocation reported = Invocation.of("run", "../examples/web.yaml", "--report=" + directory);
        String series = Files.readString(directory.resolve("series.csv"));

        assertThat(fingerprint(reported)).isEqualTo(fingerprint(plain));
        assertThat(series)
                .contains("api_requests,replicaset-controller,create,pods,,", "api_requests,kubelet,get,configmaps,,")
                .containsPattern("pods_ready,,,,,\\d+\\.\\d+,3\\.0\n");
        assertThat(directory.resolve("stages.txt"))
                .content()
                .containsPattern("pod_startup_latency +created to seen ready, without the pull of images +3 +0 ");
    }

    @Test
    void refused_requests_are_counted_apart_and_drawn() throws IOException {
        String file = InputFile.write(
                directory, "web.yaml", InputFile.DEPLOYMENT.replaceFirst("replicas: \\d+", "replicas: 60"));
        Path report = directory.resolve("report");
        Invocation.of(
                "run",
                file,
                "--set",
                "kube-apiserver.max-mutating-requests-inflight=1",
                "--set",
                "etcd.commit-latency=20ms",
                "--report=" + report);

        assertThat(report.resolve("series.csv")).content().contains("api_requests_refused,kubelet,");
        assertThat(report.resolve("report.html")).content().contains("refused (429), of all");
    }

    private static String fingerprint(Invocation run) {
        return run.out().replaceAll("(?s).*\nfingerprint +(\\w+).*", "$1");
    }
}
