package dev.wavetank.model.apiserver.http.options;

import dev.wavetank.model.api.ImpersonationConfig;
import dev.wavetank.model.http.Headers;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Reads the user that the sender of a request impersonates. */
public final class ImpersonationHeaders {

    private static final String EXTRA = "impersonate-extra-";

    private ImpersonationHeaders() {}

    /** What the headers ask for; a uid counts from v1.22 on. */
    public static ImpersonationConfig wish(Headers headers, KubernetesVersion version) {
        String uid = version.has(Feature.IMPERSONATED_UID) ? headers.first("Impersonate-Uid") : "";
        Map<String, List<String>> extra = new LinkedHashMap<>();
        headers.lines().forEach((name, values) -> {
            String lower = name.toLowerCase(Locale.ROOT);
            if (lower.startsWith(EXTRA)) {
                extra.computeIfAbsent(key(lower), missing -> new ArrayList<>()).addAll(values);
            }
        });
        return new ImpersonationConfig(headers.first("Impersonate-User"), uid, headers.all("Impersonate-Group"), extra);
    }

    /** Keys are escaped as in a path, because not every character may stand in the name of a header. */
    private static String key(String header) {
        String escaped = header.substring(EXTRA.length());
        try {
            return URLDecoder.decode(escaped.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException broken) {
            return escaped;
        }
    }
}
