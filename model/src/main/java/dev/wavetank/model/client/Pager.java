package dev.wavetank.model.client;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ReadOptions;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads a list page by page and joins the pages ({@code client-go/tools/pager}). When the store has compacted the
 * revision of the first page before the last page is read, the pager requests the whole list at once.
 */
public final class Pager {

    /** {@code defaultPageSize}. */
    public static final int PAGE_SIZE = 500;

    private final ApiClient client;

    /** Reads lists through a client. */
    public Pager(ApiClient client) {
        this.client = client;
    }

    /**
     * The whole list, or the first failure.
     *
     * @param list the request for the first page, with a limit
     */
    public Completion<ApiResponse> list(ApiRequest.List list) {
        return client.send(list).then(response -> {
            if (!(response instanceof ApiResponse.Many first)
                    || first.continueToken().isEmpty()) {
                return Completion.of(response);
            }
            return more(list, first, new ArrayList<>(first.items()));
        });
    }

    private Completion<ApiResponse> more(ApiRequest.List list, ApiResponse.Many page, List<KubernetesObject> items) {
        if (page.continueToken().isEmpty()) {
            return Completion.of(new ApiResponse.Many(items, page.revision()));
        }
        return client.send(with(list, list.options().next(page.continueToken())))
                .then(response -> {
                    if (response instanceof ApiResponse.Many next) {
                        items.addAll(next.items());
                        return more(list, next, items);
                    }
                    return response.failedWith(StatusReason.EXPIRED)
                            ? client.send(with(list, list.options().withLimit(0)))
                            : Completion.of(response);
                });
    }

    private static ApiRequest.List with(ApiRequest.List list, ReadOptions options) {
        return new ApiRequest.List(list.resource(), list.namespace(), list.selection(), options);
    }
}
