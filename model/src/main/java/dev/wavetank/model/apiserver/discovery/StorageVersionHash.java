package dev.wavetank.model.apiserver.discovery;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;

/** The hash by which discovery reports the storage version: clients can only see that it changes. */
final class StorageVersionHash {

    private static final int BYTES = 8;

    private StorageVersionHash() {}

    /** The first eight bytes, in Base64, of the SHA-256 of {@code group/version/kind}. */
    static String of(String apiVersion, String kind) {
        String text = (apiVersion.indexOf('/') < 0 ? "/" + apiVersion : apiVersion) + "/" + kind;
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(Arrays.copyOf(digest, BYTES));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java runtime has SHA-256", e);
        }
    }
}
