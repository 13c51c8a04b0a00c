package dev.wavetank.model.apiserver.registry.core;

import dev.wavetank.model.api.core.ConfigMap;
import dev.wavetank.model.apiserver.registry.strategy.Strategy;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.apiserver.registry.validation.JsonFields;
import dev.wavetank.model.gotext.GoSyntax;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** ConfigMaps. */
public final class ConfigMapStrategy implements Strategy<ConfigMap> {

    private static final String BINARY = "binaryData";

    @Override
    public Class<ConfigMap> kind() {
        return ConfigMap.class;
    }

    @Override
    public void validate(ConfigMap map, FieldErrors errors) {
        Map<String, Object> binary = JsonFields.map(map.other(), BINARY);
        long size = 0;
        for (Map.Entry<String, String> entry : map.data().entrySet()) {
            String key = entry.getKey();
            ConfigData.key(ConfigData.DATA, key, errors);
            if (binary.get(key) != null) {
                errors.invalid(
                        ConfigData.DATA + "[" + key + "]", GoSyntax.of(key), "duplicate of key present in binaryData");
            }
            size += String.valueOf(entry.getValue()).getBytes(StandardCharsets.UTF_8).length;
        }
        for (Map.Entry<String, Object> entry : binary.entrySet()) {
            ConfigData.key(BINARY, entry.getKey(), errors);
            size += ConfigData.decodedLength(entry.getValue());
        }
        if (size > ConfigData.BYTES_MAX) {
            // The real server names the whole object by the empty path, which prints like this.
            errors.tooLong("[]", ConfigData.BYTES_MAX);
        }
    }

    @Override
    public void validateUpdate(ConfigMap changed, ConfigMap before, FieldErrors errors) {
        validate(changed, errors);
        if (ConfigData.isFrozen(before.other())) {
            ConfigData.remainsFrozen(changed.other(), errors);
            ConfigData.same(ConfigData.DATA, changed.data(), before.data(), errors);
            ConfigData.same(
                    BINARY, JsonFields.map(changed.other(), BINARY), JsonFields.map(before.other(), BINARY), errors);
        }
    }
}
