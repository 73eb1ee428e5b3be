/** The base path of the board of the page: `/b/<id>`, or an empty string. */
export const BASE_PATH = document.getElementById('page')?.dataset.basePath ?? ''
