package dev.wavetank.sim.network;

import dev.wavetank.sim.EventClass;

/**
 * Sends again what was lost on its way: after a timeout, which doubles with every further copy that is lost and
 * begins anew when one has got through (RFC 6298, section 5.5).
 */
final class Retransmission {

    private final Network network;
    private final Runnable sendAgain;
    private final Runnable contactChanged;
    private long timeout;
    private long timer;

    /**
     * Nothing is lost yet.
     *
     * @param sendAgain sends one more copy
     * @param contactChanged called when a loss begins or ends
     */
    Retransmission(Network network, Runnable sendAgain, Runnable contactChanged) {
        this.network = network;
        this.sendAgain = sendAgain;
        this.contactChanged = contactChanged;
        this.timeout = network.settings().retransmitTimeout();
    }

    /** Whether something was lost and has not been sent again since. */
    boolean isPending() {
        return timer != 0;
    }

    /** Draws whether the lane loses what is sent now; if so, the timer runs. */
    boolean losesOn(Lane lane) {
        if (!lane.loses()) {
            timeout = network.settings().retransmitTimeout();
            return false;
        }
        timer = network.simulation().schedule(timeout, EventClass.WORK, this::fire);
        timeout = network.settings().retransmitTimeoutAfter(timeout);
        contactChanged.run();
        return true;
    }

    /** There is nothing left to be sent. */
    void cancel() {
        timeout = network.settings().retransmitTimeout();
        if (isPending()) {
            network.simulation().cancel(timer);
            timer = 0;
            contactChanged.run();
        }
    }

    private void fire() {
        timer = 0;
        sendAgain.run();
        contactChanged.run();
    }
}
