/**
 * {@code ServiceAccount}: every pod acts as an account, has its token as a volume and may use only what it may.
 *
 * <p>Making accounts and Secrets with tokens is the controllers' work.
 */
package dev.wavetank.model.apiserver.admission.account;
