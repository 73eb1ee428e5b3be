package scenario

import client.infrastructure.ApiResponse
import client.infrastructure.ClientError
import client.infrastructure.Serializer
import client.infrastructure.ServerError
import client.infrastructure.Success
import client.model.ErrorResponse
import com.fasterxml.jackson.annotation.JsonInclude
import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.ser.DefaultSerializerProvider
import com.fasterxml.jackson.module.kotlin.readValue
import java.io.File
import java.lang.reflect.Method
import kotlin.io.path.createTempDirectory
import okhttp3.Call
import okhttp3.OkHttpClient

private val JSON = Serializer.jacksonObjectMapper
private val WITH_NULLS = JSON.copy().setSerializationInclusion(JsonInclude.Include.ALWAYS)

/** Calls the client for each line of JSON that it reads, and prints the response as a line of JSON (see ../target.ts). */
object Serve {
    @JvmStatic
    fun main(args: Array<String>) {
        for (line in generateSequence(::readLine)) println(WITH_NULLS.writeValueAsString(send(JSON.readTree(line))))
    }
}

private fun send(call: JsonNode): Map<String, Any?> {
    sendNulls(":null" in call.path("body").toString())
    val method = find(call["operation"].asText() + "WithHttpInfo")
    val constructor = method.declaringClass.getConstructor(String::class.java, Call.Factory::class.java)
    val api = constructor.newInstance(System.getenv("BASE_URL"), bearer(call.path("token").textValue()))
    val response = method.invoke(api, *parameters(method, call)) as ApiResponse<*>
    val body = when (response) {
        is Success -> response.data.takeIf { response.statusCode != 204 }
        is ClientError -> JSON.readValue<ErrorResponse>(response.body as String)
        is ServerError -> JSON.readValue<ErrorResponse>(response.body as String)
        else -> null
    }
    return mapOf("status" to response.statusCode, "body" to if (body is File) body.readBytes() else body)
}

/** Makes the clients send all members that are null, or none. */
private fun sendNulls(sends: Boolean) {
    JSON.setSerializationInclusion(if (sends) JsonInclude.Include.ALWAYS else JsonInclude.Include.NON_ABSENT)
    (JSON.serializerProvider as DefaultSerializerProvider).flushCachedSerializers()
}

private fun find(name: String): Method =
    File("target/classes/client/api").list()!!
        .filter { it.endsWith("Api.class") }
        .flatMap { Class.forName("client.api." + it.removeSuffix(".class")).methods.toList() }
        .first { it.name == name }

/** Returns an HTTP client that sends an access token. */
private fun bearer(token: String?): OkHttpClient {
    val builder = OkHttpClient.Builder()
    if (token != null) {
        builder.addInterceptor {
            it.proceed(it.request().newBuilder().header("Authorization", "Bearer $token").build())
        }
    }
    return builder.build()
}

/** Returns the parameters of the path or the query, the body, and the files, in the order of the method. */
private fun parameters(method: Method, call: JsonNode): Array<Any?> {
    val path = call["path"].iterator()
    return method.parameters.map {
        val type = JSON.constructType(it.parameterizedType)
        when {
            it.type == List::class.java -> files(call["files"])
            it.type.packageName == "client.model" && !it.type.isEnum -> JSON.convertValue(call.path("body"), type)
            path.hasNext() -> JSON.convertValue<Any?>(path.next(), type)
            else -> JSON.convertValue<Any?>(call["query"][it.name], type)
        }
    }.toTypedArray()
}

private fun files(uploads: JsonNode): List<File> {
    val folder = createTempDirectory().toFile()
    return uploads.map { File(folder, it["name"].asText()).apply { writeBytes(it["bytes"].binaryValue()) } }
}
