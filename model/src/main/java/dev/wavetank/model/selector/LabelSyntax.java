package dev.wavetank.model.selector;

import java.util.regex.Pattern;

/** What may be a label's key and value. Source: Kubernetes' rules for qualified names and label values. */
final class LabelSyntax {
    private static final Pattern NAME = Pattern.compile("([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]");
    private static final Pattern DOMAIN =
            Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
    private static final int NAME_LENGTH = 63;
    private static final int DOMAIN_LENGTH = 253;

    private LabelSyntax() {}

    static void checkKey(String key) {
        int slash = key.indexOf('/');
        String domain = slash < 0 ? "a" : key.substring(0, slash);
        String name = key.substring(slash + 1);
        boolean valid = domain.length() <= DOMAIN_LENGTH && DOMAIN.matcher(domain).matches();
        if (!valid || name.length() > NAME_LENGTH || !NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("the label key '" + key + "' must be a name of at most 63 letters,"
                    + " digits, '-', '_' and '.', with letters or digits at both ends,"
                    + " after an optional DNS domain and '/'");
        }
    }

    static void checkValue(String value) {
        boolean valid = value.isEmpty() || NAME.matcher(value).matches();
        if (!valid || value.length() > NAME_LENGTH) {
            throw new IllegalArgumentException("the label value '" + value + "' must be empty or at most 63 letters,"
                    + " digits, '-', '_' and '.', with letters or digits at both ends");
        }
    }
}
