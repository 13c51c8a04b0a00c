package dev.wavetank.model.apiserver.http.body;

import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.apiserver.http.message.Refusal;
import dev.wavetank.model.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Bodies that are said to be protobuf. The simulation reads none; what is wrong with others it says as servers do. */
public final class ProtobufBody {

    /** What the encoding of Kubernetes begins with. */
    private static final String PREFIX = "k8s\0";

    private ProtobufBody() {}

    /**
     * Why a body is no protobuf at all.
     *
     * @throws Refusal when it may be protobuf
     */
    public static Optional<String> read(HttpRequest request) {
        byte[] body = request.body();
        if (body.length == 0) {
            return Optional.of("empty data");
        }
        if (!new String(body, StandardCharsets.ISO_8859_1).startsWith(PREFIX)) {
            return Optional.of(
                    "provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]");
        }
        if (body.length == PREFIX.length()) {
            return Optional.of("empty body");
        }
        throw new Refusal(Status.failure(
                StatusReason.UNSUPPORTED_MEDIA_TYPE, "the simulation reads no protobuf: send JSON or YAML", null));
    }
}
