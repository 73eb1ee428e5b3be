/**
 * The limits and defaults of the contract (specification, section 8; docs/decisions.md). Schemas, messages and
 * published documents use them.
 */

/** Lengths in Unicode code points. */
export const TITLE_MAX = 100
export const LEARNER_NAME_MAX = 100
export const DESCRIPTION_MAX = 500
export const LABEL_MAX = 100
export const CHECKLIST_TEXT_MAX = 200
export const COMMENT_MAX = 1000
export const INSTRUCTIONS_MAX = 10_000
export const MESSAGE_MAX = 2000
export const CLAIM_COMMENT_MAX = 500
export const SEARCH_MAX = 500
export const FILE_NAME_MAX = 255
export const PASSWORD_MAX = 1024
/** The maximum length of a media type. Some clients reject longer header values. */
export const MEDIA_TYPE_MAX = 1024
/** The log records only the start of longer paths and queries. */
export const LOG_PATH_MAX = 1024
/** The log records only the start of longer bodies, in UTF-16 code units. */
export const EXCHANGE_TEXT_MAX = 16_384
/** The maximum length of the name of a test that a request names. Longer ones are cut. */
export const TEST_NAME_MAX = 200

/** The longest delay by a fault that requests and boards can choose, in milliseconds. */
export const FAULT_DELAY_MAX = 60_000

/** Numbers of elements. */
export const LABELS_MAX = 10
export const CHECKLIST_MAX = 100
export const ATTACHMENTS_MAX = 3
export const UPLOAD_PARTS_MAX = 1000

export const BOARDS_AT_ONCE_MAX = 1000
/** The maximum number of requests that the drill of a board judges. */
export const DRILL_REQUESTS_MAX = 500
/** The maximum number of requests that a log lists. */
export const LOG_MAX = 1000
/** The maximum number of claims of a board. */
export const CLAIMS_MAX = 20_000
/** The maximum number of missed faults in a score. */
export const MISSED_MAX = 100
export const SCRIPT_MAX = 1000
/** The maximum number of names of defects in a request. */
export const DEFECT_NAMES_MAX = 200
export const PLAN_PAGE_DEFAULT = 100
export const PLAN_PAGE_MAX = 1000

/** The maximum number of arrays and objects around a value in a JSON body. */
export const JSON_DEPTH_MAX = 64
/** The maximum number of values in a JSON body: arrays, objects and scalars. */
export const JSON_VALUES_MAX = 20_000
/** The maximum number of values in a task of a snapshot, which can have all comments of its board. */
export const TASK_VALUES_MAX = 300_000

/** Sizes in bytes. */
export const MEBIBYTE = 1_048_576
export const ATTACHMENT_BYTES_MAX = MEBIBYTE
/** The maximum size of the text of a row, and of the bytes of a blob. */
export const VALUE_BYTES_MAX = MEBIBYTE
export const JSON_BODY_BYTES_MAX = MEBIBYTE
export const SNAPSHOT_MEBIBYTES = 64
/**
 * The maximum size of the log of a board, without exchanges: at least 10,000 requests of usual length, whose responses can be
 * claimed. The requests that are listed always fit.
 */
export const LOG_BYTES_MAX = 4 * MEBIBYTE
/**
 * The maximum size of the requests of one write, with their exchanges before they are compressed, which takes up to about a
 * millisecond.
 */
export const SEGMENT_BYTES_MAX = MEBIBYTE / 4
/** The maximum size of all requests of logs that wait until they are written. If there are more, the oldest are dropped. */
export const LOGS_WAITING_BYTES_MAX = 32 * MEBIBYTE
export const UPLOAD_BYTES_MAX = 16 * MEBIBYTE
/** The maximum size of the rows of a board: of its tasks and comments. */
export const BOARD_ROWS_BYTES_MAX = 128 * MEBIBYTE
/** The maximum total size of the JSON bodies, and of the uploads, that are read before a fault acts, or arrive in chunks. */
export const WAITING_BYTES_MAX = 64 * MEBIBYTE
/** The maximum total size of the files of uploads that are being read or stored. */
export const UPLOADS_BYTES_MAX = 64 * MEBIBYTE

/** The maximum total size of response bodies that wait until they are sent. Small bodies do not count. */
export const RESPONSES_BYTES_MAX = 256 * MEBIBYTE
export const SMALL_RESPONSE_BYTES_MAX = 65_536

/** The minimum size of responses that are compressed, in bytes. Smaller ones fit into one packet anyway. */
export const COMPRESSED_BYTES_MIN = 1024

/** The maximum size of log lines that wait until they can be written. */
export const LOG_LINES_BYTES_MAX = MEBIBYTE

/** The maximum number of comments, and default quotas and rate limits, of private boards. */
export const BOARDS_MAX = 10_000
export const BOARDS_PER_HOUR = 100
export const BOARD_TASKS = 10_000
export const BOARD_COMMENTS = 50_000
export const BOARD_MEBIBYTES = 32
export const BOARD_RATE = 500
export const ADDRESS_RATE = 2000

/** The maximum number of attempts per minute from one address to join classes with a wrong code. A class can share one address. */
export const JOIN_FAILURES = 100

/** The maximum numbers of event streams: of a process, and of one board or class from one address. */
export const STREAMS_MAX = 2000
/** The share of streams that only classes can have in addition, so that learners leave some for their trainers. */
export const STREAMS_RESERVE = 0.1
export const STREAMS_PER_ADDRESS = 10
/** The maximum number of bytes of events that wait until a client reads them. A slower client is disconnected. */
export const STREAM_BYTES_MAX = MEBIBYTE / 4
/** The time in milliseconds between two heartbeats of an event stream. */
export const HEARTBEAT_MILLISECONDS = 15_000

/** The maximum number of failed logins per minute to one board. */
export const LOGIN_FAILURES = 30
/** All boards together allow so many times more failed logins from one address. */
export const LOGIN_FAILURES_FACTOR = 10

/** The maximum value of counters that clients can set. It leaves room to count up before 2^53, the limit of JSON. */
export const COUNTER_MAX = 2 ** 52

/** Paging. */
export const PAGE_SIZE_DEFAULT = 20
export const PAGE_SIZE_MAX = 100

/** The `Retry-After` of responses with status 503, in seconds. */
export const RETRY_AFTER_SECONDS = 5

/** The maximum number of connections to an address and port. Without a limit, a client could use up all open files. */
export const CONNECTIONS_MAX = 16_000
/** The maximum number of pipelined requests that wait on one connection. */
export const PIPELINED_MAX = 100
/** The maximum number of their headers. One request of the maximum size can have almost as many. */
export const PIPELINED_HEADERS_MAX = 4096
/** The time in milliseconds after which a client that does not read its response is disconnected. */
export const UNREAD_MILLISECONDS = 30_000

/** The lifetime of refresh tokens in seconds. */
export const REFRESH_TOKEN_SECONDS = 7 * 24 * 3600
