package dev.wavetank.sim.liveness;

import dev.wavetank.sim.VirtualTime;
import java.util.List;
import java.util.stream.Collectors;

/**
 * How long a system may take to reach its goal once the last fault is over: a sum of named terms, one cause each.
 *
 * <p>A bound that is one number cannot be judged by a reader, and grows whenever a test fails. Each term stands for
 * one thing that may have to be waited for, so that one can be checked against its source.
 *
 * @param terms the causes and what each may cost
 */
public record Bound(List<Term> terms) {

    /**
     * One cause of delay.
     *
     * @param cause in words
     * @param nanos what it may cost, in nanoseconds, not negative
     */
    public record Term(String cause, long nanos) {

        /** Checks the term. */
        public Term {
            if (nanos < 0) {
                throw new IllegalArgumentException(
                        "the term '" + cause + "' of a bound must not be negative, was " + nanos + " ns");
            }
        }
    }

    /**
     * Keeps a copy of the list.
     *
     * @throws ArithmeticException when the sum is no instant of virtual time
     */
    public Bound {
        terms = List.copyOf(terms);
        sum(terms);
    }

    /** The sum, in nanoseconds. */
    public long total() {
        return sum(terms);
    }

    /** The longest of the terms, in nanoseconds: after so long without any change, none of the causes is left. */
    public long longest() {
        return terms.stream().mapToLong(Term::nanos).max().orElse(0);
    }

    /** The sum and its terms on one line, such as {@code 17s = lease 15s + retry 2s}. */
    @Override
    public String toString() {
        String sum = terms.stream()
                .map(term -> term.cause() + " " + VirtualTime.span(term.nanos()))
                .collect(Collectors.joining(" + "));
        return VirtualTime.span(total()) + (terms.isEmpty() ? "" : " = " + sum);
    }

    private static long sum(List<Term> terms) {
        return terms.stream().mapToLong(Term::nanos).reduce(0, Math::addExact);
    }
}
