package dev.wavetank.model.kubectl.syntax;

import dev.wavetank.model.version.Feature;
import java.util.Optional;

/** Which commands came with which version of kubectl. */
final class VerbVersions {

    private VerbVersions() {}

    /** What a version must have for the command to exist; empty when every version has it. */
    static Optional<Feature> since(VerbSyntax verb) {
        return switch (verb) {
            case API_RESOURCES -> Optional.of(Feature.KUBECTL_API_RESOURCES);
            case AUTH_WHO_AM_I -> Optional.of(Feature.KUBECTL_WHO_AM_I);
            case CONFIG_DELETE_USER, CONFIG_GET_USERS -> Optional.of(Feature.KUBECTL_CONFIG_USERS);
            case CREATE_CRON_JOB -> Optional.of(Feature.KUBECTL_CREATE_CRON_JOB);
            case CREATE_INGRESS -> Optional.of(Feature.KUBECTL_CREATE_INGRESS);
            case CREATE_JOB -> Optional.of(Feature.KUBECTL_CREATE_JOB);
            case CREATE_PRIORITY_CLASS -> Optional.of(Feature.KUBECTL_CREATE_PRIORITY_CLASS);
            case CREATE_TOKEN -> Optional.of(Feature.KUBECTL_CREATE_TOKEN);
            case DEBUG -> Optional.of(Feature.KUBECTL_DEBUG);
            case DIFF -> Optional.of(Feature.KUBECTL_DIFF);
            case EVENTS -> Optional.of(Feature.KUBECTL_EVENTS);
            case ROLLOUT_RESTART -> Optional.of(Feature.KUBECTL_ROLLOUT_RESTART);
            case WAIT -> Optional.of(Feature.KUBECTL_WAIT);
            default -> Optional.empty();
        };
    }
}
