import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const service = process.env.SERVICE_URL ?? 'http://localhost:4000'
const proxy = { '/api': service, '/docs': service, '/openapi.json': service }

/** Packages of the first load that rarely change. */
const LIBRARIES = [
  'react',
  'react-dom',
  'scheduler',
  'use-sync-external-store',
  '@tanstack/(query-core|react-query|history|store|react-store|router-core|react-router)',
  'i18next',
  'react-i18next',
]

/**
 * Separate chunks for code that changes rarely, so that browsers keep it in the cache across
 * releases. `$initial` leaves out what only single screens need (player, charts). i18n.ts is in the
 * first chunk because everything imports it.
 */
const groups = [
  {
    name: 'libraries',
    tags: ['$initial' as const],
    test: new RegExp(`node_modules/(${LIBRARIES.join('|')})/|web/src/i18n/i18n\\.ts`),
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
