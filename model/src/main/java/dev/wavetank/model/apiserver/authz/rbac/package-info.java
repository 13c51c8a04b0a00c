/**
 * Role-based access control: roles and bindings as data, read from objects, indexed by subject, with the roles that
 * every cluster has from the beginning and the rule that nobody may grant more than they have.
 *
 * <p>Rules: a decision looks only at the bindings of the user and of the user's groups; a role or binding counts from
 * the moment at which the server has observed it. Does not live here: storing the objects.
 */
package dev.wavetank.model.apiserver.authz.rbac;
