package dev.wavetank.model.apiserver.registry.generic;

import dev.wavetank.model.apiserver.registry.validation.JsonFields;
import dev.wavetank.model.apiserver.registry.validation.NameRules;
import dev.wavetank.model.apiserver.registry.validation.Part;
import dev.wavetank.model.gotext.GoSyntax;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** ConfigMaps and Secrets. */
final class ConfigRules {

    private static final int DATA_MAX = 1024 * 1024;
    private static final String DATA = "data";
    private static final String BINARY = "binaryData";
    private static final String IMMUTABLE = "immutable";
    private static final String FROZEN = "field is immutable when `immutable` is set";

    private ConfigRules() {}

    static void configMap(Part map) {
        long size = 0;
        for (Map.Entry<String, Object> entry : map.child(DATA).fields().entrySet()) {
            key(map, DATA, entry.getKey());
            if (map.child(BINARY).has(entry.getKey())) {
                map.invalid(
                        DATA + "[" + entry.getKey() + "]",
                        GoSyntax.of(entry.getKey()),
                        "duplicate of key present in binaryData");
            }
            size += String.valueOf(entry.getValue()).getBytes(StandardCharsets.UTF_8).length;
        }
        for (Map.Entry<String, Object> entry : map.child(BINARY).fields().entrySet()) {
            key(map, BINARY, entry.getKey());
            size += decodedLength(entry.getValue());
        }
        if (size > DATA_MAX) {
            // The real server names the whole object by the empty path, which prints like this.
            map.errors().tooLong("[]", DATA_MAX);
        }
    }

    static void configMapUpdate(Part changed, Part before) {
        frozen(changed, before, List.of(DATA, BINARY));
    }

    private static void frozen(Part changed, Part before, List<String> fields) {
        if (!before.isTrue(IMMUTABLE)) {
            return;
        }
        if (!changed.isTrue(IMMUTABLE)) {
            changed.forbidden(IMMUTABLE, FROZEN);
        }
        for (String field : fields) {
            if (!JsonFields.map(changed.fields(), field).equals(JsonFields.map(before.fields(), field))) {
                changed.forbidden(field, FROZEN);
            }
        }
    }

    static void secret(Part secret) {
        long size = 0;
        for (Map.Entry<String, Object> entry : secret.child(DATA).fields().entrySet()) {
            key(secret, DATA, entry.getKey());
            size += decodedLength(entry.getValue());
        }
        if (size > DATA_MAX) {
            secret.errors().tooLong(DATA, DATA_MAX);
        }
        String type = secret.text("type");
        for (String key : keys(type)) {
            if (!secret.child(DATA).fields().containsKey(key)) {
                secret.required(DATA + "[" + key + "]", "");
            }
        }
        if (type.equals("kubernetes.io/basic-auth")
                && !secret.child(DATA).fields().containsKey("username")
                && !secret.child(DATA).fields().containsKey("password")) {
            secret.required(DATA + "[username]", "");
            secret.required(DATA + "[password]", "");
        }
    }

    /** The keys that secrets of a type must have. */
    private static List<String> keys(String type) {
        return switch (type) {
            case "kubernetes.io/dockercfg" -> List.of(".dockercfg");
            case "kubernetes.io/dockerconfigjson" -> List.of(".dockerconfigjson");
            case "kubernetes.io/ssh-auth" -> List.of("ssh-privatekey");
            case "kubernetes.io/tls" -> List.of("tls.crt", "tls.key");
            default -> List.of();
        };
    }

    static void secretUpdate(Part changed, Part before) {
        if (!Objects.equals(changed.text("type"), before.text("type"))) {
            changed.invalid("type", "field is immutable");
        }
        frozen(changed, before, List.of(DATA));
    }

    private static void key(Part part, String field, String key) {
        NameRules.configKey(key).forEach(why -> part.invalid(field + "[" + key + "]", GoSyntax.of(key), why));
    }

    private static long decodedLength(Object value) {
        String text = String.valueOf(value);
        try {
            return Base64.getDecoder().decode(text).length;
        } catch (IllegalArgumentException none) {
            return text.length();
        }
    }
}
