package dev.wavetank.sim;

import dev.wavetank.sim.random.RandomStream;
import dev.wavetank.sim.text.Suggestion;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses and formats order policies. */
final class OrderPolicyText {

    private static final Pattern FORM =
            Pattern.compile("(fifo|shuffle|walk|portfolio|pct:([0-9]{1,4})(?:/([0-9]{1,9}))?)(?:@(.+))?");
    private static final List<String> NAMES = List.of("fifo", "shuffle", "walk", "portfolio");
    private static final int WINDOW_DOUBLINGS = 14;
    private static final int PORTFOLIO_MOST_CHANGES = 5;
    private static final int LEAST_STEPS = 64;
    private static final int STEPS_DOUBLINGS = 8;

    private OrderPolicyText() {}

    static OrderPolicy parse(String text, long seed) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches() || text.startsWith("fifo@")) {
            throw new IllegalArgumentException("there is no order '" + text
                    + "': " + Suggestion.question(text, NAMES)
                    + "use fifo, shuffle, walk, pct:CHANGES (such as pct:3) or portfolio;"
                    + " all but fifo take a window, as in shuffle@200us");
        }
        // Everything is drawn, always: whether one is used must not change another.
        RandomStream random = RandomStream.of(seed, "kernel/order/policy");
        long drawnWindow = VirtualTime.MICROSECOND << random.nextInt(WINDOW_DOUBLINGS + 1);
        int lot = random.nextInt(8);
        int changes = 1 + random.nextInt(PORTFOLIO_MOST_CHANGES);
        int drawnSteps = LEAST_STEPS << random.nextInt(STEPS_DOUBLINGS + 1);
        long window = matcher.group(4) == null ? drawnWindow : window(text, matcher.group(4));
        return switch (matcher.group(1)) {
            case "fifo" -> OrderPolicy.FIFO;
            case "shuffle" -> new OrderPolicy.Shuffle(window);
            case "walk" -> new OrderPolicy.RandomWalk(window);
            case "portfolio" -> portfolio(lot, new OrderPolicy.Pct(changes, drawnSteps, window));
            default -> pct(matcher, drawnSteps, window);
        };
    }

    private static OrderPolicy pct(Matcher matcher, int drawnSteps, long window) {
        int changes = Integer.parseInt(matcher.group(2));
        int steps = matcher.group(3) == null ? Math.max(changes, drawnSteps) : Integer.parseInt(matcher.group(3));
        return new OrderPolicy.Pct(changes, steps, window);
    }

    /** One seed in eight stays in order; the others are split between the policies that change it. */
    private static OrderPolicy portfolio(int lot, OrderPolicy.Pct pct) {
        return switch (lot) {
            case 0 -> OrderPolicy.FIFO;
            case 1, 2 -> new OrderPolicy.Shuffle(pct.window());
            case 3, 4 -> new OrderPolicy.RandomWalk(pct.window());
            default -> pct;
        };
    }

    private static long window(String text, String span) {
        try {
            long window = VirtualTime.parse(span);
            requireWindow(window);
            return window;
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException("the window of the order '" + text + "': " + wrong.getMessage(), wrong);
        }
    }

    static void requireWindow(long window) {
        if (window < 1) {
            throw new IllegalArgumentException(
                    "the window in which events compete must be at least 1 ns, was " + window);
        }
    }

    static String withWindow(String name, long window) {
        return name + "@" + VirtualTime.span(window);
    }
}
