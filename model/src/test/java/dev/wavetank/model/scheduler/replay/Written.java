package dev.wavetank.model.scheduler.replay;

/**
 * Something that a scheduler wrote.
 *
 * @param millis when it was received, after the beginning
 * @param pod that it is about, with its namespace
 * @param what was written: {@code event TYPE REASON: NOTE}, {@code event series COUNT}, {@code status CONDITION
 *     nominated NODE}, {@code bind NODE} or {@code delete}, with the code of a refusal
 */
record Written(double millis, String pod, String what) {

    String line() {
        return pod + " " + what;
    }
}
