package scenario;

import client.ApiClient;
import client.JSON;
import com.google.gson.Gson;
import java.io.File;
import java.lang.reflect.Type;
import okhttp3.MediaType;
import okhttp3.MultipartBody;
import okhttp3.RequestBody;

/** What differs between the generators of Java clients. */
final class Tool {
    private static final Gson WITHOUT_NULLS = JSON.getGson();
    private static final Gson WITH_NULLS = JSON.getGson().newBuilder().serializeNulls().create();

    private Tool() {}

    /**
     * @param token an access token, or null
     * @param sendsNulls whether to send members that are null
     */
    static ApiClient connect(String baseUrl, String token, boolean sendsNulls) {
        JSON.setGson(sendsNulls ? WITH_NULLS : WITHOUT_NULLS);
        ApiClient client = new Client().setBasePath(baseUrl);
        if (token != null) client.addDefaultHeader("Authorization", "Bearer " + token);
        return client;
    }

    static Object read(String json, Type type) {
        return WITHOUT_NULLS.fromJson(json, type);
    }

    static String write(Object value) {
        return WITH_NULLS.toJson(value);
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
