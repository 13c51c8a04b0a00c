package dev.wavetank.model.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.gotext.GoJsonReader;
import dev.wavetank.model.http.HttpRequest;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.sim.VirtualTime;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A custom resource over HTTP, from its definition to its end. */
class CustomResourcesTest {

    private static final String DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    private static final String DEFINITION = DEFINITIONS + "/crontabs.stable.example.com";
    private static final String CRONTABS = "/apis/stable.example.com/v1/namespaces/default/crontabs";
    private static final String MERGE = "application/merge-patch+json";

    private static final String SCHEMA = "{'type':'object','properties':{"
            + "'spec':{'type':'object','required':['cronSpec'],'properties':{"
            + "'cronSpec':{'type':'string','pattern':'^[0-9 *]+$'},"
            + "'replicas':{'type':'integer','minimum':1,'maximum':10,'default':1},"
            + "'image':{'type':'string'},"
            + "'ports':{'type':'array','x-kubernetes-list-type':'map','x-kubernetes-list-map-keys':['name'],"
            + "'items':{'type':'object','required':['name'],'properties':{'name':{'type':'string'},"
            + "'port':{'type':'integer'}}}}}},"
            + "'status':{'type':'object','properties':{'replicas':{'type':'integer'},'phase':{'type':'string',"
            + "'enum':['Idle','Busy']},'labelSelector':{'type':'string'}}}}}";

    private final RecordedCluster cluster = new RecordedCluster();

    private static String definition(String more) {
        String version = "'schema':{'openAPIV3Schema':" + SCHEMA + "},'subresources':{'status':{},'scale':{"
                + "'specReplicasPath':'.spec.replicas','statusReplicasPath':'.status.replicas',"
                + "'labelSelectorPath':'.status.labelSelector'}}";
        return ("{'apiVersion':'apiextensions.k8s.io/v1','kind':'CustomResourceDefinition',"
                        + "'metadata':{'name':'crontabs.stable.example.com'},'spec':{'group':'stable.example.com',"
                        + "'scope':'Namespaced','names':{'plural':'crontabs','singular':'crontab','kind':'CronTab',"
                        + "'shortNames':['ct'],'categories':['all']},'versions':["
                        + "{'name':'v1','served':true,'storage':true," + version + "},"
                        + "{'name':'v1beta1','served':true,'storage':false,'deprecated':true," + version + "}]" + more
                        + "}}")
                .replace('\'', '"');
    }

    private static String cronTab(String name, String spec) {
        return ("{'apiVersion':'stable.example.com/v1','kind':'CronTab','metadata':{'name':'" + name + "'},'spec':{"
                        + spec + "}}")
                .replace('\'', '"');
    }

    private HttpResponse send(String method, String target, String contentType, String body) {
        Map<String, String> headers = RecordedCluster.headers(method, "admin");
        headers.put("Content-Type", contentType);
        return cluster.send(HttpRequest.of(method, target, headers, body));
    }

    private HttpResponse send(String method, String target, String body) {
        return send(method, target, "application/json", body);
    }

    private static Map<?, ?> tree(HttpResponse response) {
        return (Map<?, ?>) GoJsonReader.parse(response.body());
    }

    private static Object at(Object tree, String path) {
        Object value = tree;
        for (String field : path.split("\\.")) {
            value = value instanceof List<?> list ? list.get(Integer.parseInt(field)) : ((Map<?, ?>) value).get(field);
        }
        return value;
    }

    private static String message(HttpResponse response) {
        return String.valueOf(tree(response).get("message"));
    }

    private void define() {
        assertThat(send("POST", DEFINITIONS, definition("")).code()).isEqualTo(201);
        cluster.runFor(VirtualTime.SECOND);
    }

    @Test
    void a_resource_is_served_only_after_its_definition_was_established() {
        assertThat(send("GET", CRONTABS, "").body()).isEqualTo("404 page not found\n");
        HttpResponse created = send("POST", DEFINITIONS, definition(""));
        assertThat(created.code()).isEqualTo(201);
        assertThat(at(tree(created), "status.storedVersions")).isEqualTo(List.of("v1"));
        assertThat(at(tree(created), "spec.names.listKind")).isEqualTo("CronTabList");
        cluster.runFor(VirtualTime.SECOND);

        Map<?, ?> definition = tree(send("GET", DEFINITION, ""));
        assertThat(at(definition, "status.acceptedNames.plural")).isEqualTo("crontabs");
        assertThat(((List<?>) at(definition, "status.conditions"))
                        .stream()
                                .map(condition -> at(condition, "type") + "=" + at(condition, "status") + " "
                                        + at(condition, "reason") + ": " + at(condition, "message")))
                .containsExactly(
                        "NamesAccepted=True NoConflicts: no conflicts found",
                        "Established=True InitialNamesAccepted: the initial names have been accepted");
        HttpResponse list = send("GET", CRONTABS, "");
        assertThat(list.code()).isEqualTo(200);
        assertThat(at(tree(list), "kind")).isEqualTo("CronTabList");
    }

    @Test
    void discovery_tells_of_the_resource_and_its_subresources() {
        define();
        List<?> resources = (List<?>) at(tree(send("GET", "/apis/stable.example.com/v1", "")), "resources");
        assertThat(resources.stream().map(resource -> at(resource, "name")))
                .containsExactly("crontabs", "crontabs/status", "crontabs/scale");
        assertThat(at(resources.get(0), "shortNames")).isEqualTo(List.of("ct"));
        assertThat(send("GET", "/apis/stable.example.com", "").body()).contains("\"v1beta1\"");
    }

    @Test
    void a_definition_with_mistakes_is_refused_in_the_words_of_the_server() {
        HttpResponse refused = send(
                "POST",
                DEFINITIONS,
                definition("")
                        .replace("\"storage\":true", "\"storage\":false")
                        .replace("\"Namespaced\"", "\"Nowhere\""));
        assertThat(refused.code()).isEqualTo(422);
        assertThat(message(refused))
                .startsWith("CustomResourceDefinition.apiextensions.k8s.io \"crontabs.stable.example.com\" is"
                        + " invalid: [spec.scope: Unsupported value: \"Nowhere\": supported values: \"Cluster\","
                        + " \"Namespaced\", spec.versions: Invalid value: ")
                .contains(": must have exactly one version marked as storage version");
        HttpResponse misnamed =
                send("POST", DEFINITIONS, definition("").replace("\"crontabs.stable", "\"other.stable"));
        assertThat(message(misnamed))
                .isEqualTo("CustomResourceDefinition.apiextensions.k8s.io \"other.stable.example.com\" is invalid:"
                        + " metadata.name: Invalid value: \"other.stable.example.com\": must be"
                        + " spec.names.plural+\".\"+spec.group");
    }

    @Test
    void objects_are_pruned_defaulted_and_validated() {
        define();
        HttpResponse created = send("POST", CRONTABS, cronTab("a", "'cronSpec':'* *','unknown':1"));
        assertThat(created.code()).isEqualTo(201);
        assertThat(tree(created).get("spec")).isEqualTo(Map.of("cronSpec", "* *", "replicas", 1L));
        assertThat(at(tree(created), "metadata.generation")).isEqualTo(1L);

        HttpResponse refused = send("POST", CRONTABS, cronTab("b", "'cronSpec':'bad','replicas':'three'"));
        assertThat(refused.code()).isEqualTo(422);
        assertThat(message(refused))
                .isEqualTo("CronTab.stable.example.com \"b\" is invalid: [spec.cronSpec: Invalid value: \"bad\":"
                        + " spec.cronSpec in body should match '^[0-9 *]+$', spec.replicas: Invalid value:"
                        + " \"string\": spec.replicas in body must be of type integer: \"string\"]");
        assertThat(message(send("POST", CRONTABS, cronTab("b", "'replicas':15"))))
                .isEqualTo("CronTab.stable.example.com \"b\" is invalid: [spec.replicas: Invalid value: 15:"
                        + " spec.replicas in body should be less than or equal to 10, spec.cronSpec: Required value]");
    }

    @Test
    void what_is_no_object_of_the_kind_is_refused() {
        define();
        String good = cronTab("a", "'cronSpec':'* *'");
        assertThat(message(send("POST", CRONTABS, good.replace("example.com/v1", "example.com/v2"))))
                .isEqualTo("the API version in the data (stable.example.com/v2) does not match the expected API version"
                        + " (stable.example.com/v1)");
        assertThat(message(send("POST", CRONTABS, good.replace("CronTab", "Service"))))
                .isEqualTo("CronTab.stable.example.com \"a\" is invalid: kind: Invalid value: \"Service\": must be"
                        + " CronTab");
        assertThat(message(send("POST", CRONTABS, good.replace("\"kind\":\"CronTab\",", ""))))
                .contains("Object 'Kind' is missing in '{\"apiVersion\"");
    }

    @Test
    void patches_change_the_object_but_strategic_merge_is_not_known() {
        define();
        send("POST", CRONTABS, cronTab("a", "'cronSpec':'* *'"));
        HttpResponse merged = send("PATCH", CRONTABS + "/a", MERGE, "{\"spec\":{\"replicas\":3,\"image\":\"i\"}}");
        assertThat(at(tree(merged), "spec.replicas")).isEqualTo(3L);
        assertThat(at(tree(merged), "metadata.generation")).isEqualTo(2L);
        HttpResponse json = send(
                "PATCH",
                CRONTABS + "/a",
                "application/json-patch+json",
                "[{\"op\":\"remove\",\"path\":\"/spec/replicas\"}]");
        assertThat(at(tree(json), "spec.replicas")).isEqualTo(1L);
        HttpResponse strategic = send("PATCH", CRONTABS + "/a", "application/strategic-merge-patch+json", "{}");
        assertThat(strategic.code()).isEqualTo(415);
        assertThat(message(strategic))
                .isEqualTo("the body of the request was in an unknown format - accepted media types include:"
                        + " application/json-patch+json, application/merge-patch+json,"
                        + " application/apply-patch+yaml");
    }

    @Test
    void the_status_is_written_on_its_own() {
        define();
        send("POST", CRONTABS, cronTab("a", "'cronSpec':'* *'").replace("}}", "},\"status\":{\"phase\":\"Busy\"}}"));
        assertThat(send("GET", CRONTABS + "/a", "").body()).doesNotContain("\"status\"");

        String both = "{\"spec\":{\"replicas\":7},\"status\":{\"phase\":\"Idle\",\"replicas\":2}}";
        Map<?, ?> status = tree(send("PATCH", CRONTABS + "/a/status", MERGE, both));
        assertThat(at(status, "status.phase")).isEqualTo("Idle");
        assertThat(at(status, "spec.replicas")).isEqualTo(1L);
        assertThat(at(status, "metadata.generation")).isEqualTo(1L);

        Map<?, ?> spec = tree(send("PATCH", CRONTABS + "/a", MERGE, both.replace("Idle", "Busy")));
        assertThat(at(spec, "status.phase")).isEqualTo("Idle");
        assertThat(at(spec, "spec.replicas")).isEqualTo(7L);
        assertThat(at(spec, "metadata.generation")).isEqualTo(2L);

        HttpResponse refused = send("PATCH", CRONTABS + "/a/status", MERGE, "{\"status\":{\"phase\":\"Lost\"}}");
        assertThat(message(refused))
                .isEqualTo("CronTab.stable.example.com \"a\" is invalid: status.phase: Unsupported value: \"Lost\":"
                        + " supported values: \"Idle\", \"Busy\"");
    }

    @Test
    void an_update_must_name_the_version_that_it_replaces() {
        define();
        String made = send("POST", CRONTABS, cronTab("a", "'cronSpec':'* *'")).body();
        HttpResponse blind = send("PUT", CRONTABS + "/a", cronTab("a", "'cronSpec':'1'"));
        assertThat(message(blind))
                .contains("metadata.resourceVersion: Invalid value: 0x0: must be specified for an update");
        assertThat(send("PUT", CRONTABS + "/a", made.replace("* *", "1")).code())
                .isEqualTo(200);
        HttpResponse late = send("PUT", CRONTABS + "/a", made.replace("* *", "2"));
        assertThat(late.code()).isEqualTo(409);
    }

    @Test
    void the_scale_is_found_by_the_paths_of_the_definition() {
        define();
        send("POST", CRONTABS, cronTab("a", "'cronSpec':'* *','replicas':4"));
        send("PATCH", CRONTABS + "/a/status", MERGE, "{\"status\":{\"replicas\":2,\"labelSelector\":\"app=a\"}}");
        Map<?, ?> scale = tree(send("GET", CRONTABS + "/a/scale", ""));
        assertThat(scale.get("kind")).isEqualTo("Scale");
        assertThat(scale.get("spec")).isEqualTo(Map.of("replicas", 4L));
        assertThat(scale.get("status")).isEqualTo(Map.of("replicas", 2L, "selector", "app=a"));
        Map<?, ?> scaled = tree(send("PATCH", CRONTABS + "/a/scale", MERGE, "{\"spec\":{\"replicas\":6}}"));
        assertThat(scaled.get("spec")).isEqualTo(Map.of("replicas", 6L));
        assertThat(at(tree(send("GET", CRONTABS + "/a", "")), "spec.replicas")).isEqualTo(6L);
    }

    @Test
    void every_version_shows_the_same_objects_and_old_ones_warn() {
        define();
        send("POST", CRONTABS, cronTab("a", "'cronSpec':'* *'"));
        HttpResponse old = send("GET", CRONTABS.replace("/v1/", "/v1beta1/") + "/a", "");
        assertThat(at(tree(old), "apiVersion")).isEqualTo("stable.example.com/v1beta1");
        assertThat(old.headers())
                .containsEntry("Warning", "299 - \"stable.example.com/v1beta1 CronTab is deprecated\"");
        HttpResponse made = send(
                "POST",
                CRONTABS.replace("/v1/", "/v1beta1/"),
                cronTab("b", "'cronSpec':'* *'").replace("com/v1\"", "com/v1beta1\""));
        assertThat(made.code()).as(made.body()).isEqualTo(201);
        assertThat(at(tree(send("GET", CRONTABS + "/b", "")), "apiVersion")).isEqualTo("stable.example.com/v1");
    }

    @Test
    void appliers_own_the_items_of_lists_that_are_maps() {
        define();
        String apply = "application/apply-patch+yaml";
        String first = cronTab("a", "'cronSpec':'* *','ports':[{'name':'http','port':80}]");
        HttpResponse one = send("PATCH", CRONTABS + "/a?fieldManager=one", apply, first);
        assertThat(one.code()).as(one.body()).isEqualTo(201);
        String second = cronTab("a", "'ports':[{'name':'dns','port':53}]");
        HttpResponse two = send("PATCH", CRONTABS + "/a?fieldManager=two", apply, second);
        assertThat(two.code()).as(two.body()).isEqualTo(200);
        assertThat((List<?>) at(tree(two), "spec.ports")).hasSize(2);
        HttpResponse three = send(
                "PATCH",
                CRONTABS + "/a?fieldManager=three",
                apply,
                cronTab("a", "'ports':[{'name':'http','port':81}]"));
        assertThat(three.code()).isEqualTo(409);
        assertThat(message(three)).contains("conflict with \"one\": .spec.ports[name=\"http\"].port");
    }

    @Test
    void a_watch_tells_what_happens_and_ends_with_the_definition() {
        define();
        String revision = String.valueOf(at(tree(send("GET", CRONTABS, "")), "metadata.resourceVersion"));
        send("POST", CRONTABS, cronTab("a", "'cronSpec':'* *'"));
        send("PATCH", CRONTABS + "/a", MERGE, "{\"spec\":{\"replicas\":3}}");
        send("DELETE", CRONTABS + "/a", "");
        HttpResponse watched = send(
                "GET",
                CRONTABS.replace("/v1/", "/v1beta1/") + "?watch=true&timeoutSeconds=1&resourceVersion=" + revision,
                "");
        assertThat(Stream.of(watched.body().split("\n")).map(line -> at(GoJsonReader.parse(line), "type")))
                .containsExactly("ADDED", "MODIFIED", "DELETED");
        assertThat(watched.body()).contains("\"stable.example.com/v1beta1\"");
    }

    @Test
    void the_objects_go_with_their_definition() {
        define();
        send("POST", CRONTABS, cronTab("a", "'cronSpec':'* *'"));
        send(
                "POST",
                CRONTABS,
                cronTab("kept", "'cronSpec':'* *'").replace("\"name\"", "\"finalizers\":[\"example.com/x\"],\"name\""));
        Map<?, ?> deleted = tree(send("DELETE", DEFINITION, ""));
        assertThat(at(deleted, "metadata.finalizers")).isEqualTo(List.of("customresourcecleanup.apiextensions.k8s.io"));
        cluster.runFor(VirtualTime.SECOND);
        HttpResponse late = send("POST", CRONTABS, cronTab("b", "'cronSpec':'* *'"));
        assertThat(late.code()).isEqualTo(405);
        cluster.runFor(20 * VirtualTime.SECOND);
        Map<?, ?> left = tree(send("GET", CRONTABS, ""));
        assertThat((List<?>) left.get("items")).hasSize(1);

        send("PATCH", CRONTABS + "/kept", MERGE, "{\"metadata\":{\"finalizers\":null}}");
        cluster.runFor(20 * VirtualTime.SECOND);
        assertThat(send("GET", DEFINITION, "").code()).isEqualTo(404);
        assertThat(send("GET", CRONTABS, "").code()).isEqualTo(404);
        assertThat(send("POST", DEFINITIONS, definition("")).code()).isEqualTo(201);
        cluster.runFor(VirtualTime.SECOND);
        assertThat((List<?>) tree(send("GET", CRONTABS, "")).get("items")).isEmpty();
    }

    @Test
    void names_that_are_taken_are_not_accepted() {
        define();
        String rival = definition("")
                .replace("\"crontabs", "\"rivals")
                .replace("\"plural\":\"crontabs\"", "\"plural\":\"rivals\"")
                .replace("\"singular\":\"crontab\"", "\"singular\":\"rival\"");
        HttpResponse made = send("POST", DEFINITIONS, rival);
        assertThat(made.code()).as(made.body()).isEqualTo(201);
        cluster.runFor(VirtualTime.SECOND);
        String rivals = DEFINITIONS + "/rivals.stable.example.com";
        assertThat(send("GET", rivals, "").body())
                .contains("\"reason\":\"ListKindConflict\"", "\\\"CronTabList\\\" is already in use")
                .contains("\"reason\":\"NotAccepted\"", "not all names are accepted");
        assertThat(send("GET", CRONTABS.replace("crontabs", "rivals"), "").code())
                .isEqualTo(404);
        send("DELETE", DEFINITION, "");
        cluster.runFor(20 * VirtualTime.SECOND);
        assertThat(send("GET", rivals, "").body()).contains("\"reason\":\"InitialNamesAccepted\"");
    }
}
