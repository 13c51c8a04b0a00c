package dev.wavetank.model.api;

/**
 * How fresh a get or list has to be, and how much of a list is wanted at once.
 *
 * @param match what the revision means
 * @param revision of the store; 0 for {@link Match#LATEST}, and for {@link Match#NOT_OLDER_THAN} when any state will do
 * @param limit how many objects a list gives at most ({@code limit}); 0: all
 * @param continueToken where the page before said that the next one begins ({@code continue}); empty: at the beginning
 */
public record ReadOptions(Match match, long revision, int limit, String continueToken) {

    /** How a revision is meant ({@code resourceVersionMatch}). */
    public enum Match {
        /** The latest state, read from the store with a quorum. */
        LATEST,
        /** A state at that revision or after it, from the server's watch cache: it may be old. */
        NOT_OLDER_THAN,
        /** The state at exactly that revision, from the history of the store. Lists only. */
        EXACT
    }

    /** All there is, as it is now ({@code resourceVersion} is not set). */
    public static final ReadOptions DEFAULT = new ReadOptions(Match.LATEST, 0, 0, "");

    /** All there is, as the server happens to know it ({@code resourceVersion=0}). */
    public static final ReadOptions ANY = notOlderThan(0);

    /** All there is, not as it was before a revision. */
    public static ReadOptions notOlderThan(long revision) {
        return new ReadOptions(Match.NOT_OLDER_THAN, revision, 0, "");
    }

    /** All there was at a revision. */
    public static ReadOptions exactly(long revision) {
        return new ReadOptions(Match.EXACT, revision, 0, "");
    }

    /** The same in pages of that size. */
    public ReadOptions withLimit(int most) {
        return new ReadOptions(match, revision, most, continueToken);
    }

    /** The next page of the same size: at the revision of the first one, which the token knows. */
    public ReadOptions next(String token) {
        return new ReadOptions(Match.LATEST, 0, limit, token);
    }

    /** Whether the server's watch cache answers. It cannot go on with a list, nor cut one at a given revision. */
    public boolean isFromCache() {
        return match == Match.NOT_OLDER_THAN && continueToken.isEmpty() && (limit == 0 || revision == 0);
    }
}
