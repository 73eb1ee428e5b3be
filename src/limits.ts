/**
 * Every bound and default of the contract. The schemas read them, so another edition of the
 * contract is a matter of other numbers here (specification, section 8; docs/decisions.md).
 */

/** Lengths in Unicode code points. */
export const TITLE_MAX = 100
export const DESCRIPTION_MAX = 500
export const LABEL_MAX = 100
export const CHECKLIST_TEXT_MAX = 200
export const COMMENT_MAX = 1000
export const SEARCH_MAX = 500
export const FILE_NAME_MAX = 255
/** Longer ones would not fit into the headers that every client takes. */
export const MEDIA_TYPE_MAX = 1024

/** Numbers of elements. */
export const LABELS_MAX = 10
export const CHECKLIST_MAX = 100
export const ATTACHMENTS_MAX = 3
export const UPLOAD_PARTS_MAX = 1000

export const BOARDS_AT_ONCE_MAX = 1000
export const JOURNAL_MAX = 1000
export const SCRIPT_MAX = 1000
export const PLAN_PAGE_DEFAULT = 100
export const PLAN_PAGE_MAX = 1000

/** Sizes in bytes. */
export const MEBIBYTE = 1_048_576
export const ATTACHMENT_BYTES_MAX = MEBIBYTE
export const JSON_BODY_BYTES_MAX = MEBIBYTE
export const SNAPSHOT_MEBIBYTES = 64
export const UPLOAD_BYTES_MAX = 16 * MEBIBYTE

/** Quotas of private boards, unless they are configured. */
export const BOARDS_MAX = 10_000
export const BOARDS_PER_HOUR = 100
export const BOARD_TASKS = 10_000
export const BOARD_COMMENTS = 50_000
export const BOARD_MEBIBYTES = 32
export const BOARD_RATE = 500
export const ADDRESS_RATE = 2000

/** So far from the largest integer that JSON carries safely that nobody counts on until there. */
export const COUNTED_MAX = 2 ** 52

/** Paging. */
export const PAGE_SIZE_DEFAULT = 20
export const PAGE_SIZE_MAX = 100

/** What clients are asked to wait for when the store does not answer, in seconds. */
export const RETRY_AFTER_SECONDS = 5

/** Lifetimes in seconds. */
export const ACCESS_TOKEN_SECONDS = 3600
export const REFRESH_TOKEN_SECONDS = 7 * 24 * 3600
export const BOARD_TTL_SECONDS = 7 * 24 * 3600

/** How much memory answers take that are kept for who asks the same, in MiB. */
export const RESPONSE_CACHE_MEBIBYTES = 16
