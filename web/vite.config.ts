import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const service = process.env.SERVICE_URL ?? 'http://localhost:4000'
const proxy = { '/api': service, '/docs': service, '/openapi.json': service }

/**
 * What changes only with our dependencies stays in the browser's cache over our releases. Libraries
 * of single screens (player, charts) are left out, and so is of Mantine and of our own parts
 * whatever the first page does not need: they load with their screen. The door to i18next lies
 * beside it: three lines that everything imports.
 */
const groups = [
  {
    name: 'libraries',
    tags: ['$initial' as const],
    test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/(query-core|react-query|history|store|react-store|router-core|react-router)|i18next|react-i18next)\/|web\/src\/i18n\/i18n\.ts/,
  },
  {
    name: 'ui',
    tags: ['$initial' as const],
    test: /web\/src\/(ui|features\/shared|app\/shell)\/|node_modules\/@mantine\/(core|hooks)\//,
  },
]

export default defineConfig({
  root: import.meta.dirname,
  cacheDir: '../node_modules/.vite',
  plugins: [react()],
  resolve: { alias: [{ find: /^typebox$/, replacement: `${import.meta.dirname}/typebox.ts` }] },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsDir: 'assets',
    manifest: true,
    target: 'es2023',
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: { proxy },
  preview: { proxy },
})
