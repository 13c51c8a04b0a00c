package dev.wavetank.model.apiserver.http;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.apiserver.registry.validation.GoSyntax;
import dev.wavetank.model.codec.JsonText;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * What a list or watch asks for.
 *
 * @param selection which objects
 * @param revision {@code resourceVersion}; 0 when it is not given
 * @param exact whether the state at exactly that revision is asked for
 * @param limit how many objects at most; 0 for all
 * @param after key in the store behind which to go on; the empty string for the beginning
 * @param timeoutSeconds how long a watch lasts; 0 when it is not given
 */
record ListOptions(
        ApiRequest.Selection selection, long revision, boolean exact, int limit, String after, int timeoutSeconds) {

    private static final String MATCH = "resourceVersionMatch";
    private static final String INVALID = "invalid continue token: ";
    private static final String EXACT = "Exact";
    private static final String TOKEN_VERSION = "meta.k8s.io/v1";

    static ListOptions of(Query query, boolean watch) {
        ApiRequest.Selection selection = Selectors.of(query);
        String version = query.first("resourceVersion");
        String match = query.first(MATCH);
        FieldErrors errors = new FieldErrors();
        if (!match.isEmpty()) {
            match(match, version, watch, !query.first("continue").isEmpty(), errors);
        }
        Options.refuse(errors, "ListOptions");
        long revision = Options.revision(version, "resourceVersion: Invalid value: " + GoSyntax.of(version) + ": ");
        return new ListOptions(
                selection,
                revision,
                match.equals(EXACT),
                number(query, "limit"),
                after(query.first("continue")),
                number(query, "timeoutSeconds"));
    }

    private static void match(String match, String version, boolean watch, boolean goesOn, FieldErrors errors) {
        if (watch) {
            errors.forbidden(MATCH, "resourceVersionMatch is forbidden for watch");
        }
        if (version.isEmpty()) {
            errors.forbidden(MATCH, "resourceVersionMatch is forbidden unless resourceVersion is provided");
        }
        if (goesOn) {
            errors.forbidden(MATCH, "resourceVersionMatch is forbidden when continue is provided");
        }
        if (!match.equals(EXACT) && !match.equals("NotOlderThan")) {
            errors.unsupported(MATCH, GoSyntax.of(match), List.of(EXACT, "NotOlderThan", ""));
        }
        if (match.equals(EXACT) && version.equals("0")) {
            errors.forbidden(MATCH, "resourceVersionMatch \"exact\" is forbidden for resourceVersion \"0\"");
        }
    }

    private static int number(Query query, String name) {
        String text = query.first(name);
        if (text.isEmpty()) {
            return 0;
        }
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException wrong) {
            throw new Refusal(Status.badRequest("strconv.ParseInt: parsing " + GoSyntax.of(text) + ": invalid syntax"));
        }
    }

    /** The token that lets a client go on behind a key. */
    static String token(long revision, String key) {
        String json = "{\"v\":\"" + TOKEN_VERSION + "\",\"rv\":" + revision + ",\"start\":\"" + key + "\\u0000\"}";
        return Base64.getUrlEncoder().withoutPadding().encodeToString(json.getBytes(StandardCharsets.UTF_8));
    }

    private static String after(String token) {
        if (token.isEmpty()) {
            return "";
        }
        byte[] decoded;
        try {
            decoded = Base64.getUrlDecoder().decode(token);
        } catch (IllegalArgumentException notBase64) {
            throw new Refusal(Status.badRequest(
                    INVALID + "continue key is not valid: illegal base64 data at input byte " + firstBadByte(token)));
        }
        Object tree;
        try {
            tree = JsonText.parse(new String(decoded, StandardCharsets.ISO_8859_1));
        } catch (JsonText.SyntaxMistake mistake) {
            throw new Refusal(Status.badRequest(INVALID + "continue key is not valid: " + mistake.getMessage()));
        }
        if (!(tree instanceof Map<?, ?> fields) || !TOKEN_VERSION.equals(fields.get("v"))) {
            Object version = tree instanceof Map<?, ?> map && map.get("v") != null ? map.get("v") : "";
            throw new Refusal(Status.badRequest(INVALID
                    + "continue key is not valid: server does not recognize this encoded version "
                    + GoSyntax.of(version.toString())));
        }
        String start = String.valueOf(fields.get("start"));
        return start.endsWith("\0") ? start.substring(0, start.length() - 1) : start;
    }

    private static int firstBadByte(String token) {
        for (int i = 0; i < token.length(); i++) {
            char c = token.charAt(i);
            boolean letter = c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9';
            if (!letter && c != '-' && c != '_') {
                return i;
            }
        }
        return token.length() / 4 * 4;
    }
}
