package dev.wavetank.model.trace;

import dev.wavetank.model.api.ApiCall;
import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.Verb;

/** A request that the API server has answered, as those see it who count requests. */
public interface AnsweredCall {

    /** The request. */
    ApiCall call();

    /** Virtual time at which it arrived, in nanoseconds. */
    long received();

    /** The program that asked. */
    default String agent() {
        return call().userAgent();
    }

    /** Resource and subresource, such as {@code pods/status}. */
    default String resource() {
        String subresource = call().request().subresource();
        String plural = call().request().resource().plural();
        return subresource.isEmpty() ? plural : plural + "/" + subresource;
    }

    /** Such as {@code create}. */
    default String action() {
        return call().verb();
    }

    /** {@code resource}, {@code namespace} or {@code cluster}: what it spans. */
    default String scope() {
        ApiRequest request = call().request();
        if (request.verb() != Verb.LIST && request.verb() != Verb.DELETECOLLECTION) {
            return "resource";
        }
        return request.key().namespace().isEmpty() ? "cluster" : "namespace";
    }
}
