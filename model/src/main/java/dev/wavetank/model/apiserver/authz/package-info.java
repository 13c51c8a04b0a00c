/**
 * Who may do what: authorizers and the RBAC rules they judge by. Does not live here: what admission plugins refuse.
 */
package dev.wavetank.model.apiserver.authz;
