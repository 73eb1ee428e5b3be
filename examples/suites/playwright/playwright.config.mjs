import { defineConfig } from '@playwright/test'

const { BASE_URL = 'http://127.0.0.1:3000' } = process.env

export default defineConfig({
  testDir: 'tests',
  reporter: 'line',
  // The tests share one board, so they run one after the other.
  workers: 1,
  timeout: 10_000,
  // The slash at the end keeps a path of the base URL. The paths in the tests have no slash at the start.
  use: { baseURL: `${BASE_URL}/` },
})
