package dev.wavetank.model.codec;

import java.util.LinkedHashMap;
import java.util.Map;

/** The names that Go's structs give to fields of JSON: the first letter is large, and some initialisms are. */
final class GoNames {

    private static final Map<String, String> EXCEPTIONS = exceptions();

    private GoNames() {}

    private static Map<String, String> exceptions() {
        Map<String, String> names = new LinkedHashMap<>();
        names.put("metadata", "ObjectMeta");
        names.put("apiVersion", "APIVersion");
        names.put("apiGroup", "APIGroup");
        names.put("apiGroups", "APIGroups");
        names.put("uid", "UID");
        names.put("ip", "IP");
        names.put("tcpSocket", "TCPSocket");
        names.put("httpGet", "HTTPGet");
        names.put("httpHeaders", "HTTPHeaders");
        names.put("dnsPolicy", "DNSPolicy");
        names.put("dnsConfig", "DNSConfig");
        names.put("tty", "TTY");
        names.put("ttlSecondsAfterFinished", "TTLSecondsAfterFinished");
        names.put("nonResourceURLs", "NonResourceURLs");
        names.put("fsType", "FSType");
        names.put("fsGroup", "FSGroup");
        names.put("seLinuxOptions", "SELinuxOptions");
        return names;
    }

    /** The Go name of a field of JSON. */
    static String field(String jsonName) {
        String exception = EXCEPTIONS.get(jsonName);
        return exception != null
                ? exception
                : jsonName.isEmpty() ? "" : Character.toUpperCase(jsonName.charAt(0)) + jsonName.substring(1);
    }
}
