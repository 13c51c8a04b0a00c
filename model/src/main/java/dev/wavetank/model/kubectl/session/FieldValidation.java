package dev.wavetank.model.kubectl.session;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.codec.Manifest;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.http.RequestUri;
import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.kubectl.print.OpenApiNames;
import dev.wavetank.model.kubectl.server.Answers;
import dev.wavetank.model.kubectl.server.WireForm;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.model.kubectl.syntax.VerbSyntax;
import dev.wavetank.model.schema.SchemaProblem;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.network.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What becomes of fields in files that nobody knows ({@code --validate}). Since v1.25 the server judges, and
 * refuses them unless it is told to warn or to ignore them; before, the command itself did, by the server's OpenAPI
 * document (kubectl, pkg/cmd/util/helpers.go, GetValidationDirective, and pkg/validation, v1.24).
 */
public final class FieldValidation {

    private static final List<VerbSyntax> VERBS = List.of(VerbSyntax.APPLY, VerbSyntax.CREATE, VerbSyntax.REPLACE);

    private final Session session;
    private final String directive;
    private final List<Unknown> unknown = new ArrayList<>();

    /** An object with fields that nobody knows. */
    private record Unknown(Manifest known, Map<String, Object> tree, List<SchemaProblem> problems) {}

    FieldValidation(Session session) {
        this.session = session;
        this.directive = directive(session.line().value(Flag.VALIDATE).orElse("true"));
    }

    private String directive(String option) {
        return switch (option) {
            case "true", "strict" -> "Strict";
            case "warn" -> "Warn";
            case "false", "ignore" -> "Ignore";
            default ->
                throw new UsageException("invalid - validate option \"" + option
                        + "\"; must be one of: strict (or true), warn, ignore (or false)");
        };
    }

    boolean take(Manifest known, Map<String, Object> tree, List<SchemaProblem> problems) {
        VerbSyntax verb = session.line().verb();
        if (!VERBS.contains(verb)) {
            // What only names an object may be wrong otherwise.
            return verb != VerbSyntax.DIFF && !session.isLocal();
        }
        unknown.add(new Unknown(known, tree, problems));
        return true;
    }

    /**
     * Whether the server is to be heard about fields of a request: {@code patch} names no directive, so the server
     * warns of those that nobody knows. The answer to a typed request has no place for warnings.
     */
    boolean isWarnedOf(ApiRequest request) {
        return session.has(Feature.FIELD_VALIDATION)
                && session.line().verb() == VerbSyntax.PATCH
                && request instanceof ApiRequest.Patch;
    }

    /** The objects against which the command itself finds nothing; says at the end what it finds. */
    public Completion<List<Manifest>> passing(List<Manifest> manifests) {
        boolean asks = !session.has(Feature.FIELD_VALIDATION) && directive.equals("Strict");
        if (!asks || unknown.isEmpty()) {
            return Completion.of(manifests);
        }
        return session.tools()
                .rest()
                .get("/openapi/v2?timeout=32s", "application/json")
                .map(reply -> {
                    unknown.forEach(one -> session.tools().output().refuseAtEnd(refusal(one, reply)));
                    return manifests.stream()
                            .filter(manifest -> unknown.stream()
                                    .noneMatch(one -> Objects.equals(one.known().position(), manifest.position())
                                            && one.known().source().equals(manifest.source())))
                            .toList();
                });
    }

    private String refusal(Unknown one, Reply<HttpResponse> reply) {
        boolean answered = reply instanceof Reply.Answer<HttpResponse> answer
                && answer.value().code() == 200;
        String found = answered
                ? mistakes(
                        one,
                        new ObjectFields(session.tools()
                                .codec()
                                .tree(((Reply.Answer<HttpResponse>) reply)
                                        .value()
                                        .body())))
                : "failed to download openapi";
        return "error validating \"" + one.known().source() + "\": error validating data: " + found
                + "; if you choose to ignore these errors, turn validation off with --validate=false";
    }

    private static String mistakes(Unknown first, ObjectFields document) {
        List<String> mistakes = new ArrayList<>();
        String kind = first.known().resource().kind();
        OpenApiNames names = new OpenApiNames(document);
        for (SchemaProblem problem : first.problems()) {
            // Keys of maps stand behind a dot here, indexes in brackets.
            String path = problem.path().replaceAll("\\[([^\\]]*[^\\]0-9][^\\]]*)\\]", ".$1");
            int dot = path.lastIndexOf('.');
            String holder = dot < 0 ? "" : path.substring(0, dot);
            ResourceType resource = first.known().resource();
            if (problem instanceof SchemaProblem.UnknownField) {
                mistakes.add("ValidationError(" + kind + (holder.isEmpty() ? "" : "." + holder) + "): unknown field \""
                        + path.substring(dot + 1) + "\" in " + names.of(resource, holder));
            } else if (problem instanceof SchemaProblem.WrongType wrong) {
                String field = problem.path().replaceFirst("(\\[[^\\]]*\\])+$", "");
                int last = field.lastIndexOf('.');
                mistakes.add("ValidationError(" + kind + "." + path + "): invalid type for "
                        + names.of(resource, last < 0 ? "" : field.substring(0, last)) + "."
                        + field.substring(last + 1) + ": got \"" + wrong.found().replaceAll(" .*", "")
                        + "\", expected \"" + OpenApiNames.typeOfGo(wrong.expected()) + "\"");
            } else {
                mistakes.add(problem.text());
            }
        }
        return mistakes.size() == 1 ? mistakes.get(0) : "[" + String.join(", ", mistakes) + "]";
    }

    /** The object as it is written, when it has fields that nobody knows and the server is to see them. */
    public Optional<Map<String, Object>> written(Manifest manifest) {
        return session.has(Feature.FIELD_VALIDATION)
                ? unknown.stream()
                        .filter(one -> one.known().equals(manifest))
                        .map(Unknown::tree)
                        .findFirst()
                : Optional.empty();
    }

    /** Creates an object; one with unknown fields as it is written. */
    public Completion<ApiResponse> create(Manifest manifest) {
        ApiRequest.Create request = ApiRequest.Create.of(manifest.resource(), manifest.object());
        Optional<Map<String, Object>> tree = written(manifest);
        return tree.isEmpty()
                ? session.send(request)
                : send("POST", RequestUri.of(request), "application/json", tree.get());
    }

    /** Sends a body with unknown fields. */
    public Completion<ApiResponse> send(String method, String path, String type, Map<String, Object> body) {
        String manager = session.line()
                .value(Flag.FIELD_MANAGER)
                .orElse("kubectl-" + session.line().verb().verb());
        String target = path + "?fieldManager=" + manager + "&fieldValidation=" + directive
                + (session.changesNothing() ? "&" + WireForm.DRY_RUN_ALL : "");
        return session.tools()
                .rest()
                .send(method, target, type, session.tools().codec().json(body))
                .map(reply -> Answers.failure(reply, session.tools().codec()).orElseGet(() -> {
                    HttpResponse answer = ((Reply.Answer<HttpResponse>) reply).value();
                    return new ApiResponse.One(
                            answer.code(),
                            session.tools()
                                    .codec()
                                    .decode(session.tools().codec().tree(answer.body())));
                }));
    }
}
