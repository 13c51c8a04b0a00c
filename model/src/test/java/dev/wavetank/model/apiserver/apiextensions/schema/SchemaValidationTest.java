package dev.wavetank.model.apiserver.apiextensions.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.gotext.GoJsonReader;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every invariant of a schema with the words in which its breach is told. */
class SchemaValidationTest {

    static Map<String, Object> tree(String json) {
        return Tree.map(GoJsonReader.parse(json.replace('\'', '"')));
    }

    /** What is wrong with a value of a field {@code spec.x} that has the given schema. */
    private static List<String> wrong(String schema, String value) {
        String object = "{'type':'object','properties':{'spec':{'type':'object','properties':{'x':" + schema + "}}}}";
        return SchemaValidation.findings(StructuralSchema.of(tree(object)), tree("{'spec':{'x':" + value + "}}"))
                .stream()
                .map(Finding::text)
                .toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            'integer' | 'a'   | "string"  | integer | "string"
            'integer' | 1.5   | "number"  | integer | "number"
            'string'  | 1     | "integer" | string  | "integer"
            'boolean' | {}    | "object"  | boolean | "object"
            'object'  | []    | "array"   | object  | "array"
            'array'   | true  | "boolean" | array   | "boolean"
            'string'  | null  | "null"    | string  | "null"
            """)
    void a_value_of_the_wrong_type(String type, String value, String shown, String wanted, String actual) {
        assertThat(wrong("{'type':" + type + "}", value))
                .containsExactly("spec.x: Invalid value: " + shown + ": spec.x in body must be of type " + wanted + ": "
                        + actual);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            'type':'integer','maximum':10 | 11 | Invalid value: 11: spec.x in body should be less than or equal to 10
            'type':'integer','minimum':1 | 0 | Invalid value: 0: spec.x in body should be greater than or equal to 1
            'type':'integer','minimum':1,'exclusiveMinimum':true | 1 | Invalid value: 1: spec.x in body should be greater than 1
            'type':'integer','maximum':1,'exclusiveMaximum':true | 1 | Invalid value: 1: spec.x in body should be less than 1
            'type':'integer','multipleOf':3 | 4 | Invalid value: 4: spec.x in body should be a multiple of 3
            'type':'string','minLength':2 | 'a' | Invalid value: "a": spec.x in body should be at least 2 chars long
            'type':'string','maxLength':2 | 'abc' | Too long: may not be more than 2 bytes
            'type':'string','pattern':'^a+$' | 'b' | Invalid value: "b": spec.x in body should match '^a+$'
            'type':'string','enum':['a','b'] | 'c' | Unsupported value: "c": supported values: "a", "b"
            'type':'integer','enum':[1,2] | 3 | Unsupported value: 3: supported values: "1", "2"
            'type':'string','format':'date-time' | 'now' | Invalid value: "now": spec.x in body must be of type date-time: "now"
            'type':'array','minItems':1,'items':{'type':'string'} | [] | Invalid value: 0: spec.x in body should have at least 1 items
            'type':'array','maxItems':1,'items':{'type':'string'} | ['a','b'] | Too many: 2: must have at most 1 items
            'type':'object','minProperties':1 | {} | Invalid value: 0: spec.x in body should have at least 1 properties
            'x-kubernetes-int-or-string':true | true | Invalid value: "boolean": spec.x in body must be of type integer,string: "boolean"
            'type':'integer','not':{'enum':[1]} | 1 | Invalid value: "": "spec.x" must not validate the schema (not)
            'type':'integer','oneOf':[{'minimum':1},{'minimum':2}] | 3 | Invalid value: "": "spec.x" must validate one and only one schema (oneOf). Found 2 valid alternatives
            """)
    void a_value_out_of_its_bounds(String schema, String value, String text) {
        assertThat(wrong("{" + schema + "}", value)).containsExactly("spec.x: " + text);
    }

    @Test
    void a_required_field_that_is_missing() {
        assertThat(wrong("{'type':'object','required':['y'],'properties':{'y':{'type':'string'}}}", "{}"))
                .containsExactly("spec.x.y: Required value");
    }

    @Test
    void alternatives_of_which_none_fits() {
        assertThat(wrong("{'type':'integer','anyOf':[{'minimum':5},{'enum':[1]}]}", "3"))
                .containsExactly(
                        "spec.x: Invalid value: \"\": \"spec.x\" must validate at least one schema (anyOf)",
                        "spec.x: Invalid value: 3: spec.x in body should be greater than or equal to 5");
    }

    @Test
    void items_and_map_values_are_judged_by_their_own_schemas() {
        assertThat(wrong("{'type':'array','items':{'type':'string'}}", "['a',1]"))
                .containsExactly("spec.x[1]: Invalid value: \"integer\": spec.x[1] in body must be of type string:"
                        + " \"integer\"");
        assertThat(wrong("{'type':'object','additionalProperties':{'type':'string'}}", "{'k':1}"))
                .containsExactly("spec.x.k: Invalid value: \"integer\": spec.x.k in body must be of type string:"
                        + " \"integer\"");
    }

    @Test
    void nothing_is_twice_in_sets_and_maps() {
        assertThat(wrong("{'type':'array','x-kubernetes-list-type':'set','items':{'type':'string'}}", "['a','b','a']"))
                .containsExactly("spec.x[2]: Duplicate value: \"a\"");
        assertThat(wrong(
                        "{'type':'array','x-kubernetes-list-type':'map','x-kubernetes-list-map-keys':['n'],"
                                + "'items':{'type':'object','properties':{'n':{'type':'string'}}}}",
                        "[{'n':'a'},{'n':'a'}]"))
                .containsExactly("spec.x[1]: Duplicate value: map[string]interface {}{\"n\":\"a\"}");
    }

    @Test
    void embedded_objects_say_what_they_are() {
        assertThat(wrong(
                        "{'type':'object','x-kubernetes-embedded-resource':true,"
                                + "'x-kubernetes-preserve-unknown-fields':true}",
                        "{'kind':'Pod','any':1}"))
                .containsExactly("spec.x.apiVersion: Required value: must not be empty");
    }

    @Test
    void what_fits_has_nothing_wrong() {
        assertThat(wrong("{'type':'string','nullable':true}", "null")).isEmpty();
        assertThat(wrong("{'type':'number','minimum':0.5}", "0.5")).isEmpty();
        assertThat(wrong("{'type':'integer'}", "3.0")).isEmpty();
        assertThat(wrong("{'x-kubernetes-int-or-string':true}", "'50%'")).isEmpty();
        assertThat(wrong("{'type':'string','format':'date-time'}", "'2020-01-01T00:00:00Z'"))
                .isEmpty();
    }
}
