package dev.wavetank.model.kubelet.cni;

import static dev.wavetank.model.kubelet.cni.NodeUnderTest.DOCUMENTED;
import static dev.wavetank.model.kubelet.cni.NodeUnderTest.container;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.wavetank.model.address.Ipv4Range;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files in {@code --cni-conf-dir}, and the versions of the specification that they ask for. */
class NetworkFilesTest {

    private final NodeUnderTest tested = NodeUnderTest.create();
    private final NetworkDisk disk = tested.disk();
    private final List<CniRequest> calls = tested.calls();

    /** The versions of the specification and what each has: CHECK since 0.4.0, the forms of the result. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0.1.0 | false | cniVersion, ip4, dns",
                "0.2.0 | false | cniVersion, ip4, dns",
                "0.3.0 | false | cniVersion, interfaces, ips, routes, dns",
                "0.3.1 | false | cniVersion, interfaces, ips, routes, dns",
                "0.4.0 | true | cniVersion, interfaces, ips, routes, dns",
                "1.0.0 | true | cniVersion, interfaces, ips, routes, dns"
            })
    void each_version_has_its_operations_and_the_form_of_its_result(String version, boolean checks, String fields) {
        NetworkList network = NetworkList.parse(
                "10.conf", DOCUMENTED.replace("${POD_CIDR}", "10.200.0.0/24").replace("0.3.1", version));
        PluginChain chain = tested.chain();
        CniResult.Success added = (CniResult.Success) chain.add(network, container("one"));
        assertThat(String.join(", ", added.tree().keySet())).isEqualTo(fields);
        assertThat(added.tree()).containsEntry("cniVersion", version);
        if (version.startsWith("0.3") || version.startsWith("0.4")) {
            assertThat(added.tree().toString()).contains("version=4");
        } else {
            assertThat(added.tree().toString()).doesNotContain(" version=4");
        }
        CniResult checked = chain.check(network, container("one"));
        if (checks) {
            assertThat(checked).isInstanceOf(CniResult.Done.class);
        } else {
            assertThat(((CniResult.Failure) checked).code()).isEqualTo(CniError.INCOMPATIBLE_VERSION);
            assertThat(((CniResult.Failure) checked).msg()).endsWith("config version does not allow CHECK");
        }
        assertThat(chain.delete(network, container("one"))).isInstanceOf(CniResult.Done.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"cniVersion\":\"0.3.1\" | 0.3.1",
                "\"x\":1 | 0.1.0",
                "\"cniVersions\":[\"0.3.0\",\"0.4.0\"] | 0.4.0",
                "\"cniVersion\":\"1.0.0\",\"cniVersions\":[\"0.3.0\",\"0.4.0\"] | 1.0.0",
                "\"cniVersions\":[\"0.4.0\",\"7.0.0\"] | 0.4.0"
            })
    void a_list_is_called_with_the_newest_version_that_it_offers_and_plug_ins_know(String versions, String chosen) {
        NetworkList network = NetworkList.parse(
                "a.conflist", "{\"name\":\"n\"," + versions + ",\"plugins\":[{\"type\":\"bridge\"}]}");
        assertThat(network.version()).isEqualTo(chosen);
        assertThat(network.plugins().get(0).version()).isEqualTo(chosen);
    }

    @Test
    void a_list_can_forbid_check() {
        NetworkList network = NetworkList.parse(
                "a.conflist",
                "{\"cniVersion\":\"1.0.0\",\"name\":\"n\",\"disableCheck\":true,\"plugins\":[{\"type\":\"bridge\"}]}");
        assertThat(tested.chain().check(network, container("one"))).isInstanceOf(CniResult.Done.class);
        assertThat(calls).isEmpty();
    }

    @Test
    void the_first_file_by_name_that_is_a_configuration_counts() {
        disk.setStandard(NetworkList::bridge);
        assertThat(disk.network()).as("before the range is known").isNull();
        disk.assign(Ipv4Range.parse("10.1.0.0/24").orElseThrow());
        assertThat(disk.network().name()).isEqualTo("podnet");
        disk.write("20-second.conf", DOCUMENTED.replace("\"bridge\",", "\"second\","));
        disk.write("10-notes.txt", "not one");
        assertThat(disk.network().name()).isEqualTo("second");
        disk.write("05-broken.conf", "{");
        assertThat(disk.network().name()).isEqualTo("second");
        disk.write("06-first.conf", DOCUMENTED);
        assertThat(disk.network().name()).isEqualTo("bridge");
        disk.write("04-notes.txt", "not one");
        assertThat(disk.passedOver())
                .containsOnlyKeys("04-notes.txt", "05-broken.conf")
                .containsEntry("04-notes.txt", "04-notes.txt: its name does not end in .conf, .conflist, .json");
        assertThat(disk.passedOver().get("05-broken.conf"))
                .isEqualTo("05-broken.conf: error parsing configuration: unexpected end of JSON input");
        List.copyOf(disk.files().keySet()).forEach(disk::remove);
        assertThat(disk.network())
                .as("once there were files, an empty directory has no network")
                .isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "a.conf | {} | a.conf: error parsing configuration: missing 'type'",
                "a.conf | [ | a.conf: error parsing configuration: unexpected end of JSON input",
                "a.json | {\"type\":7} | a.json: error parsing configuration: json: cannot unmarshal number into Go struct"
                        + " field NetConf.type of type string",
                "a.conflist | [ | a.conflist: error parsing configuration list: unexpected end of JSON input",
                "a.conflist | {\"name\":\"n\",\"cniVersion\":1} | a.conflist: error parsing configuration list: invalid"
                        + " cniVersion type float64",
                "a.conflist | {\"name\":\"n\",\"plugins\":{}} | a.conflist: error parsing configuration list: invalid"
                        + " 'plugins' type map[string]interface {}",
                "a.conflist | {\"name\":\"n\",\"disableCheck\":\"so\",\"plugins\":[{\"type\":\"x\"}]} | a.conflist: error"
                        + " parsing configuration list: invalid value \"so\" for disableCheck",
                "a.conflist | {} | a.conflist: error parsing configuration list: no name",
                "a.conflist | {\"name\":\"n\"} | a.conflist: error parsing configuration list: no plugins in list",
                "a.conflist | {\"name\":\"n\",\"plugins\":[{}]} | a.conflist: failed to parse plugin config 0: error"
                        + " parsing configuration: missing 'type'"
            })
    void a_file_that_is_no_network_is_refused(String file, String text, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NetworkList.parse(file, text))
                .withMessage(message);
    }
}
