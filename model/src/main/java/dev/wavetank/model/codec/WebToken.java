package dev.wavetank.model.codec;

import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A JSON Web Token (RFC 7519), signed with HMAC-SHA256.
 *
 * <p>A real cluster signs with RSA or elliptic curves. Here a key is a text that signer and verifier share: what
 * matters is only whether the issuer that a server trusts has signed.
 */
public final class WebToken {

    /** The encoded header, which every such token begins with. */
    public static final String HEADER = part("{\"alg\":\"HS256\",\"typ\":\"JWT\"}".getBytes(StandardCharsets.UTF_8));

    private static final String ALGORITHM = "HmacSHA256";

    private WebToken() {}

    /** A token with these claims, signed with the key. */
    public static String sign(ObjectCodec codec, Map<String, Object> claims, String key) {
        String content = HEADER + "." + part(codec.json(claims).getBytes(StandardCharsets.UTF_8));
        return content + "." + part(signature(content, key));
    }

    /** The signature of a header and claims. */
    public static byte[] signature(String content, String key) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key.getBytes(StandardCharsets.UTF_8), ALGORITHM));
            return mac.doFinal(content.getBytes(StandardCharsets.US_ASCII));
        } catch (NoSuchAlgorithmException | InvalidKeyException impossible) {
            throw new IllegalStateException("every Java has " + ALGORITHM, impossible);
        }
    }

    /** The key of an OpenID Connect provider, which its users and a server that trusts it derive from its URL. */
    public static String keyOf(String issuerUrl) {
        return "oidc " + issuerUrl;
    }

    private static String part(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
