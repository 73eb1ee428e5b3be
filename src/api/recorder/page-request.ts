/**
 * The board page loads tasks and OpenAPI documents with request ids that start with this, and so does Swagger UI. The log
 * of requests omits them, because they are not requests of a client under test.
 */
export const PAGE_REQUEST = 'board-page:'
