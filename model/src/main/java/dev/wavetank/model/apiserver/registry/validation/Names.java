package dev.wavetank.model.apiserver.registry.validation;

import dev.wavetank.model.api.SafeLetters;
import dev.wavetank.sim.random.RandomStream;
import java.util.UUID;

/** Makes names and uids. */
public final class Names {

    /** Prefixes are cut, so that a name with its suffix is not longer than a label value. */
    private static final int PREFIX_MAX = 58;

    private Names() {}

    /** A name with the prefix {@code generateName} and five random letters. */
    public static String generate(String prefix, RandomStream random) {
        return prefix.substring(0, Math.min(prefix.length(), PREFIX_MAX)) + SafeLetters.suffix(random);
    }

    /** A random uid (RFC 4122, version 4). */
    public static String uid(RandomStream random) {
        long high = random.nextLong() & ~0xF000L | 0x4000L;
        long low = random.nextLong() & Long.MAX_VALUE >>> 1 | Long.MIN_VALUE;
        return new UUID(high, low).toString();
    }
}
