/**
 * Dynamic admission control: other components that are asked about writes ({@code MutatingAdmissionWebhook},
 * {@code ValidatingAdmissionWebhook}).
 *
 * <p>Which ones are asked is said by objects of the kinds {@code MutatingWebhookConfiguration} and {@code
 * ValidatingWebhookConfiguration}, which the server knows through its cache. A {@link
 * dev.wavetank.model.apiserver.admission.webhook.WebhookServer} is such a component: users write the {@link
 * dev.wavetank.model.apiserver.admission.webhook.AdmissionWebhook} that answers, and the network between the two fails
 * as any other.
 */
package dev.wavetank.model.apiserver.admission.webhook;
