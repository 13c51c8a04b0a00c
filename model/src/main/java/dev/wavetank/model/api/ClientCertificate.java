package dev.wavetank.model.api;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * An x509 client certificate, as far as Kubernetes reads it.
 *
 * @param commonName CN of the subject: the user's name
 * @param organizations O of the subject: the user's groups
 * @param issuer name of the certificate authority that signed it
 * @param notBefore from when it is valid
 * @param notAfter until when it is valid
 */
public record ClientCertificate(
        String commonName, List<String> organizations, String issuer, Instant notBefore, Instant notAfter) {

    private static final String FORM = "expected what 'openssl x509 -noout -subject -issuer -dates -dateopt iso_8601'"
            + " prints: lines of subject=CN = NAME, O = GROUP and issuer=CN = NAME, perhaps of notBefore=TIME and"
            + " notAfter=TIME";

    /** Whether a text is meant as a certificate, by its first line. */
    public static boolean isCertificate(String text) {
        return text.stripLeading().startsWith("subject=");
    }

    /**
     * Reads a certificate as openssl describes it. Without times it is always valid.
     *
     * @param source name of the file, for messages
     * @throws IllegalArgumentException naming file, line and field of a mistake
     */
    public static ClientCertificate parse(String source, String text) {
        List<String> subject = null;
        List<String> issuer = null;
        Instant notBefore = Instant.MIN;
        Instant notAfter = Instant.MAX;
        int number = 0;
        for (String line : text.split("\n", -1)) {
            number++;
            String place = source + ", line " + number + ": ";
            int equals = line.indexOf('=');
            if (line.isBlank()) {
                continue;
            }
            String field = equals < 0 ? line : line.substring(0, equals).strip();
            String value = line.substring(equals + 1).strip();
            switch (field) {
                case "subject" -> subject = parts(place + "subject: ", value);
                case "issuer" -> issuer = parts(place + "issuer: ", value);
                case "notBefore" -> notBefore = time(place + "notBefore: ", value);
                case "notAfter" -> notAfter = time(place + "notAfter: ", value);
                default -> throw new IllegalArgumentException(place + FORM);
            }
        }
        if (subject == null || issuer == null) {
            throw new IllegalArgumentException(
                    source + ": the line " + (subject == null ? "subject" : "issuer") + " is missing: " + FORM);
        }
        return new ClientCertificate(
                first(values(subject, "CN")), values(subject, "O"), first(values(issuer, "CN")), notBefore, notAfter);
    }

    private static List<String> parts(String place, String name) {
        List<String> parts = new ArrayList<>();
        for (String part : name.split(",")) {
            if (!part.matches("\\s*[A-Za-z.0-9]+\\s*=.+")) {
                throw new IllegalArgumentException(
                        place + "'" + part.strip() + "' is no part of a name: expected one such as CN = alice");
            }
            parts.add(part.strip());
        }
        return parts;
    }

    private static List<String> values(List<String> parts, String type) {
        List<String> values = new ArrayList<>();
        for (String part : parts) {
            int equals = part.indexOf('=');
            if (part.substring(0, equals).strip().equals(type)) {
                values.add(part.substring(equals + 1).strip());
            }
        }
        return List.copyOf(values);
    }

    private static String first(List<String> values) {
        return values.isEmpty() ? "" : values.get(0);
    }

    private static Instant time(String place, String value) {
        try {
            return Instant.parse(value.replace(' ', 'T'));
        } catch (DateTimeException wrong) {
            throw new IllegalArgumentException(
                    place + "'" + value + "' is no time: expected one such as 2026-01-01 00:00:00Z", wrong);
        }
    }
}
