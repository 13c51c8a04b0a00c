package dev.wavetank.model.apiserver.printers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.apiserver.resource.ResourceTable;
import dev.wavetank.model.apiserver.resource.ServedResource;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.gotext.GoJsonReader;
import dev.wavetank.model.version.KubernetesVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tables of a real Kubernetes 1.20.2 control plane against those made of the same objects. Where the objects were not
 * recorded, they have the recorded metadata and the fields that the recorded cells stand for.
 */
class RecordedTablesGoldenTest {

    /** When the tables were asked for. */
    private static final Instant NOW = Instant.parse("2026-11-20T20:09:05.5Z");

    private static Map<?, ?> recorded(String name) {
        try (var stream =
                Objects.requireNonNull(RecordedTablesGoldenTest.class.getResourceAsStream(name + ".json"), name)) {
            return (Map<?, ?>) GoJsonReader.parse(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "deployments, apps, v1",
        "events, '', v1",
        "leases, coordination.k8s.io, v1",
        "namespaces, '', v1",
        "nodes, '', v1",
        "pods, '', v1",
        "replicasets, apps, v1",
        "resourcequotas, '', v1"
    })
    void recorded_tables_come_out_of_the_same_objects(String plural, String group, String version) {
        Map<?, ?> expected = recorded(plural);
        ServedResource served = ResourceTable.of(KubernetesVersion.V1_20)
                .find(group, version, plural)
                .orElseThrow();
        Tables tables = new Tables(KubernetesVersion.V1_20, TableColumns.NONE);
        List<Map<String, Object>> objects = new ArrayList<>();
        for (Object row : (List<?>) expected.get("rows")) {
            objects.add(object(plural, (Map<?, ?>) row));
        }
        Map<String, Object> found = tables.table(
                served,
                objects,
                tree((Map<?, ?>) expected.get("metadata")),
                new Tables.Wish("v1", Tables.Include.METADATA, true),
                NOW);
        assertThat(GoJsonReader.parse(new ObjectCodec().json(found))).isEqualTo(expected);
    }

    private static Map<String, Object> tree(Map<?, ?> map) {
        Map<String, Object> tree = new LinkedHashMap<>();
        map.forEach((name, value) -> tree.put((String) name, value));
        return tree;
    }

    private static Map<String, Object> object(String plural, Map<?, ?> row) {
        Map<?, ?> metadata = (Map<?, ?>) ((Map<?, ?>) row.get("object")).get("metadata");
        if (plural.equals("events") || plural.equals("leases")) {
            return fromList(plural, metadata.get("name"));
        }
        String fields = switch (plural) {
            case "deployments" ->
                "'spec':{'replicas':2,'selector':{'matchLabels':{'app':'t'}},'template':"
                        + "{'spec':{'containers':[{'name':'nginx','image':'nginx'}]}}},"
                        + "'status':{'updatedReplicas':2,'readyReplicas':2,'availableReplicas':2}";
            case "replicasets" ->
                "'spec':{'replicas':2,'selector':{'matchLabels':{'pod-template-hash':"
                        + "'5b96868ff6','app':'t'}},'template':{'spec':{'containers':[{'name':'nginx','image':"
                        + "'nginx'}]}}},'status':{'replicas':2,'readyReplicas':2}";
            case "nodes" ->
                "'status':{'conditions':[{'type':'DiskPressure','status':'False'},{'type':'Ready',"
                        + "'status':'True'}],'addresses':[{'type':'InternalIP','address':'192.0.2.2'}],'nodeInfo':"
                        + "{'kubeletVersion':'v1.20.2','osImage':'Debian GNU/Linux 7 (wheezy)','kernelVersion':"
                        + "'3.16.0-0.bpo.4-amd64','containerRuntimeVersion':'fakeRuntime://0.1.0'}}";
            case "namespaces" -> "'status':{'phase':'Active'}";
            case "pods" -> pod((List<?>) row.get("cells"));
            default -> throw new AssertionError("no objects of " + plural);
        };
        Map<String, Object> object = tree((Map<?, ?>) GoJsonReader.parse(("{" + fields + "}").replace('\'', '"')));
        object.put("metadata", metadata);
        return object;
    }

    private static String pod(List<?> cells) {
        boolean ready = cells.get(1).equals("1/1");
        String state = ready ? "'running':{}" : "'terminated':{'exitCode':0,'reason':'Completed'}";
        return "'spec':{'nodeName':'" + cells.get(6) + "','containers':[{'name':'nginx'}]},'status':{'phase':'Running',"
                + "'podIP':'" + cells.get(5) + "','podIPs':[{'ip':'" + cells.get(5) + "'}],'containerStatuses':[{"
                + "'name':'nginx','restartCount':0,'ready':" + ready + ",'state':{" + state + "}}]}";
    }

    private static Map<String, Object> fromList(String plural, Object name) {
        Map<?, ?> lists = recorded("objects-" + plural);
        Map<?, ?> list = plural.equals("events") ? (Map<?, ?>) lists.get("v1") : lists;
        for (Object item : (List<?>) list.get("items")) {
            Map<?, ?> object = (Map<?, ?>) item;
            if (((Map<?, ?>) object.get("metadata")).get("name").equals(name)) {
                return tree(object);
            }
        }
        throw new AssertionError("no object named " + name);
    }
}
