package scenario;

import client.ApiClient;
import client.ApiException;
import client.JSON;
import client.Pair;
import client.ProgressRequestBody;
import java.io.File;
import java.lang.reflect.Type;
import java.net.URLConnection;
import java.util.List;
import java.util.Map;
import okhttp3.MediaType;
import okhttp3.MultipartBody;
import okhttp3.Request;
import okhttp3.RequestBody;

/** What differs between the generators of Java clients. */
final class Tool {
    private Tool() {}

    /**
     * @param token an access token, or null
     * @param sendsNulls whether to send members that are null
     */
    static ApiClient connect(String baseUrl, String token, boolean sendsNulls) {
        ApiClient client = new Client().setBasePath(baseUrl);
        if (token != null) client.addDefaultHeader("Authorization", "Bearer " + token);
        JSON json = client.getJSON();
        if (sendsNulls) json.setGson(json.getGson().newBuilder().serializeNulls().create());
        return client;
    }

    static Object read(String json, Type type) {
        return new ApiClient().getJSON().deserialize(json, type);
    }

    static String write(Object value) {
        return connect("", null, true).getJSON().serialize(value);
    }

    /** Sends each file of a list. The generated method sends the list as one text. */
    private static final class Client extends ApiClient {
        @Override
        public Request buildRequest(
                String path,
                String method,
                List<Pair> query,
                List<Pair> collections,
                Object body,
                Map<String, String> headers,
                Map<String, Object> form,
                String[] authentication,
                ProgressRequestBody.ProgressRequestListener listener)
                throws ApiException {
            Request request = super.buildRequest(
                    path, method, query, collections, body, headers, form, authentication, listener);
            return form.get("files") instanceof List<?> files ? request.newBuilder().post(upload(files)).build() : request;
        }

        private static RequestBody upload(List<?> files) {
            MultipartBody.Builder form = new MultipartBody.Builder().setType(MultipartBody.FORM);
            for (Object part : files) {
                File file = (File) part;
                String type = URLConnection.guessContentTypeFromName(file.getName());
                MediaType media = MediaType.get(type == null ? "application/octet-stream" : type);
                form.addFormDataPart("files", file.getName(), RequestBody.create(file, media));
            }
            return form.build();
        }
    }
}
