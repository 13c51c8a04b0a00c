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

class ListsOverHttpTest {

    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final String ALL_MAPS = "/api/v1/configmaps";

    private final HttpWorld world = new HttpWorld(KubernetesVersion.V1_20);

    private static List<String> names(Map<?, ?> list) {
        List<String> names = new ArrayList<>();
        for (Object item : (List<?>) list.get("items")) {
            names.add((String) ((Map<?, ?>) ((Map<?, ?>) item).get("metadata")).get("name"));
        }
        return names;
    }

    private static Map<?, ?> metadata(Map<?, ?> list) {
        return (Map<?, ?>) list.get("metadata");
    }

    private void create(String... names) {
        for (String name : names) {
            world.create(MAPS, name);
        }
    }

    private static String decoded(Object token) {
        return new String(Base64.getUrlDecoder().decode((String) token), StandardCharsets.UTF_8);
    }

    private static String token(String json) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(json.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void fields_can_be_required_not_to_have_a_value() {
        create("a", "b", "c");
        assertThat(names(world.get(MAPS + "?fieldSelector=metadata.name!%3Da,metadata.name!%3Dc")))
                .containsExactly("b");
        assertThat(names(world.get(MAPS + "?fieldSelector=metadata.name%3D%3Da,metadata.namespace!%3D")))
                .containsExactly("a");
        assertThat(world.refusal(MAPS + "?fieldSelector=data.k!%3Dx"))
                .isEqualTo("400 \"data.k\" is not a known field selector: only \"metadata.name\","
                        + " \"metadata.namespace\"");
        assertThat(world.refusal(MAPS + "?fieldSelector=data.k"))
                .isEqualTo("400 invalid selector: 'data.k'; can't understand 'data.k'");
    }

    @Test
    void labels_can_be_compared_as_numbers() {
        create("3", "20", "x");
        assertThat(names(world.get(MAPS + "?labelSelector=of%3E3"))).containsExactly("20");
        assertThat(names(world.get(MAPS + "?labelSelector=of%3C20"))).containsExactly("3");
        assertThat(world.refusal(MAPS + "?labelSelector=of%3Ex"))
                .isEqualTo("400 unable to parse requirement: for 'Gt', 'Lt' operators, the value must be an integer");
    }

    @Test
    void a_namespace_has_no_namespaces_in_it() {
        assertThat(world.get("/api/v1/namespaces/default").get("kind")).isEqualTo("Namespace");
        assertThat(world.refusal("/api/v1/namespaces/default/namespaces"))
                .isEqualTo("404 the server could not find the requested resource");
    }

    @Test
    void resources_do_not_answer_to_head() {
        assertThat(world.send("HEAD", MAPS, "").code()).isEqualTo(405);
        assertThat(world.send("HEAD", "/healthz", "").code()).isEqualTo(200);
    }

    @Test
    void every_page_is_read_at_the_revision_of_the_first() {
        create("a", "b", "c", "d", "e");
        Map<?, ?> first = world.get(MAPS + "?limit=2");
        String revision = (String) metadata(first).get("resourceVersion");
        world.send("DELETE", MAPS + "/d", "");
        create("b2");

        Map<?, ?> second =
                world.get(MAPS + "?limit=2&continue=" + metadata(first).get("continue"));
        Map<?, ?> third =
                world.get(MAPS + "?limit=2&continue=" + metadata(second).get("continue"));

        assertThat(names(first)).containsExactly("a", "b");
        assertThat(names(second)).containsExactly("c", "d");
        assertThat(names(third)).containsExactly("e");
        assertThat(metadata(first).get("remainingItemCount")).isEqualTo(3L);
        assertThat(metadata(second).get("remainingItemCount")).isEqualTo(1L);
        assertThat(metadata(third)).isEqualTo(Map.of("resourceVersion", revision));
        assertThat(metadata(second).get("resourceVersion")).isEqualTo(revision);
    }

    @Test
    void a_token_names_the_revision_and_the_next_key_below_the_collection() {
        create("a", "b");
        Object revision = metadata(world.get(MAPS)).get("resourceVersion");
        assertThat(decoded(metadata(world.get(MAPS + "?limit=1")).get("continue")))
                .isEqualTo("{\"v\":\"meta.k8s.io/v1\",\"rv\":" + revision + ",\"start\":\"a\\u0000\"}");
        assertThat(decoded(metadata(world.get(ALL_MAPS + "?limit=1")).get("continue")))
                .isEqualTo("{\"v\":\"meta.k8s.io/v1\",\"rv\":" + revision + ",\"start\":\"default/a\\u0000\"}");
    }

    @Test
    void a_selected_page_is_filled_and_does_not_say_how_many_remain() {
        create("a", "b", "c", "d");
        Map<?, ?> page = world.get(MAPS + "?limit=1&labelSelector=of%20in%20(c,d)");
        assertThat(names(page)).containsExactly("c");
        assertThat(metadata(page).get("continue")).isNotNull();
        assertThat(metadata(page).get("remainingItemCount")).isNull();
    }

    @Test
    void the_one_object_of_a_name_needs_no_pages() {
        create("a", "b");
        Map<?, ?> page = world.get(MAPS + "?limit=1&fieldSelector=metadata.name%3Da");
        assertThat(names(page)).containsExactly("a");
        assertThat(metadata(page).get("continue")).isNull();
    }

    @Test
    void the_watch_cache_ignores_a_limit() {
        create("a", "b");
        assertThat(names(world.get(MAPS + "?limit=1&resourceVersion=0"))).containsExactly("a", "b");
    }

    @Test
    void a_list_at_an_old_revision_is_what_was_there_unless_it_is_compacted() {
        create("a", "b");
        Object revision = metadata(world.get(MAPS)).get("resourceVersion");
        world.send("DELETE", MAPS + "/a", "");
        String exact = MAPS + "?resourceVersionMatch=Exact&resourceVersion=" + revision;
        Map<?, ?> then = world.get(exact);
        assertThat(names(then)).containsExactly("a", "b");
        assertThat(metadata(then).get("resourceVersion")).isEqualTo(revision);
        assertThat(names(world.get(MAPS + "?limit=5&resourceVersion=" + revision)))
                .containsExactly("a", "b");
        assertThat(names(world.get(MAPS + "?resourceVersion=" + revision))).containsExactly("b");
        world.store.compact(world.store.revision());
        assertThat(world.refusal(exact)).isEqualTo("410 The resourceVersion for the provided list is too old.");
    }

    @Test
    void a_continuation_whose_revision_is_compacted_can_go_on_with_what_there_is_now() {
        create("a", "b", "c");
        Object token = metadata(world.get(MAPS + "?limit=1")).get("continue");
        create("b2");
        world.store.compact(world.store.revision());

        Map<?, ?> expired = world.get(MAPS + "?limit=1&continue=" + token);
        assertThat(expired.get("reason")).isEqualTo("Expired");
        assertThat((String) expired.get("message"))
                .startsWith("The provided continue parameter is too old to display a consistent list result.");
        String inconsistent = (String) metadata(expired).get("continue");
        assertThat(names(world.get(MAPS + "?continue=" + inconsistent))).containsExactly("b", "b2", "c");
    }

    @Test
    void a_revision_that_lies_ahead_is_waited_for_by_the_cache_and_refused_at_once_by_the_store() {
        long before = world.now();
        assertThat(world.refusal(MAPS + "?resourceVersion=9999")).startsWith("504 Timeout: Too large resource version");
        assertThat(world.now() - before).isGreaterThan(3 * VirtualTime.SECOND);

        before = world.now();
        Map<?, ?> refused = world.get(MAPS + "?limit=1&resourceVersionMatch=NotOlderThan&resourceVersion=9999");
        assertThat(refused.get("message")).isEqualTo("Timeout: Too large resource version: 9999, current: 8");
        assertThat(((Map<?, ?>) refused.get("details")).get("retryAfterSeconds"))
                .isNull();
        assertThat(world.now() - before).isLessThan(VirtualTime.SECOND);

        assertThat(world.refusal(MAPS + "?limit=1&resourceVersion=9999"))
                .isEqualTo("500 etcdserver: mvcc: required revision is a future revision");
    }

    @Test
    void one_object_is_read_from_the_cache_when_a_revision_is_given() {
        create("a");
        assertThat(world.send("GET", MAPS + "/a?resourceVersion=0", "").code()).isEqualTo(200);
        assertThat(world.refusal(MAPS + "/nope?resourceVersion=0")).isEqualTo("404 configmaps \"nope\" not found");
        assertThat(world.refusal(MAPS + "/a?resourceVersion=9999")).startsWith("504 Timeout: Too large");
        assertThat(world.refusal(MAPS + "/a?resourceVersion=x"))
                .isEqualTo("500 resourceVersion: Invalid value: \"x\": strconv.ParseUint: parsing \"x\":"
                        + " invalid syntax");
    }

    @Test
    void a_revision_that_is_none_is_the_fault_of_the_cache_or_of_the_request() {
        String why = "resourceVersion: Invalid value: \"x\": strconv.ParseUint: parsing \"x\": invalid syntax";
        assertThat(world.refusal(MAPS + "?resourceVersion=x")).isEqualTo("500 " + why);
        assertThat(world.refusal(MAPS + "?resourceVersion=x&limit=1"))
                .isEqualTo("400 invalid resource version: " + why);
    }

    @Test
    void tokens_that_nobody_gave_out_are_refused() {
        String start = "400 invalid continue token: continue key is not valid: ";
        String v1 = "{\"v\":\"meta.k8s.io/v1\",";
        assertThat(world.refusal(MAPS + "?continue=a.b")).isEqualTo(start + "illegal base64 data at input byte 1");
        assertThat(world.refusal(MAPS + "?continue=" + token("{\"v\":\"v2\"}")))
                .isEqualTo(start + "server does not recognize this encoded version \"v2\"");
        assertThat(world.refusal(MAPS + "?continue=" + token(v1 + "\"start\":\"a\"}")))
                .isEqualTo(start + "incorrect encoded start resourceVersion (version meta.k8s.io/v1)");
        assertThat(world.refusal(MAPS + "?continue=" + token(v1 + "\"rv\":3}")))
                .isEqualTo(start + "encoded start key empty (version meta.k8s.io/v1)");
        assertThat(world.refusal(MAPS + "?continue=" + token(v1 + "\"rv\":3,\"start\":\"../b\"}")))
                .isEqualTo(start + "../b");
        String good = token(v1 + "\"rv\":3,\"start\":\"b\"}");
        assertThat(world.refusal(MAPS + "?resourceVersion=3&continue=" + good))
                .isEqualTo("400 specifying resource version is not allowed when using continue");
    }

    @Test
    void a_collection_is_deleted_page_by_page_or_not_at_all() {
        create("a", "b", "c");
        Map<?, ?> dry = (Map<?, ?>) GoJsonReader.parse(
                world.send("DELETE", MAPS + "?dryRun=All", "").body());
        assertThat(names(dry)).containsExactly("a", "b", "c");
        assertThat(names(world.get(MAPS))).containsExactly("a", "b", "c");

        Map<?, ?> page = (Map<?, ?>)
                GoJsonReader.parse(world.send("DELETE", MAPS + "?limit=2", "").body());
        assertThat(page.get("kind")).isEqualTo("ConfigMapList");
        assertThat(names(page)).containsExactly("a", "b");
        assertThat(names(world.get(MAPS))).containsExactly("c");
    }

    @Test
    void a_field_can_be_asked_not_to_have_a_value() {
        create("a", "b", "c", "d", "e");
        Map<?, ?> list = world.get(MAPS + "?fieldSelector=metadata.name!%3Da,metadata.name!%3Dc");

        assertThat((List<?>) list.get("items"))
                .extracting(item -> (Object) ((Map<?, ?>) ((Map<?, ?>) item).get("metadata")).get("name"))
                .containsExactly("b", "d", "e");
        assertThat(world.send("GET", MAPS + "?fieldSelector=data!%3Da", "").code())
                .isEqualTo(400);
    }
}
