package scenario;

import client.ApiClient;
import java.io.IOException;
import java.lang.reflect.Type;

/** What differs between the generators of Java clients. */
final class Tool {
    private Tool() {}

    /**
     * @param token an access token, or null
     * @param sendsNulls whether to send members that are null. This client sends every member that was set.
     */
    static ApiClient connect(String baseUrl, String token, boolean sendsNulls) {
        ApiClient client = new ApiClient();
        client.updateBaseUri(baseUrl);
        if (token != null) client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + token));
        return client;
    }

    static Object read(String json, Type type) throws IOException {
        var mapper = new ApiClient().getObjectMapper();
        return mapper.readValue(json, mapper.constructType(type));
    }

    static String write(Object value) throws IOException {
        return new ApiClient().getObjectMapper().writeValueAsString(value);
    }
}
