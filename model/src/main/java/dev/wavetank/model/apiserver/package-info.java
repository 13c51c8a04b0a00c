/**
 * The API server: takes requests, sends them along authentication, authorization, admission and validation to
 * etcd, and serves watches from caches that themselves watch etcd.
 *
 * <p>It keeps no truth of its own: everything that is decided is decided by a transaction in etcd. What is special
 * about a resource lives in {@code apiserver.registry}, what plugins refuse in {@code apiserver.admission}.
 */
package dev.wavetank.model.apiserver;
