package dev.wavetank.model.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What becomes of the good objects of files in which others are bad. */
class SomeBadObjectsTest {

    private static final String FILES = """
            files:
              refused.yaml: |
                {apiVersion: v1, kind: ConfigMap, metadata: {name: one}}
                ---
                {apiVersion: v1, kind: Namespace, metadata: {name: Bad_Name}}
                ---
                {apiVersion: v1, kind: ConfigMap, metadata: {name: two}}
              type.yaml: |
                {apiVersion: v1, kind: ConfigMap, metadata: {name: three}, data: {a: [1]}}
                ---
                {apiVersion: v1, kind: ConfigMap, metadata: {name: four}}
              kind.yaml: |
                {apiVersion: v1, kind: ConfigMap, metadata: {name: five}}
                ---
                {apiVersion: v1, kind: Confisg, metadata: {name: x, namespace: team}}
                ---
                {apiVersion: v1, kind: ConfigMap, metadata: {name: six}}
              field.yaml: |
                {apiVersion: v1, kind: ConfigMap, metadata: {name: seven}, dada: {}}
                ---
                {apiVersion: v1, kind: ConfigMap, metadata: {name: eight}}
              syntax.yaml: |
                {apiVersion: v1, kind: ConfigMap, metadata: {name: nine}}
                ---
                {apiVersion: v1, kind: ConfigMap, metadata: {name: ten
                ---
                {apiVersion: v1, kind: ConfigMap, metadata: {name: eleven}}
            """;

    private static List<String> typed(String version, String... commands) {
        StringBuilder timeline = new StringBuilder();
        for (int i = 0; i < commands.length; i++) {
            timeline.append("- {at: ")
                    .append(10 + i)
                    .append("s, kubectl: ")
                    .append(commands[i])
                    .append("}\n");
        }
        return TypedCommands.outputs(timeline + "cluster: {profile: " + version + "}\n" + FILES);
    }

    @Test
    void what_the_server_refuses_stops_nothing_else() {
        List<String> outputs = typed("v1.32", "apply -f refused.yaml -f type.yaml", "apply -f type.yaml");
        assertThat(outputs.get(0))
                .startsWith("1 configmap/one created\nconfigmap/two created\nconfigmap/four created\n"
                        + "The Namespace \"Bad_Name\" is invalid: metadata.name: ")
                .endsWith(
                        "Error from server (BadRequest): error when creating \"type.yaml\": ConfigMap in version \"v1\""
                                + " cannot be handled as a ConfigMap: json: cannot unmarshal array into Go struct field"
                                + " ConfigMap.data of type string\n");
        assertThat(outputs.get(1)).startsWith("1 configmap/four unchanged\nError from server (BadRequest): ");
    }

    @Test
    void a_kind_that_nobody_serves_is_named_at_the_end() {
        assertThat(typed("v1.32", "create -f kind.yaml", "delete -f kind.yaml"))
                .containsExactly(
                        "1 configmap/five created\nconfigmap/six created\nerror: resource mapping not found for name: \"x\""
                                + " namespace: \"team\" from \"kind.yaml\": no matches for kind \"Confisg\" in version"
                                + " \"v1\"\nensure CRDs are installed first\n",
                        "1 configmap \"five\" deleted\nconfigmap \"six\" deleted\nerror: resource mapping not found for"
                                + " name: \"x\" namespace: \"team\" from \"kind.yaml\": no matches for kind \"Confisg\" in"
                                + " version \"v1\"\nensure CRDs are installed first\n");
        assertThat(typed("v1.20", "create -f kind.yaml"))
                .containsExactly("1 configmap/five created\nconfigmap/six created\nerror: unable to recognize"
                        + " \"kind.yaml\": no matches for kind \"Confisg\" in version \"v1\"\n");
    }

    @Test
    void what_kubectl_itself_validates_stops_nothing_else() {
        assertThat(typed("v1.20", "apply -f field.yaml -f type.yaml"))
                .containsExactly("1 configmap/eight created\nconfigmap/four created\n"
                        + "error validating \"field.yaml\": error validating data: ValidationError(ConfigMap): unknown"
                        + " field \"dada\" in io.k8s.api.core.v1.ConfigMap; if you choose to ignore these errors, turn"
                        + " validation off with --validate=false\n"
                        + "error validating \"type.yaml\": error validating data: ValidationError(ConfigMap.data.a):"
                        + " invalid type for io.k8s.api.core.v1.ConfigMap.data: got \"array\", expected \"string\"; if"
                        + " you choose to ignore these errors, turn validation off with --validate=false\n");
    }

    @Test
    void documents_before_the_place_where_a_file_ceases_to_be_yaml_are_taken() {
        List<String> outputs = typed("v1.32", "apply -f syntax.yaml -f refused.yaml", "get configmaps -o name");
        assertThat(outputs.get(0))
                .startsWith("1 configmap/nine created\nconfigmap/one created\nconfigmap/two created\n")
                .contains("syntax.yaml:");
        assertThat(outputs.get(1)).doesNotContain("ten", "eleven");
    }

    @Test
    void a_file_whose_only_object_is_bad_ends_the_command() {
        assertThat(typed("v1.32", "delete -f type.yaml -n other", "get -f type.yaml"))
                .allSatisfy(output -> assertThat(output).contains("\"three\" not found", "\"four\" not found"));
    }
}
