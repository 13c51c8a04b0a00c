package dev.wavetank.model.apiserver.http;

import dev.wavetank.model.gotext.GoJsonReader;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.GZIPInputStream;

/**
 * One request to a real Kubernetes 1.20.2 control plane, with its answer.
 *
 * @param name what the recording calls it
 * @param method of the request
 * @param target path and query
 * @param token of the user; the empty string for none
 * @param contentType of the body; null when the recorder set none
 * @param headers other headers
 * @param request the body: a tree, a text, or {@code "<large>"} when it was not kept
 * @param code of the answer
 * @param body of the answer: a text, a status, or kind, metadata, spec and status of an object
 */
record RecordedCase(
        String name,
        String method,
        String target,
        String token,
        String contentType,
        Map<String, String> headers,
        Object request,
        int code,
        Object body) {

    static List<RecordedCase> all() {
        List<RecordedCase> cases = new ArrayList<>();
        var stream = Objects.requireNonNull(
                RecordedCase.class.getResourceAsStream("recorded-errors-v1.20.jsonl.gz"), "recording");
        try (var lines =
                new BufferedReader(new InputStreamReader(new GZIPInputStream(stream), StandardCharsets.UTF_8))) {
            lines.lines().forEach(line -> cases.add(of((Map<?, ?>) GoJsonReader.parse(line))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return cases;
    }

    private static RecordedCase of(Map<?, ?> line) {
        Map<String, String> headers = new LinkedHashMap<>();
        if (line.get("hdr") instanceof Map<?, ?> given) {
            given.forEach((name, value) -> headers.put((String) name, (String) value));
        }
        return new RecordedCase(
                (String) line.get("case"),
                (String) line.get("method"),
                (String) line.get("path"),
                line.get("as") == null ? "" : (String) line.get("as"),
                (String) line.get("ctype"),
                headers,
                line.get("req"),
                ((Number) line.get("code")).intValue(),
                line.get("body"));
    }
}
