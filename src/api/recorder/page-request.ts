/**
 * The board page loads tasks and OpenAPI documents with request ids that start with this, and so does Swagger UI. RequestLogs
 * leave these requests out, because they are not requests of a client under test.
 */
export const PAGE_REQUEST = 'board-page:'
