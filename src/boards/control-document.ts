/** The name of the document on boards, and where it is published, without extension. */
export const CONTROL_DOCUMENT = { name: 'control', path: '/control/openapi' }
