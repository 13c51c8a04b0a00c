package dev.wavetank.model.apiserver.http;

import dev.wavetank.model.api.ApiCall;
import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.ReadOptions;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.core.Binding;
import dev.wavetank.model.apiserver.http.answer.Answers;
import dev.wavetank.model.apiserver.http.answer.Deleted;
import dev.wavetank.model.apiserver.http.body.BodyReader;
import dev.wavetank.model.apiserver.http.body.DeleteOptionsBody;
import dev.wavetank.model.apiserver.http.body.PatchBody;
import dev.wavetank.model.apiserver.http.body.Versions;
import dev.wavetank.model.apiserver.http.message.Negotiation;
import dev.wavetank.model.apiserver.http.message.Refusal;
import dev.wavetank.model.apiserver.http.options.ConnectOptions;
import dev.wavetank.model.apiserver.http.options.Exchange;
import dev.wavetank.model.apiserver.http.options.ListOptions;
import dev.wavetank.model.apiserver.http.options.Options;
import dev.wavetank.model.apiserver.registry.strategy.Strategies;
import dev.wavetank.model.apiserver.registry.update.ScaleSubresource;
import dev.wavetank.model.apiserver.request.FieldValidation;
import dev.wavetank.model.apiserver.request.Handler;
import dev.wavetank.model.apiserver.request.RequestContext;
import dev.wavetank.model.apiserver.request.RequestOptions;
import dev.wavetank.model.apiserver.resource.ServedResource;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.component.Context;
import java.util.ArrayList;
import java.util.List;

/** Turns requests about resources into typed requests, and the responses into answers. */
final class ResourceHandler {

    private static final String SCALE = "scale";

    private final Context context;
    private final Handler handler;
    private final Strategies strategies;
    private final PodLogs logs;
    private final PodExecutions executions;
    private final ComponentStatuses components;
    private final BodyReader bodies;
    private final Answers answers;
    private final ListHandler lists;
    private final DeleteOptionsBody deleteOptions;
    private final KubernetesVersion version;

    ResourceHandler(
            Context context,
            Backend backend,
            ListHandler lists,
            BodyReader bodies,
            Answers answers,
            KubernetesVersion version) {
        this.context = context;
        this.handler = backend.handler();
        this.strategies = backend.strategies();
        this.logs = new PodLogs(answers, backend.kubelets());
        this.executions = new PodExecutions(answers, backend.kubelets());
        this.components = new ComponentStatuses(backend.checks(), answers, version);
        this.bodies = bodies;
        this.answers = answers;
        this.lists = lists;
        this.version = version;
        this.deleteOptions = new DeleteOptionsBody(version);
    }

    /**
     * The answer, now or later.
     *
     * @throws Refusal when the request is refused before it is executed
     */
    Completion<HttpResponse> handle(Exchange exchange) {
        Negotiation.form(exchange.request());
        if (exchange.served().type().plural().equals("componentstatuses")) {
            return components.answer(exchange);
        }
        if (!Routing.isSimulated(exchange.served())) {
            return unsimulated(exchange);
        }
        return switch (exchange.info().verb()) {
            case "get" -> get(exchange);
            case "list" -> lists.list(exchange, this::execute);
            case "watch" -> Completion.of(lists.watch(exchange));
            case "create" -> create(exchange);
            case "update" -> update(exchange);
            case "patch" -> patch(exchange);
            case "delete" -> delete(exchange);
            case "deletecollection" -> deleteCollection(exchange);
            default -> throw new AssertionError("no verb " + exchange.info().verb());
        };
    }

    /**
     * Connections pass admission; then a missing object is refused as usual, and one that is there leads to its
     * kubelet or nowhere.
     */
    private Completion<HttpResponse> unsimulated(Exchange exchange) {
        String name = exchange.info().name();
        if (exchange.info().subresource().equals("log")) {
            return execute(exchange, new ApiRequest.Get(exchange.type(), exchange.namespace(), name))
                    .then(response -> response instanceof ApiResponse.One pod
                            ? logs.of(pod, exchange)
                            : Completion.of(answer(exchange, response)));
        }
        ServedResource served = exchange.served();
        ApiRequest connection = new ApiRequest.Create(
                exchange.type(),
                exchange.namespace(),
                name,
                served.subresource(),
                new GenericObject(
                        served.bodyVersion(),
                        served.bodyKind(),
                        ObjectMeta.named(null, null),
                        ConnectOptions.of(exchange.query())));
        return execute(exchange, connection)
                .then(response -> response instanceof ApiResponse.One pod
                        ? executions.of(pod, exchange)
                        : Completion.of(answer(exchange, response)));
    }

    private Options options(Exchange exchange) {
        return new Options(exchange.request(), version, exchange.warnings()::add);
    }

    private Completion<ApiResponse> execute(Exchange exchange, ApiRequest request) {
        return execute(exchange, request, RequestOptions.DEFAULT);
    }

    private Completion<ApiResponse> execute(Exchange exchange, ApiRequest request, RequestOptions options) {
        ApiCall call = new ApiCall("", exchange.request().header("User-Agent"), request);
        return handler.handle(new RequestContext(call, exchange.user(), context.now(), options));
    }

    private Completion<HttpResponse> get(Exchange exchange) {
        String name = exchange.info().name();
        ReadOptions options = ListOptions.ofGet(exchange.query());
        String subresource = exchange.info().subresource();
        return execute(exchange, new ApiRequest.Get(exchange.type(), exchange.namespace(), name, subresource, options))
                .map(response -> answer(exchange, response));
    }

    private Completion<HttpResponse> create(Exchange exchange) {
        String format = Negotiation.body(exchange.request());
        BodyReader.checkSize(exchange.request());
        RequestOptions options = options(exchange).write("CreateOptions");
        KubernetesObject body = bodies.read(exchange, format, options.validation());
        return execute(exchange, creation(exchange, body), options).map(response -> answer(exchange, response));
    }

    private ApiRequest creation(Exchange exchange, KubernetesObject body) {
        String name = body.metadata().name() == null ? "" : body.metadata().name();
        if (body instanceof Binding) {
            String pod =
                    exchange.info().name().isEmpty() ? name : exchange.info().name();
            if (!pod.equals(name)) {
                throw new Refusal(Status.badRequest("name in URL does not match name in Binding object"));
            }
            KubernetesObject binding = version.has(Feature.BINDING_UID_PRECONDITION)
                    ? body
                    : body.withMetadata(body.metadata().withUid(null));
            return new ApiRequest.Create(Resources.PODS, exchange.namespace(), pod, "binding", binding);
        }
        String subresource = exchange.info().subresource();
        String target = subresource.isEmpty() ? name : exchange.info().name();
        return new ApiRequest.Create(exchange.type(), exchange.namespace(), target, subresource, body);
    }

    private Completion<HttpResponse> update(Exchange exchange) {
        String format = Negotiation.body(exchange.request());
        BodyReader.checkSize(exchange.request());
        RequestOptions options = options(exchange).write("UpdateOptions");
        KubernetesObject body = bodies.read(exchange, format, options.validation());
        BodyReader.checkName(body, exchange.info());
        BodyReader.checkRevision(body);
        KubernetesObject placed = body.withMetadata(
                body.metadata().withNamespace(exchange.type().namespaced() ? exchange.namespace() : null));
        return execute(
                        exchange,
                        new ApiRequest.Update(exchange.type(), exchange.info().subresource(), placed),
                        options)
                .map(response -> answer(exchange, response));
    }

    private Completion<HttpResponse> patch(Exchange exchange) {
        String type = Negotiation.patch(exchange.request(), exchange.type());
        BodyReader.checkSize(exchange.request());
        boolean apply = type.contains("apply");
        RequestOptions options = options(exchange).patch(apply);
        FieldValidation validation = options.validation();
        List<String> found = new ArrayList<>(0);
        Object document = PatchBody.read(exchange.request(), type, found);
        ApiRequest.Patch patch = new ApiRequest.Patch(
                exchange.type(),
                exchange.namespace(),
                exchange.info().name(),
                exchange.info().subresource(),
                new ApiRequest.Change.Document(type, Versions.canonicalPatch(exchange.served(), document)));
        return execute(exchange, patch, options.with(validation.finding(found)))
                .map(response -> answer(exchange, response));
    }

    private Completion<HttpResponse> delete(Exchange exchange) {
        Options.Deletion deletion = options(exchange).delete(deleteOptions.read(exchange.request()));
        ApiRequest delete = new ApiRequest.Delete(
                exchange.type(), exchange.namespace(), exchange.info().name(), deletion.how());
        return execute(exchange, delete, deletion.options())
                .map(response -> Deleted.answer(exchange, response)
                        .map(answers::status)
                        .orElseGet(() -> answer(exchange, response)));
    }

    private Completion<HttpResponse> deleteCollection(Exchange exchange) {
        return lists.deleteAll(
                exchange, () -> options(exchange).delete(deleteOptions.read(exchange.request())), this::execute);
    }

    private HttpResponse answer(Exchange exchange, ApiResponse response) {
        if (response instanceof ApiResponse.Failed failed) {
            return answers.status(
                    failed.status().askedAs(exchange.type(), exchange.served().type()));
        }
        if (response instanceof ApiResponse.One one) {
            return exchange.info().subresource().equals(SCALE)
                    ? answers.tree(one.code(), ScaleSubresource.tree(one.object(), strategies.of(exchange.type())))
                    : answers.object(exchange, one.code(), one.object());
        }
        return answers.status(new Status("Success", null, null, null, response.code()));
    }
}
