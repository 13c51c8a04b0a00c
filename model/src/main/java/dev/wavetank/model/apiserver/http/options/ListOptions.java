package dev.wavetank.model.apiserver.http.options;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ReadOptions;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.WatchOptions;
import dev.wavetank.model.apiserver.http.message.Refusal;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.gotext.GoInteger;
import dev.wavetank.model.gotext.GoSyntax;
import dev.wavetank.model.http.Query;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import java.util.List;
import java.util.Optional;

/**
 * What a list or watch asks for, as it came.
 *
 * @param selection which objects
 * @param version {@code resourceVersion}; the empty string when it is not given
 * @param match {@code resourceVersionMatch}
 * @param limit how many objects at most; 0 for all
 * @param goOn {@code continue}
 * @param timeoutSeconds how long a watch lasts; 0 when it is not given
 * @param bookmarks {@code allowWatchBookmarks}
 * @param initialEvents {@code sendInitialEvents}, if it is given
 */
public record ListOptions(
        ApiRequest.Selection selection,
        String version,
        String match,
        int limit,
        String goOn,
        long timeoutSeconds,
        boolean bookmarks,
        Optional<Boolean> initialEvents) {

    private static final String MATCH = "resourceVersionMatch";
    private static final String INITIAL_EVENTS = "sendInitialEvents";
    private static final String EXACT = "Exact";
    private static final String NOT_OLDER_THAN = "NotOlderThan";
    private static final String ANY = "0";

    public static ListOptions of(Query query, boolean watch, KubernetesVersion kubernetes) {
        boolean watchLists = kubernetes.has(Feature.WATCH_LIST);
        ListOptions options = new ListOptions(
                Selectors.of(query, kubernetes),
                query.first("resourceVersion"),
                query.first(MATCH),
                (int) Math.max(0, Math.min(Integer.MAX_VALUE, number(query, "limit"))),
                query.first("continue"),
                number(query, "timeoutSeconds"),
                query.isOn("allowWatchBookmarks"),
                watchLists && !query.all(INITIAL_EVENTS).isEmpty()
                        ? Optional.of(query.isOn(INITIAL_EVENTS))
                        : Optional.empty());
        FieldErrors errors = new FieldErrors(kubernetes);
        if (watch && watchLists) {
            options.checkWatch(errors);
        } else {
            options.checkList(watch, errors);
        }
        Options.refuse(errors, "ListOptions");
        return options;
    }

    /** Before v1.27 watches went by the same rules as lists. */
    private void checkList(boolean watch, FieldErrors errors) {
        if (!match.isEmpty()) {
            if (watch) {
                errors.forbidden(MATCH, "resourceVersionMatch is forbidden for watch");
            }
            if (version.isEmpty()) {
                errors.forbidden(MATCH, "resourceVersionMatch is forbidden unless resourceVersion is provided");
            }
            checkGoOn(errors);
            if (!match.equals(EXACT) && !match.equals(NOT_OLDER_THAN)) {
                errors.unsupported(MATCH, GoSyntax.of(match), List.of(EXACT, NOT_OLDER_THAN, ""));
            }
            if (match.equals(EXACT) && version.equals(ANY)) {
                errors.forbidden(MATCH, "resourceVersionMatch \"exact\" is forbidden for resourceVersion \"0\"");
            }
        }
        if (initialEvents.isPresent()) {
            errors.forbidden(INITIAL_EVENTS, "sendInitialEvents is forbidden for list");
        }
    }

    private void checkWatch(FieldErrors errors) {
        if (initialEvents.isPresent() && !match.equals(NOT_OLDER_THAN)) {
            errors.forbidden(MATCH, "sendInitialEvents requires setting resourceVersionMatch to " + NOT_OLDER_THAN);
        }
        if (!match.isEmpty()) {
            if (initialEvents.isEmpty()) {
                errors.forbidden(
                        MATCH, "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided");
            }
            if (!match.equals(NOT_OLDER_THAN)) {
                errors.unsupported(MATCH, GoSyntax.of(match), List.of(NOT_OLDER_THAN));
            }
            checkGoOn(errors);
        }
    }

    private void checkGoOn(FieldErrors errors) {
        if (!goOn.isEmpty()) {
            errors.forbidden(MATCH, "resourceVersionMatch is forbidden when continue is provided");
        }
    }

    /** How to read a list. Without a match, a page is read at exactly the revision, a whole list at or after it. */
    public ReadOptions read() {
        boolean fromStore = !goOn.isEmpty() || match.equals(EXACT) || limit > 0 && !version.equals(ANY);
        long revision = revision(version, fromStore);
        ReadOptions.Match meant = version.isEmpty()
                ? ReadOptions.Match.LATEST
                : match.equals(EXACT) || match.isEmpty() && goOn.isEmpty() && limit > 0 && revision > 0
                        ? ReadOptions.Match.EXACT
                        : ReadOptions.Match.NOT_OLDER_THAN;
        return new ReadOptions(meant, revision, limit, goOn);
    }

    /** How to read one object: only {@code resourceVersion} counts. */
    public static ReadOptions ofGet(Query query) {
        String version = query.first("resourceVersion");
        return version.isEmpty() ? ReadOptions.DEFAULT : ReadOptions.notOlderThan(revision(version, false));
    }

    /** How to watch. A time-out below zero has passed already. */
    public WatchOptions watch() {
        long revision = revision(version, false);
        long timeout = timeoutSeconds < 0 ? 1 : timeoutSeconds * VirtualTime.SECOND;
        if (initialEvents.isEmpty()) {
            return new WatchOptions(revision, bookmarks, WatchOptions.InitialEvents.BY_REVISION, timeout);
        }
        if (!initialEvents.get()) {
            return new WatchOptions(revision, bookmarks, WatchOptions.InitialEvents.LEFT_OUT, timeout);
        }
        // Every cache has seen the first revision: "0" takes what there is, while nothing takes the latest.
        long least = version.equals(ANY) ? 1 : revision;
        return new WatchOptions(least, bookmarks, WatchOptions.InitialEvents.SENT, timeout);
    }

    /** The watch cache fails over a revision that is none; the store says that the request is bad. */
    private static long revision(String version, boolean fromStore) {
        try {
            return Options.revision(version, "resourceVersion: Invalid value: " + GoSyntax.of(version) + ": ");
        } catch (Refusal refusal) {
            throw fromStore
                    ? new Refusal(Status.badRequest(
                            "invalid resource version: " + refusal.status().message()))
                    : refusal;
        }
    }

    private static long number(Query query, String name) {
        String text = query.first(name);
        if (text.isEmpty()) {
            return 0;
        }
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException wrong) {
            throw new Refusal(Status.badRequest(GoInteger.mistake("ParseInt", text)));
        }
    }
}
