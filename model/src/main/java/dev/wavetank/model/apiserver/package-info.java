/**
 * The API server put together: its flags, its parts, and {@link dev.wavetank.model.apiserver.ApiServer}, which wires
 * them. Requests come in through {@code http} or {@code typed}, pass the {@code chain}, and are executed in
 * {@code execution} against etcd; watches are served from {@code watchcache}.
 *
 * <p>It keeps no truth of its own: everything that is decided is decided by a transaction in etcd. What is special
 * about a resource lives in {@code registry}, what plugins refuse in {@code admission}.
 */
package dev.wavetank.model.apiserver;
