package dev.wavetank.model.apiserver.http.message;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Tags of documents. */
public final class Digest {

    private Digest() {}

    /** The SHA-512 of a text, in hexadecimal with capital letters. */
    public static String hex(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-512").digest(text.getBytes(StandardCharsets.UTF_8));
            StringBuilder hex = new StringBuilder();
            for (byte one : digest) {
                hex.append(Character.toUpperCase(Character.forDigit(one >> 4 & 15, 16)))
                        .append(Character.toUpperCase(Character.forDigit(one & 15, 16)));
            }
            return hex.toString();
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java runtime has SHA-512", e);
        }
    }
}
