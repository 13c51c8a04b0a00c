package dev.wavetank.model.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.gotext.GoJsonReader;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Pages of a list, and bookmarks of a watch, as a real v1.20 server gave them. */
class RecordedPagesGoldenTest {

    /** Of every page of a list of ten nodes: how many there are, how many remain, and what its token says. */
    private static final List<String> RECORDED = List.of(
            "3 of 7 more: {\"v\":\"meta.k8s.io/v1\",\"rv\":(revision),\"start\":\"hollow-2\\u0000\"}",
            "3 of 4 more: {\"v\":\"meta.k8s.io/v1\",\"rv\":(revision),\"start\":\"hollow-5\\u0000\"}",
            "3 of 1 more: {\"v\":\"meta.k8s.io/v1\",\"rv\":(revision),\"start\":\"hollow-8\\u0000\"}",
            "1 of null more: ");

    private static final String EXAMPLE = """
            {"metadata": {"name": "x"}, "spec": {"selector": {"matchLabels": {"a": "b"}}, "template":
            {"metadata": {"labels": {"a": "b"}}, "spec": {"containers": [{"name": "c", "image": "i"}]}}}}
            """;

    @Test
    void a_list_comes_in_the_recorded_pages() {
        RecordedCluster cluster = new RecordedCluster();
        List<String> pages = new ArrayList<>();
        List<Object> revisions = new ArrayList<>();
        Object token = "";
        while (token != null) {
            Map<?, ?> page = cluster.done("GET", "/api/v1/nodes?limit=3&continue=" + token, "");
            Map<?, ?> metadata = (Map<?, ?>) page.get("metadata");
            token = metadata.get("continue");
            revisions.add(metadata.get("resourceVersion"));
            pages.add(((List<?>) page.get("items")).size() + " of " + metadata.get("remainingItemCount") + " more: "
                    + decoded(token));
        }

        assertThat(pages).isEqualTo(RECORDED);
        assertThat(revisions).containsOnly(revisions.get(0));
    }

    private static String decoded(Object token) {
        return token == null
                ? ""
                : new String(Base64.getUrlDecoder().decode(token.toString()), StandardCharsets.UTF_8)
                        .replaceAll("\"rv\":[0-9]+", "\"rv\":(revision)");
    }

    /** Deployments and ReplicaSets of the recording had these empty fields. */
    @Test
    void a_bookmark_is_an_object_that_is_empty_but_for_its_revision() {
        assertThat(bookmark("deployments"))
                .isEqualTo(GoJsonReader.parse("{\"kind\":\"Deployment\",\"apiVersion\":\"apps/v1\",\"metadata\":{"
                        + "\"resourceVersion\":\"(revision)\",\"creationTimestamp\":null},\"spec\":{\"selector\":null,"
                        + "\"template\":{\"metadata\":{\"creationTimestamp\":null},\"spec\":{\"containers\":null}},"
                        + "\"strategy\":{}},\"status\":{}}"));
        assertThat(bookmark("replicasets"))
                .isEqualTo(GoJsonReader.parse("{\"kind\":\"ReplicaSet\",\"apiVersion\":\"apps/v1\",\"metadata\":{"
                        + "\"resourceVersion\":\"(revision)\",\"creationTimestamp\":null},\"spec\":{\"selector\":null,"
                        + "\"template\":{\"metadata\":{\"creationTimestamp\":null},\"spec\":{\"containers\":null}}},"
                        + "\"status\":{\"replicas\":0}}"));
    }

    private static Object bookmark(String plural) {
        HttpWorld world = new HttpWorld(KubernetesVersion.V1_20);
        HttpWorld.Streamed watch =
                world.stream("/apis/apps/v1/" + plural + "?watch=1&allowWatchBookmarks=true&timeoutSeconds=40");
        world.runFor(VirtualTime.SECOND);
        world.send("POST", "/apis/apps/v1/namespaces/default/" + plural, EXAMPLE);
        world.runFor(2 * VirtualTime.MINUTE);
        assertThat(watch.types()).contains("BOOKMARK");
        Map<?, ?> event = watch.events().get(watch.types().indexOf("BOOKMARK"));
        String revision =
                (String) ((Map<?, ?>) ((Map<?, ?>) event.get("object")).get("metadata")).get("resourceVersion");
        return GoJsonReader.parse(RecordedText.of(event.get("object")).replace('"' + revision + '"', "\"(revision)\""));
    }
}
