package dev.wavetank.model.apiserver.http.options;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ResourceVersion;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.apiserver.http.message.Refusal;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.apiserver.request.FieldValidation;
import dev.wavetank.model.apiserver.request.RequestOptions;
import dev.wavetank.model.gotext.GoInteger;
import dev.wavetank.model.gotext.GoSyntax;
import dev.wavetank.model.http.HttpRequest;
import dev.wavetank.model.http.Query;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads and checks the options of requests: {@code CreateOptions}, {@code DeleteOptions} and the others. */
public final class Options {

    private static final String GROUP = "meta.k8s.io";
    private static final int MANAGER_MAX = 128;
    private static final List<String> DIRECTIVES = List.of("", "Ignore", "Strict", "Warn");
    private static final List<String> POLICIES = List.of("Foreground", "Background", "Orphan");

    private final HttpRequest request;
    private final Query query;
    private final KubernetesVersion version;
    private final Consumer<String> warnings;

    /** Options of a request, which may warn its client of unknown fields. */
    public Options(HttpRequest request, KubernetesVersion version, Consumer<String> warnings) {
        this.request = request;
        this.query = new Query(request.query());
        this.version = version;
        this.warnings = warnings;
    }

    /** The options of a POST or PUT; {@code kind} is {@code CreateOptions} or {@code UpdateOptions}. */
    public RequestOptions write(String kind) {
        FieldErrors errors = new FieldErrors(version);
        manager(query.first("fieldManager"), errors);
        dryRun(query.all("dryRun"), errors);
        validation(errors);
        refuse(errors, kind);
        return options(false);
    }

    /** The options of a PATCH. */
    public RequestOptions patch(boolean apply) {
        FieldErrors errors = new FieldErrors(version);
        if (!apply && !query.all("force").isEmpty()) {
            errors.forbidden("force", "may not be specified for non-apply patch");
        }
        if (apply && query.first("fieldManager").isEmpty()) {
            errors.required("fieldManager", "is required for apply patch");
        }
        manager(query.first("fieldManager"), errors);
        dryRun(query.all("dryRun"), errors);
        validation(errors);
        refuse(errors, "PatchOptions");
        return options(query.isOn("force"));
    }

    private RequestOptions options(boolean force) {
        return new RequestOptions(!query.all("dryRun").isEmpty(), fieldManager(), force, version, validation());
    }

    private void validation(FieldErrors errors) {
        String given = query.first("fieldValidation");
        if (version.has(Feature.FIELD_VALIDATION) && !DIRECTIVES.contains(given)) {
            errors.unsupported("fieldValidation", GoSyntax.of(given), DIRECTIVES);
        }
    }

    /** Warnings are the rule where the parameter is known. */
    private FieldValidation validation() {
        String given = query.first("fieldValidation");
        if (!version.has(Feature.FIELD_VALIDATION) || given.equals("Ignore")) {
            return FieldValidation.IGNORE;
        }
        FieldValidation.Directive directive =
                given.equals("Strict") ? FieldValidation.Directive.STRICT : FieldValidation.Directive.WARN;
        return new FieldValidation(directive, List.of(), warnings);
    }

    /** Who writes: as the query says, or else the program's name in the user agent. */
    private String fieldManager() {
        String given = query.first("fieldManager");
        String agent = request.header("User-Agent");
        int slash = agent.indexOf('/');
        return !given.isEmpty() ? given : slash < 0 ? agent : agent.substring(0, slash);
    }

    /** How to delete, as body and query say; the body wins. */
    public record Deletion(ApiRequest.DeleteOptions how, RequestOptions options) {}

    /** The options of a DELETE. */
    public Deletion delete(Map<String, Object> body) {
        Object policy = given(body, "propagationPolicy");
        Object orphan = given(body, "orphanDependents");
        List<?> dryRun = body.get("dryRun") instanceof List<?> list ? list : query.all("dryRun");
        FieldErrors errors = new FieldErrors(version);
        if (policy != null && orphan != null) {
            errors.invalid(
                    "propagationPolicy",
                    GoSyntax.of(policy.toString()),
                    "orphanDependents and deletionPropagation cannot be both set");
        }
        if (policy != null && !POLICIES.contains(policy.toString())) {
            errors.unsupported(
                    "propagationPolicy",
                    GoSyntax.of(policy.toString()),
                    List.of("Foreground", "Background", "Orphan", "nil"));
        }
        dryRun(dryRun.stream().map(String::valueOf).toList(), errors);
        refuse(errors, "DeleteOptions");
        Object grace = given(body, "gracePeriodSeconds");
        Map<?, ?> preconditions = body.get("preconditions") instanceof Map<?, ?> map ? map : Collections.emptyMap();
        String revision = text(preconditions, "resourceVersion");
        String effective = policy != null ? policy.toString() : isTrue(orphan) ? "Orphan" : null;
        return new Deletion(
                new ApiRequest.DeleteOptions(
                        grace == null ? null : Long.valueOf(number(grace.toString())),
                        text(preconditions, "uid"),
                        effective,
                        revision == null ? null : ResourceVersion.of(revision)),
                new RequestOptions(!dryRun.isEmpty(), "", false, version));
    }

    private static @Nullable String text(Map<?, ?> tree, String field) {
        return tree.get(field) instanceof String text ? text : null;
    }

    private static long number(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException wrong) {
            throw new Refusal(Status.badRequest(GoInteger.mistake("ParseInt", text)));
        }
    }

    private static boolean isTrue(@Nullable Object value) {
        return value != null && value.toString().equals("true");
    }

    private @Nullable Object given(Map<String, Object> body, String name) {
        Object value = body.get(name);
        return value != null ? value : query.all(name).isEmpty() ? null : query.first(name);
    }

    private static void manager(String name, FieldErrors errors) {
        if (name.length() > MANAGER_MAX) {
            errors.tooLong("fieldManager", MANAGER_MAX);
        } else if (name.chars().anyMatch(Character::isISOControl)) {
            errors.invalid("fieldManager", GoSyntax.of(name), "should only contain printable characters");
        }
    }

    private static void dryRun(List<String> values, FieldErrors errors) {
        if (values.stream().anyMatch(value -> !value.equals("All"))) {
            errors.unsupported("dryRun", GoSyntax.strings(values), List.of("All"));
        }
    }

    public static void refuse(FieldErrors errors, String kind) {
        if (!errors.isEmpty()) {
            throw new Refusal(errors.status(GROUP, kind, ""));
        }
    }

    /** Reads a resourceVersion; 0 when none is given. */
    public static long revision(String text, String prefix) {
        if (text.isEmpty()) {
            return 0;
        }
        try {
            if (text.chars().allMatch(c -> c >= '0' && c <= '9')) {
                return Long.parseLong(text);
            }
        } catch (NumberFormatException tooLarge) {
            // Refused below, as what is no number.
        }
        throw new Refusal(Status.internal(prefix + GoInteger.mistake("ParseUint", text)));
    }
}
