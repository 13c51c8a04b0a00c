package dev.wavetank.model.selector;

/** How a requirement relates a label to its values. */
public enum Operator {
    /** The label is there with this value: {@code a=b}. */
    EQUALS,
    /** The label is there with one of the values: {@code a in (b,c)}. */
    IN,
    /** The label is absent or has another value: {@code a!=b}. */
    NOT_EQUALS,
    /** The label is absent or has none of the values: {@code a notin (b,c)}. */
    NOT_IN,
    /** The label is there: {@code a}. */
    EXISTS,
    /** The label is absent: {@code !a}. */
    DOES_NOT_EXIST,
    /** The label is an integer above the value: {@code a>3}. */
    GREATER_THAN,
    /** The label is an integer below the value: {@code a<3}. */
    LESS_THAN
}
