package dev.wavetank.model.apiserver.http;

import dev.wavetank.model.api.Status;
import dev.wavetank.model.codec.JsonText;
import dev.wavetank.model.yaml.ManifestException;
import dev.wavetank.model.yaml.YamlDocument;
import dev.wavetank.model.yaml.YamlReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the bodies of patches. */
final class PatchBody {

    private PatchBody() {}

    /**
     * The tree of a patch.
     *
     * @throws Refusal in the words of the library that the real server uses for patches of that type
     */
    static Object read(HttpRequest request, String type) {
        if (type.contains("yaml")) {
            try {
                List<YamlDocument> documents = YamlReader.read("patch", request.text());
                return documents.isEmpty()
                        ? new LinkedHashMap<String, Object>()
                        : documents.get(0).root();
            } catch (ManifestException mistake) {
                throw new Refusal(Status.badRequest("error decoding YAML: " + mistake.getMessage()));
            }
        }
        Object tree;
        try {
            tree = JsonText.parse(request.text());
        } catch (JsonText.SyntaxMistake mistake) {
            throw new Refusal(
                    type.contains("merge-patch") && !type.contains("strategic")
                            ? Status.internal("Invalid JSON Patch")
                            : Status.badRequest(mistake.getMessage()));
        }
        if (type.contains("json-patch")) {
            if (!(tree instanceof List)) {
                throw new Refusal(Status.badRequest(
                        "json: cannot unmarshal " + name(tree) + " into Go value of type jsonpatch.Patch"));
            }
        } else if (!(tree instanceof Map)) {
            throw new Refusal(
                    type.contains("strategic")
                            ? Status.badRequest("json: cannot unmarshal " + name(tree)
                                    + " into Go value of type map[string]interface {}")
                            : Status.internal("Invalid JSON Patch"));
        }
        return tree;
    }

    private static String name(Object value) {
        if (value instanceof Map) {
            return "object";
        }
        if (value instanceof List) {
            return "array";
        }
        return value instanceof Number ? "number" : value instanceof Boolean ? "bool" : "string";
    }
}
