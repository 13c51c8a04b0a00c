/** Attribute-based access control: a policy file that is read when the server starts. */
package dev.wavetank.model.apiserver.authz.abac;
