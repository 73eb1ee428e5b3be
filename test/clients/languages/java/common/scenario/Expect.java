package scenario;

import static org.assertj.core.api.Assertions.assertThat;

import client.ApiException;
import client.ApiResponse;
import client.model.ErrorResponse;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;

/** Expectations about responses. */
final class Expect {
    private Expect() {}

    interface Call<T> {
        ApiResponse<T> send() throws Exception;
    }

    /** Expects a success with this status, and returns its body. */
    static <T> T data(int status, Call<T> call) throws Exception {
        try {
            ApiResponse<T> response = call.send();
            assertThat(response.getStatusCode()).isEqualTo(status);
            return response.getData();
        } catch (ApiException e) {
            throw new AssertionError("expected %d, got %d with %s".formatted(status, e.getCode(), e.getResponseBody()), e);
        }
    }

    /** Expects an error with this status, and returns its body. */
    static <T> ErrorResponse error(int status, Call<T> call) throws Exception {
        try {
            ApiResponse<T> response = call.send();
            throw new AssertionError("expected %d, got %d".formatted(status, response.getStatusCode()));
        } catch (ApiException e) {
            assertThat(e.getCode()).isEqualTo(status);
            ErrorResponse error = Tool.read(e.getResponseBody(), ErrorResponse.class);
            assertThat(error.getStatus()).isEqualTo(status);
            assertThat(error.getError()).isNotBlank();
            assertThat(error.getPath()).startsWith("/");
            moment(error.getTimestamp());
            return error;
        }
    }

    /** Expects a time in UTC in whole seconds. */
    static void moment(OffsetDateTime time) {
        assertThat(time.getOffset()).isEqualTo(ZoneOffset.UTC);
        assertThat(time.getNano()).isZero();
    }
}
