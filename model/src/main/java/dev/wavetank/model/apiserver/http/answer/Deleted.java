package dev.wavetank.model.apiserver.http.answer;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.apiserver.http.options.Exchange;
import dev.wavetank.model.apiserver.registry.Registry;
import java.util.Optional;

/** Says whether a DELETE is answered with the object or with a status. */
public final class Deleted {

    private Deleted() {}

    /**
     * The status for an object that has gone; nothing when the object itself is the answer: it stays for now, or is
     * a pod.
     */
    public static Optional<Status> answer(Exchange exchange, ApiResponse response) {
        ResourceType type = exchange.type();
        if (!(response instanceof ApiResponse.One one)
                || type.equals(Resources.PODS)
                || one.object().metadata().isDeleting()
                        && !Registry.strategy(type).isDue(one.object())) {
            return Optional.empty();
        }
        return Optional.of(new Status(
                "Success",
                null,
                null,
                new Status.Details(
                        exchange.info().name(),
                        type.group().isEmpty() ? null : type.group(),
                        type.plural(),
                        one.object().uid(),
                        null,
                        null),
                200));
    }
}
