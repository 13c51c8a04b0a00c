package dev.wavetank.properties.determinism;

import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.component.Components;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.determinism.ReproducibleRun;
import dev.wavetank.sim.trace.TraceRecord;
import java.io.File;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A doctor's patient, as a user would write it: a bell that rings 2,000 times, and once calls everybody in. Record 1
 * is the start of the bell, the {@code n}th ring is record {@code n + 1}; the call is the {@value #CALL}th.
 */
public final class LeakySystem {

    /** Which ring calls everybody in. */
    static final int CALL = 1_500;

    private static final int RINGS = 2_000;
    private static final long PAUSE = 1_000_000;

    private LeakySystem() {}

    /** What leaks into the run. */
    enum NondeterminismKind {
        NONE,
        SET_OF,
        SET_OF_TWO,
        MAP_OF_RECORDS,
        ENUM_HASH,
        DEFAULT_CHARSET,
        DEFAULT_LOCALE,
        DEFAULT_TIME_ZONE,
        DEFAULT_TO_STRING,
        WALL_CLOCK
    }

    /** The side of the fresh JVM. Prints something, because programs do. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        System.out.println("ringing");
        if (arguments[0].equals("declineAndFail") && new File(arguments[1]).createNewFile()) {
            Files.write(Path.of(System.getProperty(FreshRun.DIRECTORY), FreshRun.ANSWER), FreshRun.DECLINED);
            return;
        }
        if (arguments[0].equals("fail") || arguments[0].equals("declineAndFail")) {
            throw new IllegalStateException("the bell is broken");
        }
        if (arguments[0].equals("hang")) {
            Thread.sleep(60_000);
        }
        FreshRun.answer(subject(NondeterminismKind.valueOf(arguments[0])));
    }

    /** The run. */
    static ReproducibleRun subject(NondeterminismKind leak) {
        return ReproducibleRun.of(trace -> {
            Simulation simulation = new Simulation(7, OrderPolicy.FIFO, trace);
            Components components = new Components(simulation);
            components.add("bell", context -> () -> ring(context, 1, leak));
            components.startAll();
            simulation.run(RunLimits.until(Long.MAX_VALUE));
        });
    }

    private static void ring(Context context, int number, NondeterminismKind leak) {
        List<String> called = number == CALL ? called(leak) : List.of("nobody");
        called.forEach(who -> context.trace(new Rung(number, who)));
        if (number < RINGS) {
            context.after(PAUSE, () -> ring(context, number + 1, leak));
        }
    }

    private static List<String> called(NondeterminismKind leak) {
        return switch (leak) {
            case NONE -> List.of("all");
            case SET_OF -> List.of(String.join(" ", Set.of("ann", "bob", "cid", "dee", "eve")));
            case SET_OF_TWO -> new ArrayList<>(Set.of("ann", "bob"));
            case MAP_OF_RECORDS -> byLeak();
            case ENUM_HASH -> List.of(Integer.toString(leak.hashCode()));
            case DEFAULT_CHARSET ->
                List.of(new String("Zoë".getBytes(Charset.defaultCharset()), StandardCharsets.UTF_8));
            case DEFAULT_LOCALE -> List.of("INGRID".toLowerCase());
            case DEFAULT_TIME_ZONE -> List.of(ZoneId.systemDefault().getId());
            case DEFAULT_TO_STRING -> List.of("by " + Fixed.TEXT);
            case WALL_CLOCK -> List.of(Long.toString(System.nanoTime()));
        };
    }

    /** Enums have identity hashes, and records that hold one inherit it. */
    private static List<String> byLeak() {
        record Key(NondeterminismKind leak) {}
        Map<Key, String> names = new HashMap<>();
        for (NondeterminismKind leak : NondeterminismKind.values()) {
            names.put(new Key(leak), leak.name());
        }
        return new ArrayList<>(names.values());
    }

    /** The same for a whole JVM, as a constant is. */
    private static final class Fixed {
        private static final String TEXT = new Object().toString();
    }

    /** The bell rang. */
    record Rung(long ring, String called) implements TraceRecord {
        @Override
        public String type() {
            return "bell.rung";
        }

        @Override
        public void describe(Fields out) {
            out.number("ring", ring).text("called", called);
        }
    }
}
