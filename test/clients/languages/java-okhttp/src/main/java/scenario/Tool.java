package scenario;

import client.ApiClient;
import client.JSON;
import java.io.File;
import okhttp3.MediaType;
import okhttp3.MultipartBody;
import okhttp3.RequestBody;

/** What differs between the generators of Java clients. */
final class Tool {
    private Tool() {}

    /** @param token an access token, or null */
    static ApiClient connect(String baseUrl, String token) {
        ApiClient client = new Client().setBasePath(baseUrl);
        if (token != null) client.addDefaultHeader("Authorization", "Bearer " + token);
        return client;
    }

    /** Makes a client send members that are null, which it omits otherwise. */
    static ApiClient sendNulls(ApiClient client) {
        JSON.setGson(JSON.getGson().newBuilder().serializeNulls().create());
        return client;
    }

    static <T> T read(String json, Class<T> type) {
        return JSON.getGson().fromJson(json, type);
    }

    static String write(Object value) {
        return JSON.getGson().toJson(value);
    }

    /** Sends names of files as UTF-8. The generated method throws if a name has a letter that is not ASCII. */
    private static final class Client extends ApiClient {
        @Override
        protected void addPartToMultiPartBuilder(MultipartBody.Builder form, String name, File file) {
            MediaType type = MediaType.get(guessContentTypeFromFile(file));
            form.addFormDataPart(name, file.getName(), RequestBody.create(file, type));
        }
    }
}
