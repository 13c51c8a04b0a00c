package dev.wavetank.model.apiserver.registry.core;

import dev.wavetank.model.api.naming.NameRules;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.gotext.GoSyntax;
import java.util.Base64;
import java.util.Map;

/** What ConfigMaps and Secrets have in common: data by keys, which may be frozen. */
final class ConfigData {

    static final int BYTES_MAX = 1024 * 1024;
    static final String DATA = "data";

    private static final String IMMUTABLE = "immutable";
    private static final String FROZEN = "field is immutable when `immutable` is set";

    private ConfigData() {}

    static void key(String field, String key, FieldErrors errors) {
        NameRules.configKey(key).forEach(why -> errors.invalid(field + "[" + key + "]", GoSyntax.of(key), why));
    }

    static long decodedLength(Object value) {
        String text = String.valueOf(value);
        try {
            return Base64.getDecoder().decode(text).length;
        } catch (IllegalArgumentException none) {
            return text.length();
        }
    }

    /** Whether an object with these further fields can no longer change. */
    static boolean isFrozen(Map<String, Object> other) {
        return Boolean.TRUE.equals(other.get(IMMUTABLE));
    }

    /** A frozen object stays frozen. */
    static void remainsFrozen(Map<String, Object> changed, FieldErrors errors) {
        if (!isFrozen(changed)) {
            errors.forbidden(IMMUTABLE, FROZEN);
        }
    }

    static void same(String field, Object changed, Object before, FieldErrors errors) {
        if (!changed.equals(before)) {
            errors.forbidden(field, FROZEN);
        }
    }
}
