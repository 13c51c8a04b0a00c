package dev.wavetank.model.apiserver.http;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Credentials;
import dev.wavetank.model.api.ImpersonationConfig;
import dev.wavetank.model.apiserver.authn.User;
import dev.wavetank.model.apiserver.authz.Attributes;
import dev.wavetank.model.apiserver.chain.Incoming;
import dev.wavetank.model.apiserver.chain.RequestInFlight;
import dev.wavetank.model.apiserver.http.answer.Answers;
import dev.wavetank.model.apiserver.http.message.Refusal;
import dev.wavetank.model.apiserver.http.options.ImpersonationHeaders;
import dev.wavetank.model.apiserver.http.options.RequestInfo;
import dev.wavetank.model.apiserver.http.options.Selectors;
import dev.wavetank.model.codec.TreeDepth;
import dev.wavetank.model.gotext.GoJsonReader;
import dev.wavetank.model.gotext.GoSyntax;
import dev.wavetank.model.http.HttpRequest;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.http.Query;
import dev.wavetank.sim.Completion;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * A request as bytes, whose headers and path the chain reads before the path is looked up.
 *
 * @param request as it came
 * @param info what path, method and query say
 * @param front routes, decodes and executes it
 * @param ended done when the last event of a watch has been sent
 */
record WireRequest(HttpRequest request, RequestInfo info, HttpFront front, Completion<Boolean> ended)
        implements Incoming {

    private static final String BEARER = "bearer";
    private static final String BASIC = "Basic ";
    private static final List<String> LASTING_VERBS = List.of("watch", "proxy");
    private static final List<String> LASTING_SUBRESOURCES = List.of("attach", "exec", "log", "portforward", "proxy");
    private static final List<String> SELECTING = List.of("list", "watch", "deletecollection");
    private static final List<String> READING = List.of("get", "list", "watch", "head", "options");

    @Override
    public Attributes attributes(User user) {
        if (!info.isResource()) {
            return new Attributes(user, info.verb(), new Attributes.Path(info.path()));
        }
        Attributes.Resource resource = new Attributes.Resource(
                info.group(),
                info.version(),
                info.resource(),
                info.subresource(),
                info.namespace(),
                info.name(),
                selectedFields());
        return new Attributes(user, info.verb(), resource);
    }

    /** What a list or watch asks of fields; a selector that cannot be read is refused later. */
    private Map<String, String> selectedFields() {
        if (!SELECTING.contains(info.verb())) {
            return Collections.emptyMap();
        }
        try {
            return Selectors.of(new Query(request.query())).fields();
        } catch (Refusal unreadable) {
            return Collections.emptyMap();
        }
    }

    @Override
    public Credentials credentials() {
        Credentials header = authorization(request.header("Authorization").strip());
        return new Credentials(header.bearerToken(), header.password(), request.certificate());
    }

    private static Credentials authorization(String header) {
        String[] words = header.split(" ", -1);
        if (words.length > 1 && words[0].equalsIgnoreCase(BEARER)) {
            // Two spaces make an empty token, which is none (request/bearertoken).
            return Credentials.ofToken(words[1]);
        }
        if (header.startsWith(BASIC)) {
            try {
                byte[] decoded = Base64.getDecoder()
                        .decode(header.substring(BASIC.length()).strip());
                String[] parts = new String(decoded, StandardCharsets.UTF_8).split(":", 2);
                return parts.length == 2 ? Credentials.ofPassword(parts[0], parts[1]) : Credentials.NONE;
            } catch (IllegalArgumentException notBase64) {
                return Credentials.NONE;
            }
        }
        return Credentials.NONE;
    }

    @Override
    public ImpersonationConfig impersonation() {
        return ImpersonationHeaders.wish(request.headers(), front.version());
    }

    @Override
    public boolean isMutating() {
        return !READING.contains(info.verb());
    }

    @Override
    public boolean isLongRunning() {
        return info.isResource()
                && (LASTING_VERBS.contains(info.verb()) || LASTING_SUBRESOURCES.contains(info.subresource()));
    }

    @Override
    public void whenEnded(Runnable action) {
        ended.whenDone(last -> action.run());
    }

    @Override
    public String userAgent() {
        return request.header("User-Agent");
    }

    @Override
    public String uri() {
        return request.query().isEmpty() ? request.path() : request.path() + "?" + request.query();
    }

    @Override
    public Object body() {
        if (request.body().length == 0) {
            return null;
        }
        try {
            return GoJsonReader.parse(request.text()) instanceof Map<?, ?> tree && !TreeDepth.isExceeded(tree)
                    ? tree
                    : null;
        } catch (GoJsonReader.SyntaxMistake notJson) {
            return null;
        }
    }

    @Override
    public ApiResponse overloaded() {
        HttpResponse refusal = Answers.plain(429, "Too many requests, please try again later.\n");
        refusal.headers().put("Retry-After", "1");
        return refusal;
    }

    @Override
    public ApiResponse broken(String mistake) {
        String text = "Internal Server Error: " + GoSyntax.of(uri()) + ": " + mistake;
        String safe = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
        return Answers.plain(500, safe + "\n");
    }

    @Override
    public ApiResponse panicked() {
        if (!ended.isDone()) {
            ended.complete(true);
        }
        return Answers.plain(500, PANICKED + "\n");
    }

    @Override
    public Completion<ApiResponse> execute(RequestInFlight passage) {
        return front.routed(request, info, passage.user()).map(this::watched);
    }

    private ApiResponse watched(HttpResponse response) {
        if (response.rest() == null) {
            ended.complete(true);
            return response;
        }
        return response.endingWith(() -> ended.complete(true));
    }
}
