package dev.wavetank.sim.determinism;

/** The way in which the first different records differ, which suggests the kind of leak. */
public enum NondeterminismKind {
    /** A text that Java generated: a default {@code toString} or the name of a lambda. */
    MADE_UP_TEXT(
            "a default toString (such as Foo@1b2c3d) or the name of a lambda was written into the trace",
            "a default toString (such as Foo@1b2c3d) or the name of a lambda was written into the trace",
            "write a name or a number of your own instead"),
    /** The same things in another order. */
    ORDER(
            "something is iterated in the order of identity hashes: a HashSet or HashMap of objects (or lambdas)"
                    + " without a hashCode of their own, an IdentityHashMap; or the order is drawn from a Random that"
                    + " the seed does not decide",
            "something is iterated whose order differs between JVMs: Set.of, Map.of, Set.copyOf, toUnmodifiableSet; a"
                    + " HashMap or HashSet of enums, of records that hold one, or of objects without a hashCode; or"
                    + " something is sorted by the rules of a language",
            "use List, LinkedHashMap, LinkedHashSet, TreeMap, TreeSet or EnumMap; sort before iterating"),
    /** The same thing with another content, or another thing altogether. */
    VALUE(
            "a wall clock (System.nanoTime, Instant.now), a Random without a seed or shared between runs, an identity"
                    + " hash, or static state that the first run left behind",
            "a hash code of an enum or of an object, the default locale, charset or time zone, a system property, an"
                    + " environment variable or a wall clock",
            "take time and randomness from the Context of the component; name locale, charset and zone; keep no"
                    + " static state"),
    /** The same thing at another time. */
    TIME(
            "a delay was taken from a wall clock, from a Random without a seed or shared between runs, or from static"
                    + " state that the first run left behind",
            "a delay depends on a hash code, the default locale, charset or time zone, or a wall clock",
            "take delays from a random stream of the Context; keep no static state"),
    /** One run ended where the other goes on. */
    END(
            "how long the run goes on depends on a wall clock, a Random that the seed does not decide, or static state"
                    + " that the first run left behind",
            "how long the run goes on depends on a hash code, the default locale, charset or time zone, or a wall"
                    + " clock",
            "decide the end by virtual time and by what is in the simulation"),
    /** A record whose description differs at every call. */
    IMPURE(
            "describe() of a record is impure: it gave the recorder another text than it gave the run, so what is"
                    + " printed depends on how often it was called",
            "describe() of a record is impure: it gave the recorder another text than it gave the run, so what is"
                    + " printed depends on how often it was called",
            "let describe() return the components of the record and nothing else: no counter, no clock, no randomness"),
    /** The record could not be pinned down, because the run differs somewhere else every time. */
    UNSTEADY(
            "the run differs in another place every time: most likely a wall clock, threads, or a Random without a"
                    + " seed",
            "the run differs in another place in every JVM",
            "look for clocks, threads and random numbers that do not come from the Context");

    private final String inSameJvm;
    private final String inFreshJvm;
    private final String cure;

    NondeterminismKind(String inSameJvm, String inFreshJvm, String cure) {
        this.inSameJvm = inSameJvm;
        this.inFreshJvm = inFreshJvm;
        this.cure = cure;
    }

    /**
     * What most likely leaked.
     *
     * @param sameJvm whether it shows within one JVM, or only in a fresh one
     */
    public String likely(boolean sameJvm) {
        return sameJvm ? inSameJvm : inFreshJvm;
    }

    /** How to mend it. */
    public String cure() {
        return cure;
    }
}
