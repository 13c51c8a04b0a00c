package dev.wavetank.model.apiserver.authn;

import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.codec.WebToken;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes and verifies the {@linkplain WebToken tokens} that carry claims and cannot be forged. */
public final class SignedToken {

    private static final String HEADER = WebToken.HEADER;

    /** How many verified tokens are remembered: to verify one costs more than all the rest of authentication. */
    private static final int CACHE_SIZE = 1024;

    private record Verified(String key, Map<String, Object> claims) {}

    private final ObjectCodec codec;
    private final Map<String, Verified> verified = new LinkedHashMap<>(16, 0.75f, true);

    /** Reads and writes tokens with this codec. */
    public SignedToken(ObjectCodec codec) {
        this.codec = codec;
    }

    /** A token with these claims, signed with the key. */
    public String sign(Map<String, Object> claims, String key) {
        return WebToken.sign(codec, claims, key);
    }

    /** The claims of a token that was signed with the key; nothing when it was not, or is no such token at all. */
    public Optional<Map<String, Object>> claims(String token, String key) {
        Verified known = verified.get(token);
        if (known != null && known.key().equals(key)) {
            return Optional.of(known.claims());
        }
        Optional<Map<String, Object>> claims = verify(token, key);
        claims.ifPresent(found -> verified.put(token, new Verified(key, found)));
        if (verified.size() > CACHE_SIZE) {
            verified.remove(verified.keySet().iterator().next());
        }
        return claims;
    }

    private Optional<Map<String, Object>> verify(String token, String key) {
        int end = token.lastIndexOf('.');
        if (end < 0 || !token.startsWith(HEADER + ".") || end <= HEADER.length()) {
            return Optional.empty();
        }
        byte[] expected = WebToken.signature(token.substring(0, end), key);
        try {
            if (!MessageDigest.isEqual(expected, Base64.getUrlDecoder().decode(token.substring(end + 1)))) {
                return Optional.empty();
            }
            byte[] claims = Base64.getUrlDecoder().decode(token.substring(HEADER.length() + 1, end));
            return Optional.of(codec.tree(new String(claims, StandardCharsets.UTF_8)));
        } catch (IllegalArgumentException notBase64) {
            return Optional.empty();
        }
    }

    /** A claim that is a text, or the empty string. */
    static String text(Map<?, ?> claims, String name) {
        return claims.get(name) instanceof String text ? text : "";
    }

    /** A claim that is an object, or an empty one. */
    static Map<?, ?> object(Map<?, ?> claims, String name) {
        return claims.get(name) instanceof Map<?, ?> object ? object : new LinkedHashMap<>();
    }

    /** A claim that is a list of texts or a single text, as a list. */
    static List<String> texts(Map<?, ?> claims, String name) {
        Object claim = claims.get(name);
        if (claim instanceof List<?> list) {
            return list.stream()
                    .filter(String.class::isInstance)
                    .map(String.class::cast)
                    .toList();
        }
        return claim instanceof String text ? List.of(text) : List.of();
    }

    /** A claim that is a number of seconds since 1970, or a value that no clock reaches. */
    static long seconds(Map<?, ?> claims, String name, long otherwise) {
        return claims.get(name) instanceof Number number ? number.longValue() : otherwise;
    }
}
