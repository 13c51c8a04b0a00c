package dev.wavetank.model.api;

/**
 * How to watch.
 *
 * @param fromRevision the revision after which changes are sent; 0: whatever the server knows is sent first, each
 *     object as {@code ADDED}, and then what comes
 * @param bookmarks whether to hear now and then how far the watch has come ({@code allowWatchBookmarks})
 * @param initialEvents what to do with the objects that are there when the watch begins
 * @param timeout after how many nanoseconds the server ends the watch ({@code timeoutSeconds}); 0: when it likes, in
 *     30 to 60 minutes
 */
public record WatchOptions(long fromRevision, boolean bookmarks, InitialEvents initialEvents, long timeout) {

    /** What becomes of the objects that are there already ({@code sendInitialEvents}). */
    public enum InitialEvents {
        /** Sent when the watch begins at no revision. */
        BY_REVISION,
        /** Sent as they are now, or not older than the revision; a bookmark follows when all have been sent. */
        SENT,
        /** Not sent: without a revision, only later changes are sent. */
        LEFT_OUT
    }

    /** Changes after a revision. */
    public static WatchOptions from(long revision) {
        return new WatchOptions(revision, false, InitialEvents.BY_REVISION, 0);
    }

    /** The same with bookmarks. */
    public WatchOptions withBookmarks() {
        return new WatchOptions(fromRevision, true, initialEvents, timeout);
    }

    /** The same for so many nanoseconds. */
    public WatchOptions withTimeout(long nanos) {
        return new WatchOptions(fromRevision, bookmarks, initialEvents, nanos);
    }
}
