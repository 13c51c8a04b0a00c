/**
 * The wire front of the API server: HTTP requests in, HTTP responses out, through the same chain as the typed requests.
 *
 * <p>A request is taken apart as the real server does it ({@code RequestInfo}), authenticated and authorized before
 * anybody asks whether its path exists, then routed by the table of resources ({@code resources.txt}), decoded, and
 * handed to the handlers of {@code apiserver.execution} as a typed request. The texts are those of the recorded server
 * (v1.20). Does not live here: what a resource permits ({@code apiserver.registry}), who may do what, and admission.
 */
package dev.wavetank.model.apiserver.http;
