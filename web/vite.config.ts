import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const service = process.env.SERVICE_URL ?? 'http://localhost:4000'
const proxy = { '/api': service, '/docs': service, '/openapi.json': service }

/** What changes only with our dependencies stays in the browser's cache over our releases. Libraries of single screens (player, charts) are left out: they load with their screen. */
const groups = [
  // The checks of lines belong to the editor; without a place of their own they go where the rest of the contract is, and every first load has 11 kB more.
  { name: 'subtitles', test: /api\/src\/(subtitles\/rules\/(checks\/|fragment|cue|smpte)|lines\/rules|translations\/rules)/, priority: 1, includeDependenciesRecursively: false },
  { name: 'libraries', test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/(query-core|react-query|history|store|react-store|router-core|react-router)|i18next|react-i18next)\// },
  { name: 'ui', test: /web\/src\/(ui|records|frame)\/|node_modules\/@mantine\/(core|hooks)\// },
]

/** Rules are pure, so a page that does not ask one need not load it. */
const treeshake = { moduleSideEffects: [{ test: /api\/src\/(subtitles|lines|translations)\/rules\//, sideEffects: false }] }

export default defineConfig({
  root: import.meta.dirname,
  cacheDir: '../node_modules/.vite',
  plugins: [react()],
  resolve: { alias: [{ find: /^typebox$/, replacement: `${import.meta.dirname}/typebox.ts` }] },
  build: { outDir: 'dist', emptyOutDir: true, assetsDir: 'assets', target: 'es2023', rolldownOptions: { treeshake, output: { codeSplitting: { groups } } } },
  server: { proxy },
  preview: { proxy },
})
