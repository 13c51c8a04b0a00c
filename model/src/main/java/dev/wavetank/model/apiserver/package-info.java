/**
 * The API server put together: its flags, its parts, and {@link dev.wavetank.model.apiserver.ApiServer}, which wires
 * them. Requests come in through {@code http} or {@code inprocess}, pass the {@code chain}, and are executed in
 * {@code handlers} against etcd; watches are served from {@code watchcache}.
 *
 * <p>It keeps no state of record: a transaction in etcd decides every write. What is special
 * about a resource lives in {@code registry}, what plugins refuse in {@code admission}.
 */
package dev.wavetank.model.apiserver;
