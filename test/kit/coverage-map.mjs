/** The files that the tests must cover. */
export default () => ['src/**/*.ts', '!src/**/*.test.ts']
