package dev.wavetank.model.cluster;

import dev.wavetank.model.client.leaderelection.LeaderElection;
import dev.wavetank.model.scenario.ComponentNames;
import java.util.Optional;

/**
 * {@code --leader-elect}, {@code --leader-elect-lease-duration}, {@code --leader-elect-renew-deadline} and {@code
 * --leader-elect-retry-period} of the components that have them.
 *
 * @param controllerManager leader election of controller managers; without it, each of them works
 * @param scheduler the same for schedulers
 */
record ElectionFlags(Optional<LeaderElection.Settings> controllerManager, Optional<LeaderElection.Settings> scheduler) {

    private static final String ELECT = ".leader-elect";
    private static final String LEASE_DURATION = ELECT + "-lease-duration";
    private static final String RENEW_DEADLINE = ELECT + "-renew-deadline";
    private static final String RETRY_PERIOD = ELECT + "-retry-period";

    /**
     * Takes its settings.
     *
     * @throws IllegalArgumentException when a setting has an impossible value
     */
    static ElectionFlags of(Settings settings) {
        return new ElectionFlags(
                of(settings, ComponentNames.CONTROLLER_MANAGER), of(settings, ComponentNames.SCHEDULER));
    }

    private static Optional<LeaderElection.Settings> of(Settings settings, String component) {
        String elect = settings.text(component + ELECT, "true");
        LeaderElection.Settings standard = LeaderElection.Settings.DEFAULT;
        long lease = settings.span(component + LEASE_DURATION, standard.leaseDuration(), 0);
        long deadline = settings.span(component + RENEW_DEADLINE, standard.renewDeadline(), 0);
        long retry = settings.span(component + RETRY_PERIOD, standard.retryPeriod(), 0);
        if (!elect.equals("true") && !elect.equals("false")) {
            throw new IllegalArgumentException(component + ELECT + " must be true or false, was '" + elect + "'");
        }
        try {
            LeaderElection.Settings election = new LeaderElection.Settings(lease, deadline, retry);
            return elect.equals("false") ? Optional.empty() : Optional.of(election);
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException(component + ELECT + ": " + wrong.getMessage(), wrong);
        }
    }
}
