package dev.wavetank.model.apiserver.registry.untyped;

import dev.wavetank.model.api.naming.NameRules;
import dev.wavetank.model.apiserver.registry.validation.FieldCursor;
import dev.wavetank.model.apiserver.registry.validation.SelectorRules;
import dev.wavetank.model.gotext.GoSyntax;
import dev.wavetank.model.version.Feature;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Configurations of admission webhooks. */
final class WebhookRules {

    private static final String FORM = "; desired format: https://host[/path]";
    private static final List<String> OPERATIONS = List.of("*", "CONNECT", "CREATE", "DELETE", "UPDATE");
    private static final List<String> SIDE_EFFECTS = List.of("None", "NoneOnDryRun");

    /** What v1beta1 permits beyond that; both versions are stored as one in v1.20, so that it is permitted there. */
    private static final List<String> OLD_SIDE_EFFECTS = List.of("Some", "Unknown");

    private static final List<String> REVIEWS = List.of("v1", "v1beta1");
    private static final String SIDE_EFFECT = "sideEffects";
    private static final String VERSIONS = "admissionReviewVersions";
    private static final String RESOURCES = "resources";

    private WebhookRules() {}

    static void configuration(FieldCursor configuration) {
        Set<String> names = new LinkedHashSet<>();
        for (FieldCursor hook : configuration.items("webhooks")) {
            hook(hook);
            reviewVersions(hook);
            String name = hook.text("name");
            if (!name.isEmpty() && !names.add(name)) {
                hook.errors().duplicate(hook.at("name"), GoSyntax.of(name));
            }
        }
    }

    private static void hook(FieldCursor hook) {
        name(hook);
        hook.items("rules").forEach(WebhookRules::rule);
        hook.oneOfIfSet("failurePolicy", List.of("Fail", "Ignore"));
        hook.oneOfIfSet("matchPolicy", List.of("Equivalent", "Exact"));
        if (!hook.has(SIDE_EFFECT)) {
            hook.required(SIDE_EFFECT, "must specify one of None, NoneOnDryRun");
        } else if (hook.errors().version().has(Feature.STRICT_WEBHOOK_SIDE_EFFECTS)
                || !OLD_SIDE_EFFECTS.contains(hook.text(SIDE_EFFECT))) {
            hook.oneOf(SIDE_EFFECT, SIDE_EFFECTS);
        }
        if (hook.has("timeoutSeconds") && (hook.number("timeoutSeconds") < 1 || hook.number("timeoutSeconds") > 30)) {
            hook.invalidNumber("timeoutSeconds", "the timeout value must be between 1 and 30 seconds");
        }
        SelectorRules.check(hook.child("namespaceSelector"));
        SelectorRules.check(hook.child("objectSelector"));
        hook.oneOfIfSet("reinvocationPolicy", List.of("IfNeeded", "Never"));
        client(hook);
    }

    private static void name(FieldCursor hook) {
        if (!hook.require("name")) {
            return;
        }
        List<String> wrong = NameRules.subdomain(hook.text("name"));
        if (!wrong.isEmpty()) {
            hook.invalid("name", String.join(",", wrong));
        } else if (hook.text("name").split("\\.", -1).length < 3) {
            hook.invalid("name", "should be a domain with at least three segments separated by dots");
        }
    }

    private static void client(FieldCursor hook) {
        FieldCursor client = hook.child("clientConfig");
        if (client.has("url") == client.has("service")) {
            hook.required("clientConfig", "exactly one of url or service is required");
        } else if (client.has("url")) {
            url(client);
        } else {
            service(client.child("service"));
        }
    }

    private static void url(FieldCursor client) {
        URI url;
        try {
            url = new URI(client.text("url"));
        } catch (URISyntaxException e) {
            client.required("url", "url must be a valid URL: " + e.getMessage() + FORM);
            return;
        }
        String scheme = url.getScheme() == null ? "" : url.getScheme();
        if (!scheme.equals("https")) {
            client.invalid("url", GoSyntax.of(scheme), "'https' is the only allowed URL scheme" + FORM);
        }
        if (url.getHost() == null) {
            client.invalid("url", "\"\"", "host must be specified" + FORM);
        }
        forbidden(client, url.getRawUserInfo(), "user information is not permitted in the URL");
        forbidden(client, url.getFragment(), "fragments are not permitted in the URL");
        forbidden(client, url.getRawQuery(), "query parameters are not permitted in the URL");
    }

    private static void forbidden(FieldCursor client, String value, String why) {
        if (value != null && !value.isEmpty()) {
            client.invalid("url", GoSyntax.of(value), why);
        }
    }

    private static void service(FieldCursor service) {
        if (service.text("name").isEmpty()) {
            service.required("name", "service name is required");
        }
        if (service.text("namespace").isEmpty()) {
            service.required("namespace", "service namespace is required");
        }
        if (service.has("port") && (service.number("port") < 1 || service.number("port") > 65535)) {
            service.invalidNumber("port", "port is not valid: must be between 1 and 65535, inclusive");
        }
        path(service, service.text("path"));
    }

    private static void path(FieldCursor service, String path) {
        if (path.isEmpty() || path.equals("/")) {
            return;
        }
        if (path.equals("//")) {
            service.invalid("path", "segment[0] may not be empty");
            return;
        }
        if (!path.startsWith("/")) {
            service.invalid("path", "must start with a '/'");
        }
        String inner = path.substring(1);
        String[] segments = (inner.endsWith("/") ? inner.substring(0, inner.length() - 1) : inner).split("/", -1);
        for (int i = 0; i < segments.length; i++) {
            if (segments[i].isEmpty()) {
                service.invalid("path", "segment[" + i + "] may not be empty");
                continue;
            }
            for (String why : NameRules.subdomain(segments[i])) {
                service.invalid("path", "segment[" + i + "]: " + why);
            }
        }
    }

    private static void reviewVersions(FieldCursor hook) {
        List<String> versions = hook.texts(VERSIONS);
        if (versions.isEmpty()) {
            hook.required(VERSIONS, "must specify one of v1, v1beta1");
            return;
        }
        Set<String> seen = new LinkedHashSet<>();
        for (int i = 0; i < versions.size(); i++) {
            String field = VERSIONS + "[" + i + "]";
            if (!seen.add(versions.get(i))) {
                hook.errors().duplicate(hook.at(field), GoSyntax.of(versions.get(i)));
                continue;
            }
            for (String why : NameRules.oldLabel(versions.get(i))) {
                hook.invalid(field, GoSyntax.of(versions.get(i)), why);
            }
        }
        if (versions.stream().noneMatch(REVIEWS::contains)) {
            hook.invalid(VERSIONS, GoSyntax.strings(versions), "must include at least one of v1, v1beta1");
        }
    }

    private static void rule(FieldCursor rule) {
        List<String> operations = rule.texts("operations");
        if (operations.isEmpty()) {
            rule.required("operations", "");
        }
        if (operations.size() > 1 && operations.contains("*")) {
            rule.invalid(
                    "operations",
                    "[]admissionregistration.OperationType{\"" + String.join("\", \"", operations) + "\"}",
                    "if '*' is present, must not specify other operations");
        }
        for (int i = 0; i < operations.size(); i++) {
            rule.errors().oneOf(rule.at("operations[" + i + "]"), operations.get(i), OPERATIONS);
        }
        list(rule, "apiGroups", "API groups");
        list(rule, "apiVersions", "API versions");
        List<String> versions = rule.texts("apiVersions");
        for (int i = 0; i < versions.size(); i++) {
            if (versions.get(i).isEmpty()) {
                rule.required("apiVersions[" + i + "]", "");
            }
        }
        resources(rule, rule.texts(RESOURCES));
        rule.oneOfIfSet("scope", List.of("*", "Cluster", "Namespaced"));
    }

    private static void list(FieldCursor rule, String field, String what) {
        List<String> items = rule.texts(field);
        if (items.isEmpty()) {
            rule.required(field, "");
        }
        if (items.size() > 1 && items.contains("*")) {
            rule.invalid(field, GoSyntax.strings(items), "if '*' is present, must not specify other " + what);
        }
    }

    private static void resources(FieldCursor rule, List<String> resources) {
        if (resources.isEmpty()) {
            rule.required(RESOURCES, "");
        }
        List<String> all = new ArrayList<>();
        boolean plain = false;
        for (int i = 0; i < resources.size(); i++) {
            String resource = resources.get(i);
            String field = RESOURCES + "[" + i + "]";
            if (resource.isEmpty()) {
                rule.required(field, "");
                continue;
            }
            int slash = resource.indexOf('/');
            if (slash < 0) {
                plain |= !resource.equals("*");
                continue;
            }
            for (String wild : List.of(resource.substring(0, slash) + "/*", "*" + resource.substring(slash))) {
                if (all.contains(wild)) {
                    rule.invalid(
                            field, GoSyntax.of(resource), "if '" + wild + "' is present, must not specify " + resource);
                }
            }
            all.add(resource);
        }
        if (resources.size() > 1 && resources.contains("*/*")) {
            rule.invalid(
                    RESOURCES, GoSyntax.strings(resources), "if '*/*' is present, must not specify other resources");
        }
        if (resources.contains("*") && plain) {
            rule.invalid(
                    RESOURCES,
                    GoSyntax.strings(resources),
                    "if '*' is present, must not specify other resources without subresources");
        }
    }
}
