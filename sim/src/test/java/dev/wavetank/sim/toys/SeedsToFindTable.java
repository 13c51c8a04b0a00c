package dev.wavetank.sim.toys;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/**
 * Prints how many seeds each order policy needs to find the bug of each toy: a program of its own, because it
 * is not a test. Its arguments are the number of batches (20) and the greatest number of seeds in each (5000).
 */
final class SeedsToFindTable {

    static final List<String> ORDERS = List.of(
            "fifo",
            "shuffle@200us",
            "shuffle@2ms",
            "walk@2ms",
            "pct:1/100@2ms",
            "pct:3/100@2ms",
            "shuffle@8ms",
            "walk@8ms",
            "pct:3/100@8ms",
            "portfolio");

    private SeedsToFindTable() {}

    /** Prints a table in Markdown. */
    public static void main(String[] arguments) {
        int batches = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 20;
        int limit = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 5_000;
        print(new PrintStream(System.out, true, StandardCharsets.UTF_8), batches, limit);
    }

    private static void print(PrintStream out, int batches, int limit) {
        out.printf(
                Locale.ROOT,
                "Seeds to find the bug: median (least..most) of %d batches of at most %d seeds.%n%n",
                batches,
                limit);
        StringBuilder head = new StringBuilder("| order |");
        Toys.FAULTY.forEach(toy -> head.append(' ').append(toy.name()).append(" |"));
        out.println(head);
        out.println("|---|" + "---|".repeat(Toys.FAULTY.size()));
        for (String order : ORDERS) {
            StringBuilder line = new StringBuilder("| " + order + " |");
            Toys.FAULTY.forEach(toy -> line.append(' ')
                    .append(new SeedsToFind(toy, order, batches, limit))
                    .append(" |"));
            out.println(line);
        }
    }
}
