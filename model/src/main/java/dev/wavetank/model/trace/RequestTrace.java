package dev.wavetank.model.trace;

import dev.wavetank.model.api.ApiCall;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Verb;
import dev.wavetank.sim.trace.TraceRecord;

/**
 * The API server answered a request.
 *
 * @param user name of the authenticated user, or the empty string
 * @param call the request
 * @param response the answer
 * @param received virtual time at which the request arrived, in nanoseconds
 * @param isDryRun whether everything was done but the writing
 */
public record RequestTrace(String user, ApiCall call, ApiResponse response, long received, boolean isDryRun)
        implements TraceRecord, AnsweredCall {

    private static final int CONFLICT = 409;

    /** One that is no dry run. */
    public RequestTrace(String user, ApiCall call, ApiResponse response, long received) {
        this(user, call, response, received, false);
    }

    @Override
    public String type() {
        return "api.request";
    }

    @Override
    public void describe(Fields out) {
        out.text("from", call.origin().component())
                .text("agent", call.userAgent())
                .text("verb", call.request().verb().toString())
                .text("resource", resource())
                .text("object", object())
                .number("code", response.code())
                .number("sent", call.origin().sent())
                .number("received", received);
        if (response instanceof ApiResponse.Failed failed) {
            out.text("message", failed.status().message());
        }
    }

    /** The program that asked. */
    @Override
    public String actor(String component) {
        return call.userAgent();
    }

    @Override
    public String verb() {
        return call.verb();
    }

    /** What it was about; a created object as the server named it. */
    @Override
    public String subject() {
        String subresource = call.request().subresource();
        String path = call.request().resource().plural() + "/" + object();
        return subresource.isEmpty() ? path : path + "/" + subresource;
    }

    @Override
    public boolean isWrite() {
        return !isDryRun && call.request().verb().isMutating() && !(response instanceof ApiResponse.Failed);
    }

    /** Whether the object had changed since the sender read it. */
    public boolean isConflict() {
        return response.code() == CONFLICT && call.request().verb() != Verb.CREATE;
    }

    /** HTTP status code of the answer. */
    public int code() {
        return response.code();
    }

    @Override
    public String resource() {
        String subresource = call.request().subresource();
        String plural = call.request().resource().plural();
        return subresource.isEmpty() ? plural : plural + "/" + subresource;
    }

    /** Key of the object; for a created one as the server named it. */
    public String object() {
        return response instanceof ApiResponse.One one
                        && one.object().metadata().name() != null
                ? one.object().key().toString()
                : call.request().key().toString();
    }
}
