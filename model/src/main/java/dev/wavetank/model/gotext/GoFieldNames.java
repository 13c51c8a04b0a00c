package dev.wavetank.model.gotext;

import java.util.LinkedHashMap;
import java.util.Map;

/** The names that fields of JSON have in Go's structs: the first letter is a capital, and so are initialisms. */
public final class GoFieldNames {

    private static final Map<String, String> EXCEPTIONS = exceptions();

    private GoFieldNames() {}

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
    public static String of(String jsonName) {
        String exception = EXCEPTIONS.get(jsonName);
        return exception != null
                ? exception
                : jsonName.isEmpty() ? "" : Character.toUpperCase(jsonName.charAt(0)) + jsonName.substring(1);
    }
}
