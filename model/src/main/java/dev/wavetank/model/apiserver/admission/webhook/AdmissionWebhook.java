package dev.wavetank.model.apiserver.admission.webhook;

/** What a user writes to take part in admission: answers reviews, each from the review and its own knowledge. */
@FunctionalInterface
public interface AdmissionWebhook {

    /** The answer to one review. The same review may come twice. */
    AdmissionReview.Answer review(AdmissionReview review);
}
