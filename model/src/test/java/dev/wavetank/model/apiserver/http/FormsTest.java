package dev.wavetank.model.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.gotext.GoJsonReader;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Objects in other forms and other versions, over the wire. */
class FormsTest {

    private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";
    private static final String TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io";
    private static final String PARTIAL = "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io";
    private static final String PARTIAL_LIST = "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io";

    private final WireServer server = new WireServer(KubernetesVersion.V1_20);

    private void create(String name) {
        server.done("POST", CONFIG_MAPS, "{'metadata':{'name':'" + name + "'},'data':{'a':'1','b':'2'}}");
    }

    private Map<?, ?> tree(String target, String accept) {
        return (Map<?, ?>) GoJsonReader.parse(server.get(target, accept).body());
    }

    private static Object at(Object tree, String path) {
        Object value = tree;
        for (String step : path.split("\\.")) {
            value = value instanceof List<?> list ? list.get(Integer.parseInt(step)) : ((Map<?, ?>) value).get(step);
        }
        return value;
    }

    @Test
    void a_list_becomes_a_table_whose_ages_are_of_virtual_time() {
        create("x");
        server.runFor(150 * VirtualTime.SECOND);
        Map<?, ?> table = tree(CONFIG_MAPS, TABLE + ",application/json");
        assertThat(table.get("kind")).isEqualTo("Table");
        assertThat(table.get("apiVersion")).isEqualTo("meta.k8s.io/v1");
        assertThat(at(table, "columnDefinitions.1.name")).isEqualTo("Data");
        assertThat((List<?>) at(table, "rows.0.cells")).isEqualTo(List.of("x", 2L, "2m31s"));
        assertThat(at(table, "rows.0.object.kind")).isEqualTo("PartialObjectMetadata");
        assertThat(at(table, "metadata.resourceVersion")).isInstanceOf(String.class);
    }

    @Test
    void rows_hold_of_the_object_what_the_client_wants() {
        create("x");
        String one = CONFIG_MAPS + "/x";
        Map<?, ?> none = tree(one + "?includeObject=None", TABLE);
        assertThat(((Map<?, ?>) at(none, "rows.0")).containsKey("object")).isTrue();
        assertThat(at(none, "rows.0.object")).isNull();
        assertThat(at(tree(one + "?includeObject=Object", TABLE), "rows.0.object.data.a"))
                .isEqualTo("1");
        assertThat(at(none, "metadata.resourceVersion"))
                .isEqualTo(at(server.done("GET", one, ""), "metadata.resourceVersion"));
        HttpResponse wrong = server.get(one + "?includeObject=All", TABLE);
        assertThat(wrong.code()).isEqualTo(400);
        assertThat(at(GoJsonReader.parse(wrong.body()), "message"))
                .isEqualTo("Unable to convert to Table as requested: includeObject: Invalid value: \"All\":"
                        + " must be 'Metadata', 'Object', 'None', or empty");
    }

    @Test
    void a_watch_of_tables_defines_columns_once() {
        create("x");
        create("y");
        HttpResponse response = server.get(CONFIG_MAPS + "?watch=1&timeoutSeconds=1", TABLE);
        List<Object> events = new ArrayList<>();
        response.body().lines().forEach(line -> events.add(GoJsonReader.parse(line)));
        assertThat(events).hasSize(2);
        assertThat((List<?>) at(events.get(0), "object.columnDefinitions")).hasSize(3);
        assertThat(((Map<?, ?>) at(events.get(1), "object")).containsKey("columnDefinitions"))
                .isTrue();
        assertThat(at(events.get(1), "object.columnDefinitions")).isNull();
        assertThat(at(events.get(1), "object.rows.0.cells.0")).isEqualTo("y");
    }

    @Test
    void metadata_alone_can_be_had_of_objects_and_of_lists() {
        create("x");
        Map<?, ?> one = tree(CONFIG_MAPS + "/x", PARTIAL);
        assertThat(one.get("kind")).isEqualTo("PartialObjectMetadata");
        assertThat(one.containsKey("data")).isFalse();
        Map<?, ?> list = tree(CONFIG_MAPS, PARTIAL_LIST);
        assertThat(list.get("kind")).isEqualTo("PartialObjectMetadataList");
        assertThat(at(list, "items.0.metadata.name")).isEqualTo("x");
    }

    @ParameterizedTest
    @CsvSource({
        "/x, PartialObjectMetadataList, the requested object is not a list (*core.ConfigMap)",
        "'', PartialObjectMetadata, the requested object is a list (*core.ConfigMapList)"
    })
    void what_cannot_be_had_is_not_acceptable(String path, String wish, String reason) {
        create("x");
        HttpResponse response = server.get(CONFIG_MAPS + path, "application/json;as=" + wish + ";v=v1;g=meta.k8s.io");
        assertThat(response.code()).isEqualTo(406);
        assertThat(at(GoJsonReader.parse(response.body()), "message"))
                .isEqualTo("you requested " + wish + ", but " + reason);
    }

    @Test
    void a_budget_is_one_object_in_all_releases() {
        String budgets = "/apis/policy/v1beta1/namespaces/default/poddisruptionbudgets";
        Map<?, ?> created = server.done("POST", budgets, "{'metadata':{'name':'b'},'spec':{'minAvailable':1}}");
        assertThat(created.get("apiVersion")).isEqualTo("policy/v1beta1");
        assertThat(server.hasKey("/registry/poddisruptionbudgets/default/b")).isTrue();
        assertThat(at(tree(budgets, ""), "apiVersion")).isEqualTo("policy/v1beta1");
        assertThat(server.get("/apis/policy/v1/namespaces/default/poddisruptionbudgets", "")
                        .code())
                .isEqualTo(404);
        assertThat(new WireServer(KubernetesVersion.V1_32)
                        .done("POST", budgets.replace("v1beta1", "v1"), "{'metadata':{'name':'b'},'spec':{}}")
                        .get("apiVersion"))
                .isEqualTo("policy/v1");
    }

    @Test
    void an_event_is_the_same_in_both_groups() {
        String inGroup = "/apis/events.k8s.io/v1/namespaces/default/events";
        server.done(
                "POST",
                inGroup,
                "{'metadata':{'name':'e'},'eventTime':'2026-01-01T00:00:01.000000Z','reason':'R','action':'A',"
                        + "'note':'what','type':'Normal','reportingController':'c','reportingInstance':'i',"
                        + "'regarding':{'kind':'Pod','name':'p','namespace':'default'}}");
        Map<?, ?> core = server.done("GET", "/api/v1/namespaces/default/events/e", "");
        assertThat(core.get("message")).isEqualTo("what");
        assertThat(at(core, "involvedObject.name")).isEqualTo("p");
        assertThat(core.get("apiVersion")).isEqualTo("v1");
        server.done("PATCH", inGroup + "/e", "{'note':'other'}");
        Map<?, ?> group = server.done("GET", inGroup + "/e", "");
        assertThat(group.get("note")).isEqualTo("other");
        assertThat(group.get("apiVersion")).isEqualTo("events.k8s.io/v1");
        assertThat(at(tree(inGroup, TABLE), "rows.0.cells.3")).isEqualTo("pod/p");
    }
}
