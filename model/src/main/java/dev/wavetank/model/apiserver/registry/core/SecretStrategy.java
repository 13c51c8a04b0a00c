package dev.wavetank.model.apiserver.registry.core;

import dev.wavetank.model.api.core.Secret;
import dev.wavetank.model.apiserver.registry.strategy.Strategy;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.apiserver.registry.validation.JsonFields;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Secrets. */
public final class SecretStrategy implements Strategy<Secret> {

    private static final String DATA = ConfigData.DATA;
    private static final String TEXTS = "stringData";
    private static final String TYPE = "type";
    private static final String ACCOUNT = "kubernetes.io/service-account.name";

    @Override
    public Class<Secret> kind() {
        return Secret.class;
    }

    /** Texts become data, and are not kept. */
    @Override
    public Secret withDefaults(Secret secret) {
        Secret result = secret;
        if (secret.type() == null || secret.type().isEmpty()) {
            result = result.withType("Opaque");
        }
        if (secret.other().containsKey(TEXTS)) {
            Map<String, String> data = new LinkedHashMap<>(secret.data());
            JsonFields.textMap(secret.other(), TEXTS).forEach((key, text) -> data.put(key, encoded(text)));
            Map<String, Object> other = new LinkedHashMap<>(secret.other());
            other.remove(TEXTS);
            result = result.withData(data).withOther(other);
        }
        return result;
    }

    private static String encoded(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void validate(Secret secret, FieldErrors errors) {
        long size = 0;
        for (Map.Entry<String, String> entry : secret.data().entrySet()) {
            ConfigData.key(DATA, entry.getKey(), errors);
            size += ConfigData.decodedLength(entry.getValue());
        }
        if (size > ConfigData.BYTES_MAX) {
            errors.tooLong(DATA, ConfigData.BYTES_MAX);
        }
        String type = type(secret);
        for (String key : keys(type)) {
            if (!secret.data().containsKey(key)) {
                errors.required(DATA + "[" + key + "]", "");
            }
        }
        if (type.equals("kubernetes.io/service-account-token")
                && secret.metadata().annotations().getOrDefault(ACCOUNT, "").isEmpty()) {
            errors.required("metadata.annotations[" + ACCOUNT + "]", "");
        }
        if (type.equals("kubernetes.io/basic-auth")
                && !secret.data().containsKey("username")
                && !secret.data().containsKey("password")) {
            errors.required(DATA + "[username]", "");
            errors.required(DATA + "[password]", "");
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

    @Override
    public void validateUpdate(Secret changed, Secret before, FieldErrors errors) {
        validate(changed, errors);
        if (!type(changed).equals(type(before))) {
            errors.immutable(TYPE, type(changed));
        }
        if (ConfigData.isFrozen(before.other())) {
            ConfigData.remainsFrozen(changed.other(), errors);
            ConfigData.same(DATA, changed.data(), before.data(), errors);
        }
    }

    private static String type(Secret secret) {
        return secret.type() == null ? "" : secret.type();
    }

    @Override
    public List<String> selectableFields() {
        return List.of(TYPE);
    }

    @Override
    public String selectable(Secret secret, String field) {
        return type(secret);
    }
}
