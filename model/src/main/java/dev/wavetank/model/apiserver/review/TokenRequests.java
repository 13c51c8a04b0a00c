package dev.wavetank.model.apiserver.review;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.apiserver.authn.ServiceAccountAuthenticator;
import dev.wavetank.model.apiserver.authn.SignedToken;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Makes tokens of service accounts ({@code serviceaccounts/token}), which are bound to no object but the account. */
public final class TokenRequests {

    /** How long a token lasts when the request does not say, in seconds. */
    private static final long SECONDS = 3600;

    private static final long SECONDS_MIN = 600;

    private final ServiceAccountAuthenticator.Issuer issuer;
    private final Function<ApiRequest.Get, Completion<ApiResponse>> reads;
    private final Supplier<Instant> clock;
    private final KubernetesVersion version;
    private final SignedToken tokens = new SignedToken(new ObjectCodec());

    /**
     * Makes tokens.
     *
     * @param issuer signs the tokens; null when the server makes none
     * @param reads finds the account
     * @param clock the wall clock of the server
     * @param version of the server
     */
    public TokenRequests(
            ServiceAccountAuthenticator.Issuer issuer,
            Function<ApiRequest.Get, Completion<ApiResponse>> reads,
            Supplier<Instant> clock,
            KubernetesVersion version) {
        this.issuer = issuer;
        this.reads = reads;
        this.clock = clock;
        this.version = version;
    }

    /**
     * The order of {@code TokenREST.Create}: the account, the request, and validating admission at the end.
     *
     * @param admission judges the request; a status when it refuses
     */
    Completion<ApiResponse> issue(ApiRequest.Create create, Supplier<Completion<Optional<Status>>> admission) {
        if (issuer == null) {
            return Reviews.refused(Status.noSuchResource());
        }
        return reads.apply(new ApiRequest.Get(create.resource(), create.namespace(), create.name()))
                .then(response -> response instanceof ApiResponse.One account
                        ? issue(create, account.object(), admission)
                        : Completion.of(response));
    }

    private Completion<ApiResponse> issue(
            ApiRequest.Create create, KubernetesObject account, Supplier<Completion<Optional<Status>>> admission) {
        Object wanted = Reviews.spec(create.body()).get("expirationSeconds");
        long seconds = wanted instanceof Number number ? number.longValue() : SECONDS;
        if (seconds < SECONDS_MIN) {
            FieldErrors errors = new FieldErrors(version);
            errors.invalid(
                    "spec.expirationSeconds",
                    Long.toString(seconds),
                    "may not specify a duration less than 10 minutes");
            return Reviews.refused(errors.status("authentication.k8s.io", "TokenRequest", ""));
        }
        return admission
                .get()
                .then(refusal -> refusal.isPresent()
                        ? Reviews.refused(refusal.get())
                        : Reviews.answered(filled(create, seconds), status(create, account, seconds)));
    }

    /** The request with what it leaves out: name and namespace of the account, audiences, time. */
    private KubernetesObject filled(ApiRequest.Create create, long seconds) {
        GenericObject body = (GenericObject) create.body();
        Map<String, Object> spec = new LinkedHashMap<>();
        Reviews.spec(body).forEach((name, value) -> spec.put(String.valueOf(name), value));
        if (!(spec.get("audiences") instanceof List<?> audiences) || audiences.isEmpty()) {
            spec.put("audiences", issuer.audiences());
        }
        spec.put("expirationSeconds", seconds);
        spec.putIfAbsent("boundObjectRef", null);
        Map<String, Object> fields = new LinkedHashMap<>(body.other());
        fields.put("spec", spec);
        ObjectMeta metadata = body.metadata()
                .with(builder -> builder.name(create.name())
                        .namespace(create.namespace())
                        .creationTimestamp(Timestamps.seconds(clock.get())));
        return new GenericObject(body.apiVersion(), body.kind(), metadata, fields);
    }

    private Map<String, Object> status(ApiRequest.Create create, KubernetesObject account, long seconds) {
        Instant expires = clock.get().plusSeconds(seconds);
        Map<String, Object> claims =
                ServiceAccountAuthenticator.claims(issuer, create.namespace(), create.name(), account.uid(), expires);
        if (Reviews.spec(create.body()).get("audiences") instanceof List<?> audiences && !audiences.isEmpty()) {
            claims.put("aud", audiences);
        }
        Map<String, Object> status = new LinkedHashMap<>();
        status.put("token", tokens.sign(claims, issuer.key()));
        status.put(
                "expirationTimestamp", expires.truncatedTo(ChronoUnit.SECONDS).toString());
        return status;
    }
}
