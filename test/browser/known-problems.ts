/**
 * Swagger UI looks for a widget of the format `binary`, warns when there is none, and takes its file picker then.
 * It does so for every list of files in an upload.
 */
export const NO_WIDGET_FOR_FILES = 'warning: Could not find component: JsonSchema_string_binary'
