package dev.wavetank.model.apiserver.handlers;

import dev.wavetank.model.gotext.GoBase64;
import dev.wavetank.model.gotext.GoJson;
import dev.wavetank.model.gotext.GoJsonReader;
import dev.wavetank.model.gotext.GoSyntax;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;

/**
 * Where a list goes on ({@code metadata.continue}): at which revision, and at which key.
 *
 * @param revision of the first page; negative for the latest, after that of the first page was forgotten
 * @param start the first key of the page, below the prefix of the list
 */
record ContinueToken(long revision, String start) {

    /** The revision of tokens that go on at the latest state. */
    static final long LATEST = -1;

    private static final String VERSION = "meta.k8s.io/v1";
    private static final String NOT_VALID = "invalid continue token: continue key is not valid: ";

    /** A token that this server did not issue. */
    static final class InvalidException extends Exception {

        private static final long serialVersionUID = 1;

        InvalidException(String why) {
            super(NOT_VALID + why, null, false, false);
        }
    }

    /** The token that goes on behind a key. */
    static ContinueToken after(long revision, String key) {
        return new ContinueToken(revision, key + '\0');
    }

    /** As clients hold it. */
    String encode() {
        String json = "{\"v\":\"" + VERSION + "\",\"rv\":" + revision + ",\"start\":\"" + start.replace("\0", "\\u0000")
                + "\"}";
        return Base64.getUrlEncoder().withoutPadding().encodeToString(json.getBytes(StandardCharsets.UTF_8));
    }

    /** Reads what a client sent. */
    static ContinueToken decode(String text) throws InvalidException {
        Object tree = tree(text);
        if (!(tree instanceof Map<?, ?> fields)) {
            throw new InvalidException(
                    "json: cannot unmarshal " + GoJson.kind(tree) + " into Go value of type etcd3.continueToken");
        }
        String version = fields.get("v") instanceof String given ? given : "";
        if (!version.equals(VERSION)) {
            throw new InvalidException("server does not recognize this encoded version " + GoSyntax.of(version));
        }
        long revision = fields.get("rv") instanceof Number number ? number.longValue() : 0;
        if (revision == 0) {
            throw new InvalidException("incorrect encoded start resourceVersion (version " + VERSION + ")");
        }
        String start = fields.get("start") instanceof String given ? given : "";
        if (start.isEmpty()) {
            throw new InvalidException("encoded start key empty (version " + VERSION + ")");
        }
        String relative = start.startsWith("/") ? start.substring(1) : start;
        if (!isClean(relative)) {
            throw new InvalidException(start);
        }
        return new ContinueToken(revision, relative);
    }

    /** A key that leads out of its prefix, or that is not the shortest way to say what it says, is not taken. */
    private static boolean isClean(String relative) {
        for (String part : relative.split("/", -1)) {
            if (part.isEmpty() || part.equals(".") || part.equals("..")) {
                return false;
            }
        }
        return true;
    }

    private static Object tree(String text) throws InvalidException {
        int bad = GoBase64.mistakeInRawUrl(text);
        if (bad >= 0) {
            throw new InvalidException("illegal base64 data at input byte " + bad);
        }
        byte[] decoded = Base64.getUrlDecoder().decode(text);
        try {
            return GoJsonReader.parse(new String(decoded, StandardCharsets.ISO_8859_1));
        } catch (GoJsonReader.SyntaxMistake mistake) {
            throw new InvalidException(mistake.getMessage());
        }
    }
}
