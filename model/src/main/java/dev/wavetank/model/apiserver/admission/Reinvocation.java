package dev.wavetank.model.apiserver.admission;

import dev.wavetank.model.api.KubernetesObject;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * What the mutating webhooks of one request have done so far: when one changes the object, all mutating plugins are
 * asked once more, and of the webhooks those that were asked before the change and want to see it
 * ({@code reinvocationPolicy: IfNeeded}).
 */
public final class Reinvocation {

    private final Set<String> asked = new LinkedHashSet<>();
    private final Set<String> toAskAgain = new LinkedHashSet<>();
    private KubernetesObject output;
    private boolean isNeeded;
    private boolean isSecondRound;

    /** Whether some webhook has changed the object, so that all plugins are to be asked again. */
    boolean isNeeded() {
        return isNeeded;
    }

    void beginSecondRound() {
        isSecondRound = true;
    }

    /** The webhooks begin. In the second round, what other plugins have changed is a reason to ask all again. */
    public void begin(KubernetesObject object) {
        if (isSecondRound && !object.equals(output)) {
            askAgain();
        }
    }

    /** The webhooks have ended, and leave this object. */
    public void end(KubernetesObject object) {
        output = object;
    }

    /** Whether a webhook is to be asked in this round. Nobody is asked for the first time in the second round. */
    public boolean asks(String webhook) {
        return !isSecondRound || toAskAgain.contains(webhook);
    }

    /** A webhook has changed the object. */
    public void changed() {
        askAgain();
        isNeeded = true;
    }

    /** A webhook that wants to see later changes has been asked. */
    public void askedReinvocable(String webhook) {
        asked.add(webhook);
    }

    private void askAgain() {
        toAskAgain.addAll(asked);
        asked.clear();
    }
}
