package dev.wavetank.sim.random;

/** The 64-bit mixing functions behind the streams. */
final class Mix {

    /** The odd constant nearest to 2^64 divided by the golden ratio. */
    static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

    private static final long FNV_OFFSET = 0xCBF29CE484222325L;
    private static final long FNV_PRIME = 0x100000001B3L;

    private Mix() {}

    /**
     * The output function of SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014).
     */
    static long splitMix(long value) {
        long mixed = (value ^ value >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return mixed ^ mixed >>> 31;
    }

    /** FNV-1a over the chars of a name. */
    static long hash(String name) {
        long hash = FNV_OFFSET;
        for (int i = 0; i < name.length(); i++) {
            hash = (hash ^ name.charAt(i)) * FNV_PRIME;
        }
        return hash;
    }
}
