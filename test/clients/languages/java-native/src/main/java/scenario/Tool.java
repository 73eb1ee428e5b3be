package scenario;

import client.ApiClient;
import java.io.IOException;

/** What differs between the generators of Java clients. */
final class Tool {
    private Tool() {}

    /** @param token an access token, or null */
    static ApiClient connect(String baseUrl, String token) {
        ApiClient client = new ApiClient();
        client.updateBaseUri(baseUrl);
        if (token != null) client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + token));
        return client;
    }

    /** Makes a client send members that are null. This one sends every member that was set. */
    static ApiClient sendNulls(ApiClient client) {
        return client;
    }

    static <T> T read(String json, Class<T> type) throws IOException {
        return new ApiClient().getObjectMapper().readValue(json, type);
    }

    static String write(Object value) throws IOException {
        return new ApiClient().getObjectMapper().writeValueAsString(value);
    }
}
