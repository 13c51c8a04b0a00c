package dev.wavetank.model.api;

import dev.wavetank.sim.random.RandomStream;

/**
 * The letters of generated names: no vowels and nothing that looks like another letter, so that no word arises
 * ({@code k8s.io/apimachinery/pkg/util/rand}).
 */
public final class SafeLetters {

    private static final String ALPHABET = "bcdfghjklmnpqrstvwxz2456789";

    /** How many letters generated names end in. */
    private static final int SUFFIX_LENGTH = 5;

    private SafeLetters() {}

    /** The five random letters at the end of a generated name. */
    public static String suffix(RandomStream random) {
        StringBuilder letters = new StringBuilder(SUFFIX_LENGTH);
        for (int i = 0; i < SUFFIX_LENGTH; i++) {
            letters.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        }
        return letters.toString();
    }

    /** A hash as such letters, one for each of its decimal digits ({@code rand.SafeEncodeString}). */
    public static String ofHash(int hash) {
        String digits = Integer.toUnsignedString(hash);
        StringBuilder letters = new StringBuilder(digits.length());
        for (int i = 0; i < digits.length(); i++) {
            letters.append(ALPHABET.charAt(digits.charAt(i) % ALPHABET.length()));
        }
        return letters.toString();
    }
}
