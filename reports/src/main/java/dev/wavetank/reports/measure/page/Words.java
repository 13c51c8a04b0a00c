package dev.wavetank.reports.measure.page;

import dev.wavetank.reports.HumanDuration;
import dev.wavetank.reports.journey.Stage;
import dev.wavetank.reports.measure.Difference;
import dev.wavetank.reports.measure.Estimate;
import dev.wavetank.reports.measure.Interval;
import dev.wavetank.reports.measure.Percent;
import dev.wavetank.reports.measure.StagePercentile;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import org.jspecify.annotations.Nullable;

/** Figures in words, for those who do not read percentiles every day. */
final class Words {

    private Words() {}

    static String time(double micros) {
        return Double.isInfinite(micros) ? "never" : HumanDuration.ofMicros(micros);
    }

    static String signed(double micros) {
        return Double.isInfinite(micros) ? "never" : (micros > 0 ? "+" : "") + HumanDuration.ofMicros(micros);
    }

    static String interval(@Nullable Interval interval, DoubleFunction<String> text) {
        return interval == null
                ? "no interval with one seed"
                : "95 % interval " + text.apply(interval.low()) + " to " + text.apply(interval.high());
    }

    /** Such as {@code Half of the pods were ready within 5s of the command (95 % interval 4s to 6s)}. */
    static String sentence(List<Estimate> estimates) {
        StringBuilder sentence = new StringBuilder();
        for (Estimate estimate : estimates) {
            String part = share(estimate.percentile());
            sentence.append(
                    sentence.isEmpty()
                            ? part.substring(0, 1).toUpperCase(Locale.ROOT) + part.substring(1)
                            : ", " + part);
            if (sentence.indexOf(",") < 0) {
                sentence.append(' ').append(verb(estimate.stage()));
            }
            sentence.append(" within ").append(time(estimate.micros()));
            if (sentence.indexOf("(") < 0) {
                sentence.append(end(estimate.stage()));
            }
            sentence.append(" (")
                    .append(interval(estimate.interval(), Words::time))
                    .append(')');
        }
        return sentence.append('.').toString();
    }

    private static String verb(Stage stage) {
        return switch (stage) {
            case COMMAND_TO_READY, POD_STARTUP -> "were ready";
            default -> "went through the stage \"" + stage.title() + "\"";
        };
    }

    private static String end(Stage stage) {
        return switch (stage) {
            case COMMAND_TO_READY -> " of the command";
            case POD_STARTUP -> " of their creation";
            default -> "";
        };
    }

    /** Such as {@code 99 of 100 pods}. */
    private static String share(double percentile) {
        if (percentile == 50) {
            return "half of the pods";
        } else if (percentile == 90) {
            return "nine of ten";
        } else if (percentile == 99) {
            return "99 of 100";
        } else if (percentile == 99.9) {
            return "999 of 1,000";
        } else if (percentile == 100) {
            return "all that were measured";
        }
        return StagePercentile.label(percentile).substring(1) + " % of the pods";
    }

    /** Such as {@code p50 26 % higher (+1s to +2s)}. */
    static String difference(Difference difference) {
        String what = StagePercentile.label(difference.percentile());
        return switch (difference.verdict()) {
            case UNKNOWN -> what + " cannot be compared with so few seeds";
            case UNCLEAR -> what + " not shown to differ" + ends(difference);
            case LOWER, HIGHER -> what + " " + size(difference) + ends(difference);
        };
    }

    private static String ends(Difference difference) {
        Interval interval = difference.interval();
        return interval == null ? "" : " (" + signed(interval.low()) + " to " + signed(interval.high()) + ")";
    }

    /** Such as {@code the time within which half of the pods were ready is 26 % higher (+1.4s, 95 % interval ...)}. */
    static String clause(Difference difference) {
        double before = difference.base().micros();
        double after = difference.other().micros();
        if (Double.isInfinite(before) != Double.isInfinite(after)) {
            return "the time within which " + share(difference.percentile()) + " " + verb(difference.stage())
                    + (Double.isInfinite(after)
                            ? " never came: too few did; it was " + time(before)
                            : " is " + time(after) + "; too few ever did before");
        }
        return "the time within which " + share(difference.percentile()) + " " + verb(difference.stage()) + " is "
                + size(difference) + " (" + signed(difference.micros()) + ", "
                + interval(difference.interval(), Words::signed) + ")";
    }

    /**
     * What the same seeds on both sides do to differences.
     *
     * @param least share of the variance that is gone, of the difference to which they do least good; negative when its
     *     variance has grown
     * @param most the same of that to which they do most
     */
    static String pairing(double least, double most) {
        String both = "Because both sides of a difference have the same seeds, its variance is ";
        String than = " than with seeds that differ.";
        if (least >= 0) {
            return both + "smaller by " + Percent.of(least) + " to " + Percent.of(most) + than;
        }
        String larger = "larger by up to " + Percent.of(-least);
        return both
                + (most <= 0 ? larger : "smaller by up to " + Percent.of(most) + ", but for some " + larger + ",")
                + than;
    }

    private static String size(Difference difference) {
        String direction = difference.micros() > 0 ? " higher" : " lower";
        double share = Math.abs(difference.relative());
        return (Double.isNaN(share) || Double.isInfinite(share) ? "much" : Percent.of(share)) + direction;
    }

    static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    static String seeds(int number) {
        return number == 1 ? "1 seed" : number(number) + " seeds";
    }
}
