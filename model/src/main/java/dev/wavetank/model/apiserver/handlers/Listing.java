package dev.wavetank.model.apiserver.handlers;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.ReadOptions;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.apiserver.registry.Selector;
import dev.wavetank.model.etcd.EtcdClient;
import dev.wavetank.model.etcd.EtcdEntry;
import dev.wavetank.model.etcd.EtcdErrors;
import dev.wavetank.model.etcd.EtcdRequest;
import dev.wavetank.model.etcd.EtcdResponse;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.List;

/**
 * One list, or one page of it, read from etcd ({@code etcd3.store.GetList}).
 *
 * <p>A page is filled with as many requests as it takes, all at the revision of the first. A page may be the last
 * but one although nothing that is selected follows: the server has not read on.
 */
final class Listing {

    private static final String NAME = "metadata.name";

    private static final String EXPIRED = "The resourceVersion for the provided list is too old.";

    private static final String INCONSISTENT_CONTINUE =
            "The provided continue parameter is too old to display a consistent list result. You can start a new list"
                    + " without the continue parameter, or use the continue token in this response to retrieve the"
                    + " remainder of the results. Continuing with the provided token results in an inconsistent list -"
                    + " objects that were created, modified, or deleted between the time the first chunk was returned"
                    + " and now may show up in the list.";

    /** The most keys that are asked for at once ({@code maxLimit}). */
    private static final int MOST_AT_ONCE = 10_000;

    private final EtcdClient etcd;
    private final ReadOptions options;
    private final Selector selector;
    private final boolean selectsAll;
    private final String prefix;
    /** The key of the one object that is selected by its name, or null: then there is nothing to page through. */
    private final String only;

    private final List<KubernetesObject> items = new ArrayList<>();
    /** The key at which a continued list began; null for a list from the beginning. */
    private final String continuedAt;

    private String from;
    private int atOnce;
    /** The revision to read at; 0: the latest. */
    private long revision;

    private Listing(EtcdClient etcd, ApiRequest.List list, Selector selector, ContinueToken token) {
        ResourceType resource = list.resource();
        this.etcd = etcd;
        this.options = list.options();
        this.selector = selector;
        ApiRequest.Selection selection = list.selection();
        this.selectsAll = selection.labels().isEmpty()
                && selection.fields().isEmpty()
                && selection.others().isEmpty();
        this.prefix = resource.storagePrefix(resource.namespaced() ? list.namespace() : "");
        this.only = token == null ? only(list) : null;
        this.continuedAt = token == null ? null : token.start();
        this.from = token == null ? "" : prefix + token.start();
        this.atOnce = options.limit();
        if (token != null) {
            revision = Math.max(0, token.revision());
        } else if (options.match() == ReadOptions.Match.EXACT) {
            revision = options.revision();
        }
    }

    /** Reads a list, or a page of it. */
    static Completion<ApiResponse> read(EtcdClient etcd, ApiRequest.List list, Selector selector) {
        String token = list.options().continueToken();
        if (token.isEmpty()) {
            return new Listing(etcd, list, selector, null).next();
        }
        try {
            ContinueToken decoded = ContinueToken.decode(token);
            return list.options().revision() > 0
                    ? RequestPath.refuse(
                            Status.badRequest("specifying resource version is not allowed when using continue"))
                    : new Listing(etcd, list, selector, decoded).next();
        } catch (ContinueToken.InvalidException wrong) {
            return RequestPath.refuse(Status.badRequest(wrong.getMessage()));
        }
    }

    private static String only(ApiRequest.List list) {
        String name = list.selection().fields().get(NAME);
        boolean isOne = name != null
                && !name.isEmpty()
                && (!list.resource().namespaced() || !list.namespace().isEmpty());
        return isOne ? list.resource().storageKey(new ObjectKey(list.namespace(), name)) : null;
    }

    private Completion<ApiResponse> next() {
        if (only != null) {
            return etcd.send(new EtcdRequest.Get(only, revision, false)).then(this::takeOne);
        }
        return etcd.send(new EtcdRequest.Range(prefix, from, atOnce, revision, false))
                .then(response -> response instanceof EtcdResponse.Entries entries
                        ? take(entries)
                        : RequestPath.refuse(refusal((EtcdResponse.Failure) response)));
    }

    private Completion<ApiResponse> takeOne(EtcdResponse response) {
        if (response instanceof EtcdResponse.Found found) {
            List<EtcdEntry> entries = found.entry() == null ? List.of() : List.of(found.entry());
            return take(new EtcdResponse.Entries(entries, found.revision()));
        }
        return RequestPath.refuse(refusal((EtcdResponse.Failure) response));
    }

    private Completion<ApiResponse> take(EtcdResponse.Entries found) {
        if (options.match() == ReadOptions.Match.NOT_OLDER_THAN && options.revision() > found.revision()) {
            return RequestPath.refuse(Status.tooLargeResourceVersion(options.revision(), found.revision(), null));
        }
        if (revision == 0) {
            revision = found.revision();
        }
        int limit = options.limit();
        boolean more = found.count() > found.entries().size();
        String last = "";
        for (EtcdEntry entry : found.entries()) {
            if (limit > 0 && items.size() >= limit) {
                more = true;
                break;
            }
            last = entry.key();
            if (selector.matches(entry.value())) {
                items.add(entry.value());
            }
        }
        if (!more) {
            return Completion.of(new ApiResponse.Many(items, revision));
        }
        if (items.size() < limit) {
            from = last + '\0';
            atOnce = Math.min(2 * atOnce, MOST_AT_ONCE);
            return next();
        }
        String token =
                ContinueToken.after(revision, last.substring(prefix.length())).encode();
        Long remaining = selectsAll ? Long.valueOf(found.count() - limit) : null;
        return Completion.of(new ApiResponse.Many(items, revision, token, remaining));
    }

    private Status refusal(EtcdResponse.Failure failure) {
        if (!failure.message().equals(EtcdErrors.COMPACTED)) {
            return Storage.unavailable(failure);
        }
        if (continuedAt == null) {
            return Status.expired(EXPIRED);
        }
        String token = new ContinueToken(ContinueToken.LATEST, continuedAt).encode();
        Status expired = Status.expired(INCONSISTENT_CONTINUE);
        return new Status(expired.status(), expired.message(), expired.reason(), null, expired.code(), token);
    }
}
