package dev.wavetank.model.client;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.yaml.YamlDocument;
import dev.wavetank.model.yaml.YamlReader;
import java.util.List;

/**
 * Converts stored objects to the types that a program is written with, and back: the counterpart of {@code
 * runtime.Scheme}.
 *
 * <p>The server has records for the kinds that its own strategies know, and trees for all others. A program may read
 * each of them as a record of its own. That record implements {@link KubernetesObject}; its components are {@code
 * metadata} and the fields of the JSON, with a catch-all for unknown fields (Jackson's {@code JsonAnySetter}). A
 * field without a place is an error, because an update would lose it.
 */
public final class Scheme {

    private static final ObjectCodec CODEC = new ObjectCodec();

    private Scheme() {}

    /**
     * The object as that type.
     *
     * @throws IllegalArgumentException naming the field that the type has no place for
     */
    public static <T extends KubernetesObject> T typed(KubernetesObject object, Class<T> kind) {
        return CODEC.typed(object, kind);
    }

    /**
     * Parses an object in YAML or JSON, such as a controller's template of its children.
     *
     * @param text one object, with {@code apiVersion} and {@code kind}
     * @throws IllegalArgumentException when the text is not one object, or the type has no place for a field
     */
    public static <T extends KubernetesObject> T parse(String text, Class<T> kind) {
        List<YamlDocument> documents = YamlReader.read(kind.getSimpleName(), text);
        if (documents.size() != 1) {
            throw new IllegalArgumentException("one object was expected, found " + documents.size() + ": " + text);
        }
        return typed(CODEC.decode(documents.get(0).root()), kind);
    }

    /** The request with its body in the server's own type. */
    public static ApiRequest untyped(ApiRequest request) {
        if (request instanceof ApiRequest.Create create) {
            KubernetesObject body = CODEC.untyped(create.body());
            return body == create.body() ? request : create.withBody(body);
        }
        if (request instanceof ApiRequest.Update update) {
            KubernetesObject body = CODEC.untyped(update.body());
            return body == update.body()
                    ? request
                    : new ApiRequest.Update(update.resource(), update.subresource(), body);
        }
        return request;
    }
}
