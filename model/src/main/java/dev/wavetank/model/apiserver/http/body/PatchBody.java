package dev.wavetank.model.apiserver.http.body;

import dev.wavetank.model.api.Status;
import dev.wavetank.model.apiserver.http.message.Refusal;
import dev.wavetank.model.codec.TreeDepth;
import dev.wavetank.model.gotext.GoJson;
import dev.wavetank.model.gotext.GoJsonReader;
import dev.wavetank.model.http.HttpRequest;
import dev.wavetank.model.schema.SchemaProblem;
import dev.wavetank.model.yaml.ManifestException;
import dev.wavetank.model.yaml.YamlDocument;
import dev.wavetank.model.yaml.YamlReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the bodies of patches. */
public final class PatchBody {

    private static final List<String> OF_OPERATION = List.of("op", "path", "from", "value");
    /** How the real server begins what it finds in operations. */
    private static final String OF_OPERATIONS = "json patch ";

    private PatchBody() {}

    /**
     * The tree of a patch.
     *
     * @param found takes fields that are given twice, and fields that operations do not have
     * @throws Refusal in the words of the library that the real server uses for patches of that type
     */
    public static Object read(HttpRequest request, String type, List<String> found) {
        if (type.contains("yaml")) {
            try {
                List<YamlDocument> documents = YamlReader.read("patch", request.text());
                return documents.isEmpty()
                        ? new LinkedHashMap<String, Object>()
                        : documents.get(0).root();
            } catch (ManifestException mistake) {
                throw new Refusal(
                        Status.badRequest("error decoding YAML: error converting YAML to JSON: " + mistake.goText()));
            }
        }
        boolean operations = type.contains("json-patch");
        Object tree;
        try {
            tree = GoJsonReader.parse(
                    request.text(),
                    path -> found.add(
                            (operations ? OF_OPERATIONS : "") + new SchemaProblem.DuplicateField(path).text()));
            requireDepth(tree);
        } catch (GoJsonReader.SyntaxMistake mistake) {
            throw new Refusal(
                    type.contains("merge-patch") && !type.contains("strategic")
                            ? Status.internal("Invalid JSON Patch")
                            : Status.badRequest(mistake.getMessage()));
        }
        if (operations) {
            if (!(tree instanceof List)) {
                throw new Refusal(Status.badRequest(
                        "json: cannot unmarshal " + GoJson.kind(tree) + " into Go value of type jsonpatch.Patch"));
            }
            unknownFields((List<?>) tree, found);
        } else if (!(tree instanceof Map)) {
            throw new Refusal(
                    type.contains("strategic")
                            ? Status.badRequest("json: cannot unmarshal " + GoJson.kind(tree)
                                    + " into Go value of type map[string]interface {}")
                            : Status.internal("Invalid JSON Patch"));
        }
        return tree;
    }

    private static void unknownFields(List<?> operations, List<String> found) {
        for (int i = 0; i < operations.size(); i++) {
            if (operations.get(i) instanceof Map<?, ?> operation) {
                for (Object field : operation.keySet()) {
                    if (!OF_OPERATION.contains(field)) {
                        String path = "[" + i + "]." + field;
                        found.add(OF_OPERATIONS + new SchemaProblem.UnknownField(path, Optional.empty()).text());
                    }
                }
            }
        }
    }

    private static void requireDepth(Object tree) {
        if (TreeDepth.isExceeded(tree)) {
            throw new GoJsonReader.SyntaxMistake("exceeded max depth");
        }
    }
}
