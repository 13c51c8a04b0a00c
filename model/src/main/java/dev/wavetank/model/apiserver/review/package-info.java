/**
 * Questions about rights and identities that the server answers instead of storing them: access reviews ({@code
 * authorization.k8s.io}), reviews of tokens and of oneself ({@code authentication.k8s.io}), and tokens that are made
 * for service accounts.
 *
 * <p>Rule: the server asks the very authenticators and authorizers that judge its requests. Does not live here: the
 * review that a webhook authorizer sends to another component.
 */
package dev.wavetank.model.apiserver.review;
