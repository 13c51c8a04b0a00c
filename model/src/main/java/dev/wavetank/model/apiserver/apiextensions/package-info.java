/**
 * CustomResourceDefinitions and the resources that they define: which are served, by which rules, and the controllers
 * within the API server that give definitions their conditions and clean up after them.
 *
 * <p>Rules: what is defined is known from the watch cache, as in the real server, so a new resource is served only when
 * this server has observed its definition with accepted names. All versions of a resource are stored alike; no
 * more than
 * the {@code apiVersion} is converted between them (strategy {@code None}). Expressions ({@code
 * x-kubernetes-validations}) and conversion webhooks are kept and never run.
 *
 * <p>Does not live here: what schemas say about values ({@code apiextensions.schema}).
 */
package dev.wavetank.model.apiserver.apiextensions;
