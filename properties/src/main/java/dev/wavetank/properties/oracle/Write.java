package dev.wavetank.properties.oracle;

import dev.wavetank.model.api.ApiRequest;

/**
 * A request that changed something.
 *
 * @param component the client's component, such as {@code kube-controller-manager-1}
 * @param agent user agent of the client, such as {@code replicaset-controller}
 * @param request the request
 * @param received virtual time at which the API server received it, in nanoseconds
 * @param nthOfVerb which of the agent's changes with this verb it is, from 1, those that failed among them
 * @param nthOfSubject the same, of those with this verb and subject
 */
record Write(String component, String agent, ApiRequest request, long received, int nthOfVerb, int nthOfSubject) {

    String verb() {
        return request.verb().toString();
    }

    /** Such as {@code create pods/default/web-5d4b-}. */
    @Override
    public String toString() {
        return verb() + " " + request.subject();
    }
}
