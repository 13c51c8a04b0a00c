package dev.wavetank.model.scheduler.config.file;

import dev.wavetank.model.api.naming.NameRules;
import dev.wavetank.model.gotext.GoSyntax;
import dev.wavetank.model.gotext.GoText;
import java.util.List;
import java.util.Map;

/** Checks one requirement of a node selector ({@code labels.NewRequirement}). */
interface RequirementCheck {

    List<String> OPERATORS = List.of("In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt");
    List<String> FIELD_OPERATORS = List.of("In", "NotIn");

    /** Checks one about labels of a node; false when the rest of its term is not looked at. */
    boolean label(Map<String, Object> requirement, String field);

    /** The same about fields of a node. */
    boolean field(Map<String, Object> requirement, String field);

    /** What the number of values should be, if it is not. */
    private static String wrongNumber(String operator, int values) {
        return switch (operator) {
            case "In", "NotIn" -> values == 0 ? "for 'in', 'notin' operators, values set can't be empty" : "";
            case "Exists", "DoesNotExist" ->
                values == 0 ? "" : "values set must be empty for exists and does not exist";
            default -> values == 1 ? "" : "for 'Gt', 'Lt' operators, exactly one value is required";
        };
    }

    private static boolean isBadNumber(String operator, String value) {
        if (!operator.equals("Gt") && !operator.equals("Lt")) {
            return false;
        }
        try {
            Long.parseLong(value);
            return false;
        } catch (NumberFormatException notANumber) {
            return true;
        }
    }

    String NOT_A_NUMBER = "for 'Gt', 'Lt' operators, the value must be an integer";

    /** All mistakes, each with its field: v1.22 and later. */
    record Fields(FieldErrors errors) implements RequirementCheck {
        @Override
        public boolean label(Map<String, Object> requirement, String field) {
            String operator = Tree.text(requirement, "operator");
            if (!OPERATORS.contains(operator)) {
                errors.unsupported(field + ".operator", operator, OPERATORS);
                return true;
            }
            String key = Tree.text(requirement, "key");
            joined(field + ".key", key, NameRules.qualified(key));
            List<String> values = Tree.texts(requirement, "values");
            String wrong = wrongNumber(operator, values.size());
            if (!wrong.isEmpty()) {
                errors.invalid(field + ".values", new GoValue(GoSyntax.strings(values)), wrong);
            }
            for (int i = 0; i < values.size(); i++) {
                if (isBadNumber(operator, values.get(i))) {
                    errors.invalid(field + ".values[" + i + "]", values.get(i), NOT_A_NUMBER);
                }
            }
            for (int i = 0; i < values.size(); i++) {
                String value = values.get(i);
                joined(field + ".values[" + i + "][" + key + "]", value, NameRules.labelValue(value));
            }
            return true;
        }

        private void joined(String field, String value, List<String> wrong) {
            if (!wrong.isEmpty()) {
                errors.invalid(field, value, String.join("; ", wrong));
            }
        }

        @Override
        public boolean field(Map<String, Object> requirement, String field) {
            String operator = Tree.text(requirement, "operator");
            List<String> values = Tree.texts(requirement, "values");
            if (!FIELD_OPERATORS.contains(operator)) {
                errors.unsupported(field + ".operator", operator, FIELD_OPERATORS);
            } else if (values.size() != 1) {
                errors.invalid(field + ".values", new GoValue(GoSyntax.strings(values)), "must have one element");
            }
            return true;
        }
    }

    /** The first mistake of a term, in words: before v1.22. */
    record First(FieldErrors errors) implements RequirementCheck {
        @Override
        public boolean label(Map<String, Object> requirement, String field) {
            String operator = Tree.text(requirement, "operator");
            String key = Tree.text(requirement, "key");
            List<String> values = Tree.texts(requirement, "values");
            String wrong = "";
            if (!OPERATORS.contains(operator)) {
                wrong = GoText.quoted(operator) + " is not a valid node selector operator";
            } else if (!NameRules.qualified(key).isEmpty()) {
                wrong = "invalid label key " + GoText.quoted(key) + ": " + String.join("; ", NameRules.qualified(key));
            } else {
                wrong = wrongNumber(operator, values.size());
            }
            for (String value : values) {
                if (wrong.isEmpty() && isBadNumber(operator, value)) {
                    wrong = NOT_A_NUMBER;
                }
            }
            for (String value : values) {
                List<String> form = NameRules.labelValue(value);
                if (wrong.isEmpty() && !form.isEmpty()) {
                    wrong = "invalid label value: " + GoText.quoted(value) + ": at key: " + GoText.quoted(key) + ": "
                            + String.join("; ", form);
                }
            }
            return report(field, wrong);
        }

        @Override
        public boolean field(Map<String, Object> requirement, String field) {
            String operator = Tree.text(requirement, "operator");
            int values = Tree.texts(requirement, "values").size();
            String wrong = "";
            if (!FIELD_OPERATORS.contains(operator)) {
                wrong = GoText.quoted(operator) + " is not a valid node field selector operator";
            } else if (values != 1) {
                wrong = "unexpected number of value (" + values + ") for node field selector operator "
                        + GoText.quoted(operator);
            }
            return report(field, wrong);
        }

        private boolean report(String field, String wrong) {
            if (wrong.isEmpty()) {
                return true;
            }
            errors.add(field, wrong);
            return false;
        }
    }
}
