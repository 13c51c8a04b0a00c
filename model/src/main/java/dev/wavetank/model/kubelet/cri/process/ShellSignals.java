package dev.wavetank.model.kubelet.cri.process;

import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Change;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Step;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Stop;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Signals that a script handles, and that it sends: {@code trap} and {@code kill}. */
final class ShellSignals {

    private static final Pattern TRAPPED_EXIT = Pattern.compile("(?:sleep (\\S+) *; *)?exit(?: ([0-9]{1,9}))?");
    private static final List<String> STOP_SIGNALS = List.of("TERM", "SIGTERM", "15");
    private static final List<String> OTHER_SIGNALS = List.of("INT", "SIGINT", "2", "HUP", "SIGHUP", "1", "QUIT");

    /** How long a shell takes to run a trap: an estimate. */
    private static final long TRAP = 50 * VirtualTime.MILLISECOND;

    private final ShellState state;

    ShellSignals(ShellState state) {
        this.state = state;
    }

    /** A trap of SIGTERM; one of other signals changes nothing, and one of the end of the shell is not understood. */
    boolean trap(List<String> rest) {
        List<String> signals = rest.isEmpty() ? rest : rest.subList(1, rest.size());
        boolean isTerm = signals.stream().anyMatch(STOP_SIGNALS::contains);
        Matcher exit = TRAPPED_EXIT.matcher(rest.isEmpty() ? "" : rest.get(0));
        OptionalLong delay = SimpleCommands.span(exit.matches() && exit.group(1) != null ? exit.group(1) : "0");
        if (signals.isEmpty()
                || !signals.stream().allMatch(one -> STOP_SIGNALS.contains(one) || OTHER_SIGNALS.contains(one))
                || isTerm && !exit.matches() && !rest.get(0).isEmpty()
                || delay.isEmpty()) {
            return false;
        }
        if (isTerm) {
            int code = exit.matches() && exit.group(2) != null ? Integer.parseInt(exit.group(2)) & 0xff : 0;
            state.trap = exit.matches() ? new Stop(false, TRAP + delay.getAsLong(), code) : Stop.IGNORED;
            state.longestWait = 0;
        }
        return state.ends(0);
    }

    /**
     * TERM, KILL or no signal for what runs in the background, or for the first process of the container: that one
     * hears TERM only when it has a handler, and KILL not at all from inside.
     */
    boolean kill(List<String> words) {
        List<String> rest = new ArrayList<>(words);
        String signal = "TERM";
        if (!rest.isEmpty() && rest.get(0).equals("-s") && rest.size() > 1) {
            rest.remove(0);
            signal = rest.remove(0);
        } else if (!rest.isEmpty() && rest.get(0).startsWith("-")) {
            signal = rest.remove(0).substring(1);
        }
        signal = signal.toUpperCase(Locale.ROOT).replaceFirst("^SIG", "").replaceFirst("^15$", "TERM");
        signal = signal.replaceFirst("^9$", "KILL");
        if (rest.isEmpty() || !List.of("TERM", "KILL", "0").contains(signal)) {
            return false;
        }
        for (String id : rest) {
            if (!(id.equals("1") ? first(signal) : state.jobs.signal(id, signal, state))) {
                return false;
            }
        }
        return true;
    }

    private boolean first(String signal) {
        if (!signal.equals("TERM")) {
            return state.ends(0);
        }
        if (!state.isFirst()) {
            state.steps.add(new Step(state.nanos, Change.TERMINATED, "1", "", null));
            return state.ends(0);
        }
        if (state.trap.ignored()) {
            return state.ends(0);
        }
        state.nanos += state.trap.nanos();
        state.over = true;
        return state.ends(state.trap.code());
    }
}
