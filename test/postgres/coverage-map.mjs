/** The files that the tests on PostgreSQL must cover. The other tests cover the rest of the sources. */
export default () => 'src/rooms/storage/postgres/*.ts'
