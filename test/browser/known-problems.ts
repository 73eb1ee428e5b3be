/**
 * Swagger UI has no component for the format `binary`. It warns, and then uses its file picker. This happens for every
 * list of files in an upload.
 */
export const NO_WIDGET_FOR_FILES = 'warning: Could not find component: JsonSchema_string_binary'
