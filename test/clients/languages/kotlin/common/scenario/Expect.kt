package scenario

import client.infrastructure.ApiResponse
import client.infrastructure.ClientError
import client.infrastructure.ServerError
import client.infrastructure.Success
import client.models.ErrorResponse
import com.fasterxml.jackson.annotation.JsonInclude
import com.fasterxml.jackson.module.kotlin.readValue
import java.time.OffsetDateTime
import java.time.ZoneOffset
import kotlin.test.assertEquals
import kotlin.test.assertIs
import kotlin.test.assertTrue
import okhttp3.OkHttpClient

/** The URL of the variant or, for boards, of the service. */
val BASE_URL: String = System.getenv("BASE_URL")

val JSON = client.infrastructure.Serializer.jacksonObjectMapper

/** Returns an HTTP client that sends an access token. */
fun bearer(token: String?): OkHttpClient {
    val builder = OkHttpClient.Builder()
    if (token != null) {
        builder.addInterceptor {
            it.proceed(it.request().newBuilder().header("Authorization", "Bearer $token").build())
        }
    }
    return builder.build()
}

/** Makes the clients send members that are null, which they omit otherwise. */
fun sendNulls() {
    JSON.setSerializationInclusion(JsonInclude.Include.ALWAYS)
}

/** Expects a success with this status, and returns its body. */
fun <T> expectData(status: Int, response: ApiResponse<T?>): T {
    assertEquals(status, response.statusCode, bodyOf(response))
    @Suppress("UNCHECKED_CAST")
    return assertIs<Success<T?>>(response).data as T
}

/** Expects an error with this status, and returns its body. */
fun expectError(status: Int, response: ApiResponse<*>): ErrorResponse {
    assertEquals(status, response.statusCode)
    val error = JSON.readValue<ErrorResponse>(bodyOf(response)!!)
    assertEquals(status, error.status)
    assertTrue(error.error.isNotEmpty())
    assertTrue(error.path.startsWith("/"))
    expectMoment(error.timestamp)
    return error
}

/** Returns the body of an error as text. */
private fun bodyOf(response: ApiResponse<*>): String? = when (response) {
    is ClientError -> response.body as String?
    is ServerError -> response.body as String?
    else -> null
}

/** Expects a time in UTC in whole seconds. */
fun expectMoment(time: OffsetDateTime) {
    assertEquals(ZoneOffset.UTC, time.offset)
    assertEquals(0, time.nano)
}
