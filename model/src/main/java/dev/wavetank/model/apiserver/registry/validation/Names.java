package dev.wavetank.model.apiserver.registry.validation;

import dev.wavetank.sim.random.RandomStream;
import java.util.UUID;

/** Makes names and uids. */
public final class Names {

    /** No vowels and nothing that looks like another letter, as in apimachinery's {@code util/rand}. */
    private static final String ALPHABET = "bcdfghjklmnpqrstvwxz2456789";

    private static final int SUFFIX_LENGTH = 5;

    /** Prefixes are cut, so that a name is not longer than a label value. */
    private static final int PREFIX_MAX = 63 - SUFFIX_LENGTH;

    private Names() {}

    /** A name with the prefix {@code generateName} and five random letters. */
    public static String generate(String prefix, RandomStream random) {
        StringBuilder name = new StringBuilder(prefix.length() + SUFFIX_LENGTH);
        name.append(prefix, 0, Math.min(prefix.length(), PREFIX_MAX));
        for (int i = 0; i < SUFFIX_LENGTH; i++) {
            name.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        }
        return name.toString();
    }

    /** A random uid (RFC 4122, version 4). */
    public static String uid(RandomStream random) {
        long high = random.nextLong() & ~0xF000L | 0x4000L;
        long low = random.nextLong() & Long.MAX_VALUE >>> 1 | Long.MIN_VALUE;
        return new UUID(high, low).toString();
    }
}
