import static org.assertj.core.api.Assertions.assertThat;

import jakarta.validation.Validation;
import jakarta.validation.Validator;
import java.util.List;
import org.junit.jupiter.api.Test;
import server.model.TaskInput;
import server.model.TaskStatus;

/** Bean Validation compares a pattern with the whole text. */
class PatternsTest {
    private final Validator validator = Validation.buildDefaultValidatorFactory().getValidator();

    private List<String> invalidFields(String title, String description) {
        TaskInput input = new TaskInput(title, TaskStatus.TODO).description(description);
        return validator.validate(input).stream().map(violation -> violation.getPropertyPath().toString()).toList();
    }

    @Test
    void acceptsTextsThatTheServiceAccepts() {
        assertThat(invalidFields("Buy milk", "")).isEmpty();
        assertThat(invalidFields(" Crème\nbrûlée 🍮 ", "two\nlines")).isEmpty();
    }

    @Test
    void refusesBlankTitlesAndNullCharacters() {
        assertThat(invalidFields("", null)).contains("title");
        assertThat(invalidFields(" \t\n ", null)).containsExactly("title");
        assertThat(invalidFields("a\0b", "\0")).containsExactlyInAnyOrder("title", "description");
    }
}
