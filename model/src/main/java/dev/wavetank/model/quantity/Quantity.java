package dev.wavetank.model.quantity;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An exact amount and the family of suffixes it prints with. Immutable.
 *
 * <p>Two quantities are {@link #equals equal} when they print the same; {@code 1k} and {@code 1e3} only
 * {@link #compareTo compare} the same. Source: Kubernetes' {@code resource.Quantity}, behaviour of v1.32, except
 * that every quantity prints in canonical form: v1.32 leaves a few spellings as they were ({@code 1E3},
 * {@code 5.}, {@code 007}) and prints {@code 1000E} as {@code 1}.
 */
public final class Quantity implements Comparable<Quantity> {
    /** Nothing. */
    public static final Quantity ZERO = new Quantity(0, 0, null, QuantityFormat.DECIMAL_SI);

    private static final int NANO_DIGITS = 9;
    private static final int MILLI_DIGITS = 3;
    private static final BigDecimal BINARY_MAX = BigDecimal.valueOf(Long.MAX_VALUE);
    private static final BigInteger KIBI = BigInteger.valueOf(1024);
    private static final Pattern SYNTAX =
            Pattern.compile("([-+]?(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+))([eEinumkKMGTP]*[-+]?[0-9]*)");
    private static final String WRONG_FORM =
            "quantities must match the regular expression" + " '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";

    /** The amount times 10^digits, with digits 0, 3 or 9, the fewest that do; unused when {@link #large} is set. */
    private final long unscaled;

    private final int digits;
    /** The amount when a {@code long} cannot hold it; otherwise null. */
    private final @Nullable BigDecimal large;

    private final QuantityFormat format;

    private Quantity(long unscaled, int digits, @Nullable BigDecimal large, QuantityFormat format) {
        this.unscaled = unscaled;
        this.digits = digits;
        this.large = large;
        this.format = format;
    }

    /**
     * Reads a quantity. More than nine decimals are rounded away from zero, and binary quantities end at 2^63-1.
     *
     * @throws IllegalArgumentException with the API server's sentence, when the text is not a quantity
     */
    public static Quantity parse(String text) {
        Quantity plain = Plain.parse(text);
        return plain == null ? parseAny(text) : plain;
    }

    private static Quantity parseAny(String text) {
        Matcher matcher = SYNTAX.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(WRONG_FORM);
        }
        Suffix suffix = Suffix.parse(matcher.group(2));
        BigDecimal number = new BigDecimal(matcher.group(1));
        if (suffix.base() == 10) {
            return of(scaled(number, suffix.exponent()), suffix.format());
        }
        BigDecimal amount = number.multiply(new BigDecimal(BigInteger.ONE.shiftLeft(suffix.exponent())));
        BigDecimal capped = amount.abs().min(BINARY_MAX);
        boolean fraction = capped.signum() != 0 && capped.compareTo(BigDecimal.ONE) < 0;
        BigDecimal signed = amount.signum() < 0 ? capped.negate() : capped;
        return of(signed, fraction ? QuantityFormat.DECIMAL_SI : QuantityFormat.BINARY_SI);
    }

    private static BigDecimal scaled(BigDecimal number, int exponent) {
        // An absurd exponent must not cost a gigabyte of zeros.
        if (number.signum() != 0 && exponent > 1000) {
            throw new IllegalArgumentException("unable to parse numeric part of quantity");
        }
        if (number.signum() != 0 && (long) number.precision() - number.scale() + exponent < -NANO_DIGITS) {
            return BigDecimal.valueOf(number.signum(), NANO_DIGITS);
        }
        return number.signum() == 0 ? BigDecimal.ZERO : number.scaleByPowerOfTen(exponent);
    }

    /** A whole amount. */
    public static Quantity of(long value, QuantityFormat format) {
        return new Quantity(value, 0, null, format);
    }

    /** A number of thousandths, as CPU time is counted. */
    public static Quantity ofMilli(long milli) {
        return of(BigDecimal.valueOf(milli, MILLI_DIGITS), QuantityFormat.DECIMAL_SI);
    }

    /** So many thousandths, without a detour over decimals. */
    static Quantity ofThousandths(long milli) {
        return milli % 1000 == 0
                ? new Quantity(milli / 1000, 0, null, QuantityFormat.DECIMAL_SI)
                : new Quantity(milli, MILLI_DIGITS, null, QuantityFormat.DECIMAL_SI);
    }

    private static Quantity of(BigDecimal amount, QuantityFormat format) {
        BigDecimal exact = amount.setScale(Math.max(0, Math.min(NANO_DIGITS, amount.scale())), RoundingMode.UP)
                .stripTrailingZeros();
        int digits = NANO_DIGITS;
        if (exact.scale() <= 0) {
            digits = 0;
        } else if (exact.scale() <= MILLI_DIGITS) {
            digits = MILLI_DIGITS;
        }
        BigInteger unscaled = exact.setScale(digits).unscaledValue();
        return unscaled.bitLength() < Long.SIZE
                ? new Quantity(unscaled.longValue(), digits, null, format)
                : new Quantity(0, 0, exact, format);
    }

    /** The family this quantity prints with. */
    public QuantityFormat format() {
        return format;
    }

    /** The amount, exactly. */
    public BigDecimal amount() {
        return large != null ? large : BigDecimal.valueOf(unscaled, digits);
    }

    /** -1, 0 or 1. */
    public int signum() {
        return large != null ? large.signum() : Long.signum(unscaled);
    }

    /** The whole units, a rest rounded away from zero; ends at the ends of {@code long}. */
    public long value() {
        return large == null && digits == 0 ? unscaled : roundedUp(0);
    }

    /** The thousandths, a rest rounded away from zero; ends at the ends of {@code long}. */
    public long milliValue() {
        return large == null && digits == MILLI_DIGITS ? unscaled : roundedUp(MILLI_DIGITS);
    }

    private long roundedUp(int scale) {
        BigInteger rounded = amount().setScale(scale, RoundingMode.UP).unscaledValue();
        if (rounded.bitLength() < Long.SIZE) {
            return rounded.longValue();
        }
        return rounded.signum() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }

    /** The sum, in this quantity's format; zero takes the other's. */
    public Quantity plus(Quantity other) {
        QuantityFormat kept = signum() == 0 ? other.format : format;
        if (large == null && other.large == null && digits == 0 && other.digits == 0) {
            long sum = unscaled + other.unscaled;
            boolean overflow = ((unscaled ^ sum) & (other.unscaled ^ sum)) < 0;
            if (!overflow) {
                return new Quantity(sum, 0, null, kept);
            }
        }
        return of(amount().add(other.amount()), kept);
    }

    /** The difference, in this quantity's format; zero takes the other's. */
    public Quantity minus(Quantity other) {
        return plus(other.negated());
    }

    /** The same amount with the other sign. */
    public Quantity negated() {
        return large == null && unscaled != Long.MIN_VALUE
                ? new Quantity(-unscaled, digits, null, format)
                : of(amount().negate(), format);
    }

    /** Compares amounts; the formats do not matter. */
    @Override
    public int compareTo(Quantity other) {
        return large == null && other.large == null && digits == other.digits
                ? Long.compare(unscaled, other.unscaled)
                : amount().compareTo(other.amount());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Quantity that
                && compareTo(that) == 0
                && toString().equals(that.toString());
    }

    @Override
    public int hashCode() {
        return Objects.hash(unscaled, digits, large);
    }

    /** The canonical form: no fraction, and the largest suffix that allows it. */
    @Override
    public String toString() {
        if (signum() == 0) {
            return "0";
        }
        boolean binary = format == QuantityFormat.BINARY_SI && (large == null ? digits == 0 : large.scale() <= 0);
        if (binary && amount().abs().compareTo(new BigDecimal(KIBI)) >= 0) {
            return binaryForm();
        }
        BigDecimal stripped = amount().stripTrailingZeros();
        int exponent = Math.floorDiv(-stripped.scale(), 3) * 3;
        BigInteger mantissa = stripped.scaleByPowerOfTen(-exponent).toBigIntegerExact();
        QuantityFormat decimal = format == QuantityFormat.BINARY_SI ? QuantityFormat.DECIMAL_SI : format;
        return String.format(Locale.ROOT, "%d%s", mantissa, Suffix.decimal(exponent, decimal));
    }

    private String binaryForm() {
        BigInteger mantissa = amount().toBigIntegerExact();
        int power = 0;
        while (power < Suffix.binaryPowers() && mantissa.mod(KIBI).signum() == 0) {
            mantissa = mantissa.divide(KIBI);
            power++;
        }
        return mantissa + Suffix.binary(power);
    }
}
