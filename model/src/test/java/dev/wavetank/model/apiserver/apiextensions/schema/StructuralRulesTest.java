package dev.wavetank.model.apiserver.apiextensions.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is no structural schema, in the words of the server. */
class StructuralRulesTest {

    private static List<String> wrong(String schema) {
        return StructuralRules.findings(SchemaValidationTest.tree(schema), "s").stream()
                .map(Finding::text)
                .toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {} | s.type: Required value: must not be empty at the root
            {'type':'string'} | s.type: Invalid value: "string": must be object at the root
            {'type':'object','properties':{'a':{}}} | s.properties[a].type: Required value: must not be empty for specified object fields
            {'type':'object','properties':{'a':{'type':'array'}}} | s.properties[a].items: Required value: must be specified
            {'type':'object','properties':{'a':{'type':'array','items':{}}}} | s.properties[a].items.type: Required value: must not be empty for specified array items
            {'type':'object','additionalProperties':{'type':'string'}} | s.additionalProperties: Forbidden: must not be used at the root
            {'type':'object','properties':{'a':{'type':'object','additionalProperties':false}}} | s.properties[a].additionalProperties: Forbidden: additionalProperties cannot be set to false
            {'type':'object','properties':{'a':{'type':'string','uniqueItems':true}}} | s.properties[a].uniqueItems: Forbidden: uniqueItems cannot be set to true since the runtime complexity becomes quadratic
            {'type':'object','properties':{'a':{'$ref':'b'}}} | s.properties[a].$ref: Forbidden: $ref is not supported
            {'type':'object','properties':{'a':{'type':'string','anyOf':[{'type':'string'}]}}} | s.properties[a].anyOf[0].type: Forbidden: must be empty to be structural
            {'type':'object','anyOf':[{'required':['a'],'properties':{'b':{}}}]} | s.properties[b]: Required value: because it is defined in s.anyOf[0].properties[b]
            {'type':'object','properties':{'metadata':{'type':'object','properties':{'labels':{'type':'object'}}}}} | s.properties[metadata]: Forbidden: must not specify anything other than name and generateName, but metadata is implicitly specified
            {'type':'object','properties':{'a':{'type':'integer','default':'x'}}} | s.properties[a].default: Invalid value: "string": in body must be of type integer: "string"
            {'type':'object','properties':{'a':{'type':'string','x-kubernetes-list-type':'set'}}} | s.properties[a].type: Invalid value: "string": must be array if x-kubernetes-list-type is specified
            {'type':'object','properties':{'a':{'type':'array','items':{'type':'object'},'x-kubernetes-list-type':'map'}}} | s.properties[a].x-kubernetes-list-map-keys: Required value: must not be empty if x-kubernetes-list-type is map
            """)
    void one_mistake(String schema, String text) {
        assertThat(wrong(schema)).containsExactly(text);
    }

    @Test
    void int_or_string_may_be_spelt_out() {
        assertThat(wrong("{'type':'object','properties':{'a':{'x-kubernetes-int-or-string':true,"
                        + "'anyOf':[{'type':'integer'},{'type':'string'}]}}}"))
                .isEmpty();
    }

    @Test
    void a_full_schema_has_no_mistake() {
        assertThat(wrong("{'type':'object','properties':{'metadata':{'type':'object'},'spec':{'type':'object',"
                        + "'required':['a'],'oneOf':[{'required':['a']},{'required':['b']}],'properties':{"
                        + "'a':{'type':'string','default':'x','pattern':'x'},'b':{'type':'object',"
                        + "'x-kubernetes-preserve-unknown-fields':true},'c':{'type':'array','x-kubernetes-list-type':'map',"
                        + "'x-kubernetes-list-map-keys':['k'],'items':{'type':'object','required':['k'],"
                        + "'properties':{'k':{'type':'string'}}}}}}}}"))
                .isEmpty();
    }
}
